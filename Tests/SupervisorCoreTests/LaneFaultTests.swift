import SupervisorCore
import TestSupport
import Testing
import Wire

/// What holds for a lane whoever dies, falls silent, lies or changes their mind.
@Suite struct LaneFaultTests {
    private func simulation(_ seed: UInt64, _ random: inout SeededRandom) -> LaneSimulation {
        LaneSimulation(
            seed: seed, isVideo: random.next() % 3 != 0, scansOnly: random.next() % 5 == 0,
            detectors: Int(random.next() % 3) + 1
        )
    }

    private func expectSuccess(_ run: LaneSimulation, _ seed: UInt64, _ what: String) {
        #expect(run.violations.isEmpty, "\(what), seed \(seed): \(run.violations)")
        #expect(run.result?.ending == (run.item.scansOnly ? .scanned : .published), "\(what), seed \(seed)")
    }

    @Test(arguments: StageKind.allCases)
    func `a single death never fails an item`(kind: StageKind) {
        forEachSeed(0..<400) { seed, random in
            let run = simulation(seed, &random)
            run.faults = [PlannedFault(step: Int.random(in: 0...250, using: &random), fault: .kill(kind))]
            run.run()
            expectSuccess(run, seed, "\(kind)")
            run.runNext(isVideo: true)
            expectSuccess(run, seed, "\(kind), next")
        }
    }

    @Test(arguments: StageKind.allCases)
    func `a single stage that falls silent is replaced and never fails an item`(kind: StageKind) {
        forEachSeed(0..<400) { seed, random in
            let run = simulation(seed, &random)
            run.faults = [PlannedFault(step: Int.random(in: 0...250, using: &random), fault: .freeze(kind))]
            run.run()
            expectSuccess(run, seed, "\(kind)")
            run.runNext(isVideo: true)
            expectSuccess(run, seed, "\(kind), next")
        }
    }

    @Test(arguments: StageKind.allCases)
    func `a stage that fails by its own fault is tried again, by the input's fails the item`(kind: StageKind) {
        forEachSeed(0..<300) { seed, random in
            let run = simulation(seed, &random)
            let blame: StageFailure.Blame = random.next() % 2 == 0 ? .stage : .input
            run.faults = [PlannedFault(step: Int.random(in: 0...250, using: &random), fault: .fails(kind, blame))]
            run.run()
            #expect(run.violations.isEmpty, "\(kind), seed \(seed): \(run.violations)")
            if blame == .stage {
                expectSuccess(run, seed, "\(kind)")
            } else if case .failed(let failure) = run.result?.ending {
                #expect(failure.code == "model-failure", "seed \(seed)")
            } else {
                expectSuccess(run, seed, "\(kind), not struck")
            }
            run.runNext(isVideo: true)
            expectSuccess(run, seed, "\(kind), next")
        }
    }

    @Test(arguments: StageKind.allCases)
    func `a stage that talks nonsense or repeats itself never gets anything wrong published`(kind: StageKind) {
        forEachSeed(0..<500) { seed, random in
            let run = simulation(seed, &random)
            run.faults = (0...Int.random(in: 0...2, using: &random)).map { _ in
                PlannedFault(
                    step: Int.random(in: 0...250, using: &random),
                    fault: random.next() % 3 == 0 ? .echo(kind) : .garbage(kind)
                )
            }
            run.run()
            #expect(run.violations.isEmpty, "\(kind), seed \(seed): \(run.violations)")
            #expect(run.result != nil, "seed \(seed)")
        }
    }

    @Test func `cancelling ends an item at any moment, and the next one is done`() {
        forEachSeed(0..<1000) { seed, random in
            let run = simulation(seed, &random)
            run.faults = [PlannedFault(step: Int.random(in: 0...200, using: &random), fault: .cancel)]
            if random.next() % 2 == 0 {
                let kind = StageKind.allCases[Int(random.next() % 5)]
                let step = Int.random(in: 0...200, using: &random)
                run.faults.append(PlannedFault(step: step, fault: random.next() % 2 == 0 ? .kill(kind) : .freeze(kind)))
            }
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            if run.result?.ending != .cancelled { expectSuccess(run, seed, "too late to cancel") }
            run.runNext(isVideo: true)
            expectSuccess(run, seed, "next")
        }
    }

    @Test func `whatever goes wrong together, the item ends and nothing wrong is published`() {
        forEachSeed(0..<3000) { seed, random in
            let run = simulation(seed, &random)
            run.faults = (0..<Int.random(in: 2...8, using: &random)).map { _ in anyFault(&random) }
            run.failsPublishing = random.next() % 8 == 0
            run.failsMaking = random.next() % 8 == 0
            if random.next() % 6 == 0 {
                let how = BadStart.allCases[Int(random.next() % 3)]
                run.badStarts = [StageKind.allCases[Int(random.next() % 5)]: (Int(random.next() % 3) + 1, how)]
            }
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            if run.publications == 1, !run.failsPublishing {
                #expect(run.result?.ending == .published, "seed \(seed)")
            }
            if run.result?.ending == .published { #expect(run.publications == 1, "seed \(seed)") }
            // What is still in flight or frozen may cost the next item; the one after that starts clean.
            run.runNext(isVideo: true)
            run.runNext(isVideo: false)
            #expect(run.violations.isEmpty, "seed \(seed), next: \(run.violations)")
            if let broken = run.lane.brokenBy {
                #expect(run.result?.ending == .failed(broken), "seed \(seed)")
            } else {
                #expect(run.result?.ending == .published, "seed \(seed)")
            }
        }
    }

    private func anyFault(_ random: inout SeededRandom) -> PlannedFault {
        let kind = StageKind.allCases[Int(random.next() % 5)]
        let fault: Fault =
            switch random.next() % 12 {
            case 0, 1, 2, 3: .kill(kind)
            case 4, 5: .freeze(kind)
            case 6, 7: .garbage(kind)
            case 8: .echo(kind)
            case 9: .fails(kind, .stage)
            case 10: .fails(kind, .environment)
            default: .cancel
            }
        return PlannedFault(step: Int.random(in: 0...300, using: &random), fault: fault)
    }

    @Test func `an output that cannot be published fails the item with the reason`() {
        forEachSeed(0..<100) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: seed % 2 == 0)
            run.failsPublishing = true
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            guard case .failed(let failure) = run.result?.ending else {
                Issue.record("seed \(seed): \(String(describing: run.result?.ending))")
                return
            }
            #expect(failure.code == "disk-full", "seed \(seed)")
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
            expectSuccess(run, seed, "\(kind)")
        }
    }

    @Test(arguments: StageKind.allCases)
    func `a stage that dies whenever it is ready uses up the budget and no more`(kind: StageKind) {
        forEachSeed(0..<40) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.killsWhenReady = kind
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
            expectSuccess(run, seed, "next")
        }
    }

    @Test func `a decoder that claims more frames than it sent fails the item`() {
        forEachSeed(0..<200) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.liesAboutTotals = true
            run.hasRogue = true
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            guard case .failed(let failure) = run.result?.ending else {
                Issue.record("seed \(seed): \(String(describing: run.result?.ending))")
                return
            }
            #expect(failure.code == "count-mismatch", "seed \(seed)")
        }
    }
}
