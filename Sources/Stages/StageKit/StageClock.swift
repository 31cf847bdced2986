import Platform
import Wire

/// Measures what a stage did with its time in one pass.
struct StageClock {
    private var cpuAtStart = CurrentProcess.cpuSeconds()
    private var counters = StageCounters()
    /// Durations of single items in milliseconds; a uniform sample once there are many.
    private var samples: [Double] = []
    private var seen = 0

    private static let sampleLimit = 4096

    mutating func worked(seconds: Double) { counters.busySeconds += seconds }
    mutating func waitedForInput(seconds: Double) { counters.waitInputSeconds += seconds }
    mutating func waitedForCredit(seconds: Double) { counters.waitCreditSeconds += seconds }

    mutating func finishedItem(seconds: Double) {
        seen += 1
        if samples.count < Self.sampleLimit {
            samples.append(seconds * 1000)
        } else if seen % (seen / Self.sampleLimit + 1) == 0 {
            samples[seen % Self.sampleLimit] = seconds * 1000
        }
    }

    func summary() -> StageCounters {
        var result = counters
        result.items = seen
        result.cpuSeconds = CurrentProcess.cpuSeconds() - cpuAtStart
        result.peakRSSBytes = CurrentProcess.peakRSSBytes()
        let sorted = samples.sorted()
        if !sorted.isEmpty {
            result.p50Milliseconds = sorted[sorted.count / 2]
            result.p95Milliseconds = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
        }
        return result
    }
}
