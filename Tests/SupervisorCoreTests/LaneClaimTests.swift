import SupervisorCore
import TestSupport
import Testing
import Wire

/// What holds for a lane when the stage that reads hostile bytes was taken over by them.
@Suite struct LaneClaimTests {
    private func code(_ ending: LaneEnding?) -> String {
        switch ending {
        case .failed(let failure): failure.code
        case .blocked(let verdict): verdict.code ?? ""
        case .scanned, .published, .cancelled, nil: ""
        }
    }

    @Test(arguments: [
        (DecoderLie.totals, "count-mismatch"), (.swallowedLooks, "count-mismatch"), (.hugeLayout, "stage-died"),
        (.noMedium, "stage-died"), (.noWidth, "stage-died"), (.endlessSlots, "stage-died"),
        (.negativeSlots, "stage-died"), (.otherSound, "sound-mismatch"),
    ])
    func `a decoder's lie ends the item with its reason, and only that item`(lie: DecoderLie, reason: String) {
        var lies = 0
        forEachSeed(0..<150) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            // A video without frames leaves nothing to lie about.
            guard run.item.frames > 0 else { return }
            lies += 1
            run.lie = lie
            run.hasRogue = true
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            #expect(code(run.result?.ending) == reason, "seed \(seed)")
            #expect(run.publications == 0, "seed \(seed)")
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "next")
        }
        #expect(lies > 50)
    }

    @Test(arguments: [(DecoderLie.faces, "count-mismatch"), (.wholeFrame, "stage-died")])
    func `a decoder's lie about faces leaves no contact sheet`(lie: DecoderLie, reason: String) {
        var lies = 0
        forEachSeed(0..<150) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: seed % 2 == 0, scansOnly: true, wantsSheet: true)
            guard run.item.facePictures.contains(where: { $0 > 0 }) else { return }
            lies += 1
            run.lie = lie
            run.hasRogue = true
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            #expect(code(run.result?.ending) == reason, "seed \(seed)")
            #expect(run.publications == 0, "seed \(seed)")
            run.runNext(isVideo: true, scansOnly: true, wantsSheet: true)
            run.expectSuccess(seed, "next")
        }
        #expect(lies > 50)
    }

    @Test func `a source that changed before its contact sheet fails the scan`() {
        var found = 0
        forEachSeed(0..<300) { seed, random in
            let run = LaneSimulation(seed: seed, isVideo: true, scansOnly: true, wantsSheet: true)
            run.lie = .changedInput
            run.faults = [PlannedFault(step: Int.random(in: 50...250, using: &random), fault: .kill(.compositor))]
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            if run.result?.ending == .scanned { return }
            #expect(code(run.result?.ending) == "input-changed", "seed \(seed)")
            #expect(run.publications == 0, "seed \(seed)")
            found += 1
        }
        #expect(found > 20)
    }

    @Test func `a source that changed while it was worked on fails the item`() {
        var found = 0
        forEachSeed(0..<300) { seed, random in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.lie = .changedInput
            run.faults = [PlannedFault(step: Int.random(in: 100...400, using: &random), fault: .kill(.compositor))]
            run.run()
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            if run.result?.ending == .published { return }
            #expect(code(run.result?.ending) == "input-changed", "seed \(seed)")
            found += 1
        }
        #expect(found > 20)
    }

    @Test func `a verdict of a check that was dropped is worth nothing`() {
        var dropped = 0
        forEachSeed(0..<1500) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.prepare()
            while run.result == nil {
                run.step()
                // The lane has the verdict, and not yet the decoder's word that it is through.
                guard run.approvedOutput != nil, run.publications == 0,
                    let decoder = run.liveStages.first(where: { $0.id.kind == .decoder }),
                    run.waits(.finished, of: .decoder), !run.waits(.finished, of: .validator)
                else { continue }
                dropped += 1
                run.withholdsVerdict = true
                run.approvedOutput = nil
                run.feed(.died(decoder.id, how: "signal 9"))
                break
            }
            run.finish()
            guard run.withholdsVerdict else { return }
            #expect(code(run.result?.ending) == "no-verdict", "seed \(seed)")
            #expect(run.publications == 0, "seed \(seed)")
        }
        #expect(dropped > 10)
    }

    @Test func `a pool that could not be made is asked for again`() {
        forEachSeed(0..<100) { seed, _ in
            let run = LaneSimulation(seed: seed, isVideo: seed % 2 == 0)
            run.failsMaking = true
            run.run()
            #expect(code(run.result?.ending) == "disk-full", "seed \(seed)")
            run.runNext(isVideo: true)
            run.expectSuccess(seed, "next")
        }
    }

    @Test func `a frame too large for the memory fails its item with the setting to change, and only that`() {
        forEachSeed(0..<50) { seed, _ in
            let configuration = LaneConfiguration(lane: 0, frameMemoryBytes: 3 * 4096 - 1)
            let run = LaneSimulation(seed: seed, isVideo: seed % 2 == 0, configuration: configuration)
            for _ in 0..<2 {
                guard case .failed(let failure) = run.runOnce() else {
                    Issue.record("seed \(seed): \(String(describing: run.result?.ending))")
                    return
                }
                #expect(failure.code == "frame-too-large" && failure.blame == .input, "seed \(seed)")
                #expect(failure.text.contains("--frame-memory to at least 1 MiB"), "seed \(seed)")
                #expect(run.violations.isEmpty && run.kills == 0, "seed \(seed): \(run.violations)")
                run.choose(isVideo: true)
            }
            #expect(run.lane.brokenBy == nil)
        }
    }
}
