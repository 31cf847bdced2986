import Platform

/// Runs every way in turn, several rounds, so that a slow moment of the machine meets all of them alike.
func measure() throws {
    let directory = JobPath("/tmp/sf-bench-" + String(UInt64.random(in: 0...UInt64.max), radix: 36))
    try FileSystem.makePrivateDirectory(directory)
    defer {
        do { try FileSystem.removeTree(directory) } catch { print("left behind: \(directory)") }
    }
    // 8-bit 4:2:0: one and a half bytes a pixel.
    try measure("1080p", frameBytes: 1920 * 1080 * 3 / 2, frames: 400, rounds: 7, directory)
    try measure("2160p", frameBytes: 3840 * 2160 * 3 / 2, frames: 120, rounds: 7, directory)
}

private func measure(
    _ size: String, frameBytes: Int, frames: Int, rounds: Int, _ directory: JobPath
) throws {
    var results: [Way: [Measured]] = [:]
    for _ in 0..<rounds {
        for way in Way.allCases {
            let setup = Setup(way: way, frameBytes: frameBytes, frames: frames, directory: directory)
            results[way, default: []].append(try Producer(setup).run())
        }
    }
    for way in Way.allCases {
        let all = results[way] ?? []
        let name = "transport.\(size).\(way.rawValue)"
        report("\(name).rate", "frames/s", median(all.map(\.framesPerSecond)), frames * rounds)
        report("\(name).cpu", "ms/frame", median(all.map(\.cpuMillisecondsPerFrame)), frames * rounds)
        report("\(name).consumer-peak", "MiB", median(all.map { Double($0.consumerPeakBytes) / 1_048_576 }), rounds)
    }
    let peer = results[.message] ?? []
    for way in [Way.slots64, .slots200] {
        let all = results[way] ?? []
        let rates = zip(all, peer).map { $0.framesPerSecond / $1.framesPerSecond }
        let costs = zip(all, peer).map { $1.cpuMillisecondsPerFrame / $0.cpuMillisecondsPerFrame }
        let name = "transport.\(size).\(way.rawValue)"
        reportRatio("\(name).rate-ratio", "slots/message", rates)
        reportRatio("\(name).cpu-ratio", "message/slots", costs)
    }
}

/// Ratios of runs that followed each other, with their spread.
private func reportRatio(_ name: String, _ unit: String, _ ratios: [Double]) {
    report(name, unit, median(ratios), ratios.count)
    report(name + ".min", unit, ratios.min() ?? .nan, ratios.count)
    report(name + ".max", unit, ratios.max() ?? .nan, ratios.count)
}

private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

/// One JSON object a line.
private func report(_ name: String, _ unit: String, _ value: Double, _ n: Int) {
    let rounded = (value * 1000).rounded() / 1000
    print(#"{"name":"\#(name)","unit":"\#(unit)","value":\#(rounded),"n":\#(n)}"#)
}
