import SupervisorCore
import TestSupport
import Testing

extension LaneSimulation {
    /// Any medium, with any task and one to three detectors.
    static func any(_ seed: UInt64, _ random: inout SeededRandom) -> LaneSimulation {
        LaneSimulation(
            seed: seed, isVideo: random.next() % 3 != 0, scansOnly: random.next() % 5 == 0,
            detectors: Int(random.next() % 3) + 1
        )
    }

    /// The item was done as if nothing had happened, and no law was broken.
    func expectSuccess(_ seed: UInt64, _ what: String) {
        #expect(violations.isEmpty, "\(what), seed \(seed): \(violations)")
        #expect(result?.ending == (item.scansOnly ? .scanned : .published), "\(what), seed \(seed)")
    }
}
