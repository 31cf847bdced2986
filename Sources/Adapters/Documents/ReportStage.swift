/// The five kinds of stage.
package enum StageName: String, Sendable, Codable, CaseIterable {
    case decoder, detector, tracker, compositor, validator
}

/// The time and memory one kind of stage took in one pass over one item.
package struct ReportStage: Hashable, Sendable, Codable {
    package var stage: StageName
    package var pass: PassName
    package var processes: Int
    /// What was handled: frames, or what the stage counts.
    package var items: Int
    package var busySeconds: Double
    /// Waited for something to do.
    package var waitInputSeconds: Double
    /// Waited for a free slot.
    package var waitCreditSeconds: Double
    package var cpuSeconds: Double
    /// Largest resident set of any of the processes, bytes.
    package var peakRSSBytes: Int
    package var p50Ms: Double
    package var p95Ms: Double
    package var restarts: Int

    package init(
        stage: StageName, pass: PassName, processes: Int, items: Int, busySeconds: Double,
        waitInputSeconds: Double, waitCreditSeconds: Double, cpuSeconds: Double, peakRSSBytes: Int,
        p50Ms: Double, p95Ms: Double, restarts: Int
    ) {
        self.stage = stage
        self.pass = pass
        self.processes = processes
        self.items = items
        self.busySeconds = busySeconds
        self.waitInputSeconds = waitInputSeconds
        self.waitCreditSeconds = waitCreditSeconds
        self.cpuSeconds = cpuSeconds
        self.peakRSSBytes = peakRSSBytes
        self.p50Ms = p50Ms
        self.p95Ms = p95Ms
        self.restarts = restarts
    }
}
