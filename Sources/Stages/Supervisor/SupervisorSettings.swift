import SupervisorCore

/// What a supervisor is started with.
package struct SupervisorSettings: Sendable {
    /// Lanes that work side by side.
    package var lanes: Int
    package var detectors: Int
    package var frameMemoryBytes: Int
    package var stallSeconds: Double
    /// The client this supervisor lives for, by process id; nil for one that stays.
    package var livesFor: Int32?
    /// How long it may have nothing to do before it leaves; nil for one that stays.
    package var idleSeconds: Double?

    /// Reads the command line and the machine.
    ///
    /// - Throws: one sentence about a wrong argument.
    package init(arguments: [String], environment: [String: String], processors: Int) throws(UsageError) {
        lanes = 1
        detectors = max(1, min(4, processors))
        frameMemoryBytes = 192 << 20
        stallSeconds = environment["SAFEFACES_STALL_SECONDS"].flatMap(Double.init) ?? 60
        livesFor = nil
        idleSeconds = nil
        var index = 1
        while index < arguments.count {
            let name = arguments[index]
            guard index + 1 < arguments.count, let number = Int(arguments[index + 1]), number > 0 else {
                throw UsageError(sentence: "\(name) needs a whole number above 0")
            }
            switch name {
            case "--lanes" where number <= 64: lanes = number
            case "--detectors" where number <= 64: detectors = number
            case "--frame-memory" where number <= 1 << 20: frameMemoryBytes = number << 20
            case "--leaves-after" where number <= 1 << 20: idleSeconds = Double(number)
            case "--lives-for" where number <= Int(Int32.max): livesFor = Int32(number)
            default: throw UsageError(sentence: "safefacesd does not take '\(name) \(number)'")
            }
            index += 2
        }
    }

    package struct UsageError: Error, Sendable {
        package var sentence: String
    }

    func configuration(lane: Int) -> LaneConfiguration {
        LaneConfiguration(
            lane: lane, detectors: detectors, frameMemoryBytes: frameMemoryBytes, stallSeconds: stallSeconds
        )
    }
}
