import SupervisorCore
import TestSupport
import Testing
import Wire

/// What holds for a lane whoever dies, falls silent, lies or changes their mind.
@Suite struct LaneFaultTests {
    @Test(arguments: StageKind.allCases)
    func `a stage that fails by its own fault is tried again, by the input's fails the item`(kind: StageKind) {
        forEachSeed(0..<300) { seed, random in
            let run = LaneSimulation.any(seed, &random)
            let blame: StageFailure.Blame = random.next() % 2 == 0 ? .stage : .input
            run.faults = [PlannedFault(step: Int.random(in: 0...250, using: &random), fault: .fails(kind, blame))]
            run.run()
            #expect(run.violations.isEmpty, "\(kind), seed \(seed): \(run.violations)")
            if blame == .stage {
                run.expectSuccess(seed, "\(kind)")
            } else if case .failed(let failure) = run.result?.ending {
                #expect(failure.code == "model-failure", "seed \(seed)")
            } else {
                run.expectSuccess(seed, "\(kind), not struck")
            }
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "\(kind), next")
        }
    }

    @Test(arguments: StageKind.allCases)
    func `a stage that talks nonsense or repeats itself never gets anything wrong published`(kind: StageKind) {
        forEachSeed(0..<500) { seed, random in
            let run = LaneSimulation.any(seed, &random)
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

    @Test func `a detector that answers for another is replaced`() {
        var lies = 0
        forEachSeed(0..<60) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.prepare()
            while run.result == nil {
                run.step()
                let detectors = run.liveStages.filter { $0.id.kind == .detector && $0.active != nil }
                guard let honest = detectors.first(where: { !$0.hand.isEmpty }), let pass = honest.active,
                    let liar = detectors.first(where: { $0.id != honest.id }),
                    case .look(let look) = honest.hand[0].message
                else { continue }
                lies += 1
                run.hasRogue = true
                let kills = run.kills
                let reply = DetectionReply(look: look, busyMicroseconds: 0, detections: [])
                run.feed(.data(liar.id, pass: pass, .detections(reply)))
                #expect(run.kills == kills + 1 && run.processes[liar.id] == nil, "seed \(seed)")
                break
            }
            run.finish()
            run.expectSuccess(seed, "")
        }
        #expect(lies > 30)
    }

    @Test func `a failure of the item before is not this one's`() {
        forEachSeed(0..<50) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.run()
            run.expectSuccess(seed, "first")
            // With a place to fill the next item waits before it begins, and the late word comes in that time.
            if let tracker = run.liveStages.first(where: { $0.id.kind == .tracker }) { run.die(tracker) }
            while let event = run.driverEvents.popLast() { run.feed(event) }
            run.choose(isVideo: true)
            run.prepare()
            let failure = StageFailure(code: "late", text: "it is too late", blame: .input)
            for stage in run.liveStages where stage.isReady {
                run.feed(.report(stage.id, StageReport(verb: .failed, pass: stage.lastBegun, failure: failure)))
            }
            run.finish()
            run.expectSuccess(seed, "second")
        }
    }

    @Test func `cancelling ends an item at any moment, and the next one is done`() {
        forEachSeed(0..<1000) { seed, random in
            let run = LaneSimulation.any(seed, &random)
            run.faults = [PlannedFault(step: Int.random(in: 0...200, using: &random), fault: .cancel)]
            if random.next() % 2 == 0 {
                let kind = StageKind.allCases[Int(random.next() % 5)]
                let step = Int.random(in: 0...200, using: &random)
                run.faults.append(PlannedFault(step: step, fault: random.next() % 2 == 0 ? .kill(kind) : .freeze(kind)))
            }
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            if run.result?.ending != .cancelled { run.expectSuccess(seed, "too late to cancel") }
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "next")
        }
    }

    @Test func `whatever goes wrong together, the item ends and nothing wrong is published`() {
        forEachSeed(0..<3000) { seed, random in
            let run = LaneSimulation.any(seed, &random)
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
                #expect(run.result?.ending == run.item.goodEnding, "seed \(seed)")
            }
            if run.result?.ending == run.item.goodEnding {
                #expect(run.publications == run.item.goodPublications, "seed \(seed)")
            }
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

    @Test func `what is being published cannot be cancelled any more`() {
        forEachSeed(0..<100) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: seed % 2 == 0)
            run.cancelsWhilePublishing = true
            run.run()
            run.expectSuccess(seed, "")
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "next")
        }
    }

    @Test(arguments: [StageKind.tracker, .compositor, .validator])
    func `a stage that says it finished before it was told the end is replaced`(kind: StageKind) {
        var lies = 0
        forEachSeed(0..<60) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.prepare()
            var liar: (stage: StageID, pass: UInt32)?
            while liar == nil, run.result == nil {
                run.step()
                // A decoder with credit and more to send: the pass runs, and the end cannot have been told.
                guard let decoder = run.liveStages.first(where: { $0.id.kind == .decoder }), !decoder.grants.isEmpty,
                    decoder.plan.count > 1, let pass = decoder.active,
                    let stage = run.liveStages.first(where: { $0.id.kind == kind && $0.active == pass })
                else { continue }
                if kind != .validator || decoder.order?.order.kind == .verify { liar = (stage.id, pass) }
            }
            // A video without frames gives no chance to lie.
            guard let liar else { return }
            lies += 1
            run.hasRogue = true
            let kills = run.kills
            run.feed(.report(liar.stage, StageReport(verb: .finished, pass: liar.pass)))
            #expect(run.kills == kills + 1, "seed \(seed)")
            run.finish()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            #expect(run.result?.ending == .published, "seed \(seed)")
        }
        #expect(lies > 30)
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
}
