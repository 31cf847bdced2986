import SupervisorCore
import TestSupport
import Testing
import Wire

extension LaneSimulation {
    /// Any medium, with any task and one to three detectors.
    static func any(_ seed: UInt64, _ random: inout SeededRandom) -> LaneSimulation {
        LaneSimulation(
            seed: seed, isVideo: random.next() % 3 != 0, scansOnly: random.next() % 4 == 0,
            wantsSheet: random.next() % 2 == 0, detectors: Int(random.next() % 3) + 1
        )
    }

    /// Runs the present item and returns how it ended.
    func runOnce() -> LaneEnding? {
        run()
        return result?.ending
    }

    /// True when such a report of such a stage is still on its way.
    func waits(_ verb: StageReport.Verb, of kind: StageKind) -> Bool {
        inFlight.contains { route, queue in
            route.stage.kind == kind
                && queue.contains { if case .report(_, let report) = $0 { report.verb == verb } else { false } }
        }
    }

    /// The item was done as if nothing had happened, and no law was broken.
    func expectSuccess(_ seed: UInt64, _ what: String) {
        #expect(violations.isEmpty, "\(what), seed \(seed): \(violations)")
        #expect(result?.ending == item.goodEnding, "\(what), seed \(seed)")
        #expect(publications == item.goodPublications, "\(what), seed \(seed)")
    }
}
