import SupervisorCore
import TestSupport
import Testing
import Wire

/// What holds for a lane when stages die, fall silent or do not start.
@Suite struct LaneDeathTests {
    @Test(arguments: StageKind.allCases)
    func `a single death never fails an item`(kind: StageKind) {
        forEachSeed(0..<400) { seed, random in
            let run = LaneSimulation.any(seed, &random)
            run.faults = [PlannedFault(step: Int.random(in: 0...250, using: &random), fault: .kill(kind))]
            run.run()
            run.expectSuccess(seed, "\(kind)")
            // What others said about the pass that was dropped is late, and held against nobody.
            #expect(run.kills <= 1, "\(kind), seed \(seed)")
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "\(kind), next")
        }
    }

    @Test func `two deaths of different kinds, one soon after the other, never fail an item`() {
        forEachSeed(0..<3000) { seed, random in
            let run = LaneSimulation.any(seed, &random)
            let kinds = StageKind.allCases.shuffled(using: &random)
            let first = Int.random(in: 0...300, using: &random)
            run.faults = [
                PlannedFault(step: first, fault: .kill(kinds[0])),
                PlannedFault(step: first + Int.random(in: 0...60, using: &random), fault: .kill(kinds[1])),
            ]
            run.run()
            run.expectSuccess(seed, "\(kinds[0]), \(kinds[1])")
        }
    }

    @Test(arguments: StageKind.allCases)
    func `a replacement that falls silent in its turn ends in success or in a clear failure`(kind: StageKind) {
        forEachSeed(0..<300) { seed, random in
            let run = LaneSimulation(seed: seed, isVideo: true, detectors: 1)
            let first = Int.random(in: 0...250, using: &random)
            run.faults = [
                PlannedFault(step: first, fault: .kill(kind)),
                PlannedFault(step: first + Int.random(in: 1...60, using: &random), fault: .freeze(kind)),
            ]
            run.run()
            #expect(run.violations.isEmpty, "\(kind), seed \(seed): \(run.violations)")
            if case .failed(let failure) = run.result?.ending {
                #expect(failure.code == "stage-died", "\(kind), seed \(seed)")
            } else {
                run.expectSuccess(seed, "\(kind)")
            }
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "\(kind), next")
        }
    }

    @Test(arguments: StageKind.allCases)
    func `a single stage that falls silent is replaced and never fails an item`(kind: StageKind) {
        forEachSeed(0..<400) { seed, random in
            let run = LaneSimulation.any(seed, &random)
            run.faults = [PlannedFault(step: Int.random(in: 0...250, using: &random), fault: .freeze(kind))]
            run.run()
            run.expectSuccess(seed, "\(kind)")
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "\(kind), next")
        }
    }

    @Test(arguments: StageKind.allCases, BadStart.allCases)
    func `a stage that never becomes ready breaks the lane with a reason`(kind: StageKind, how: BadStart) {
        forEachSeed(0..<20) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.badStarts = [kind: (1000, how)]
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            #expect(run.spawns < 20, "seed \(seed)")
            guard let broken = run.lane.brokenBy else {
                Issue.record("seed \(seed): the lane is not broken")
                return
            }
            #expect(run.result?.ending == .failed(broken), "seed \(seed)")
            #expect(run.processes.isEmpty && run.lane.runningStages.isEmpty, "seed \(seed)")
            run.runNext(isVideo: true)
            #expect(run.result?.ending == .failed(broken), "seed \(seed), next")
        }
    }

    @Test(arguments: StageKind.allCases)
    func `a bad start or two is made good`(kind: StageKind) {
        forEachSeed(0..<40) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.badStarts = [kind: (Int(seed % 2) + 1, seed % 3 == 0 ? .hangs : .crashes)]
            run.run()
            run.expectSuccess(seed, "\(kind)")
        }
    }

    @Test(arguments: StageKind.allCases, [true, false])
    func `a stage that dies or falls silent whenever it is ready ends the item, not the patience`(
        kind: StageKind, dies: Bool
    ) {
        forEachSeed(0..<40) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true, detectors: 1)
            if dies { run.killsWhenReady = kind } else { run.freezesWhenReady = kind }
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            guard case .failed(let failure) = run.result?.ending else {
                Issue.record("seed \(seed): \(String(describing: run.result?.ending))")
                return
            }
            #expect(["stage-died", "stage-unavailable"].contains(failure.code), "seed \(seed)")
            #expect(run.spawns < 40, "seed \(seed)")
        }
    }

    @Test func `a picture that kills two detectors fails its item and only that`() {
        forEachSeed(0..<200) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: false)
            run.poisonFrame = 0
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            guard case .failed(let failure) = run.result?.ending else {
                Issue.record("seed \(seed): \(String(describing: run.result?.ending))")
                return
            }
            #expect(failure.code == "stage-died" && failure.blame == .input, "seed \(seed)")
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "next")
        }
    }
}
