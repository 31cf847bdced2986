import SupervisorCore
import TestSupport
import Testing
import Wire

/// What holds for a lane when nobody fails.
@Suite struct LaneLawTests {
    @Test func `without faults every item is published, or scanned, with nobody killed`() {
        forEachSeed(0..<1500) { seed, random in
            let isVideo = random.next() % 3 != 0
            let scansOnly = random.next() % 4 == 0
            let run = LaneSimulation(
                seed: seed, isVideo: isVideo, scansOnly: scansOnly, wantsSheet: random.next() % 2 == 0,
                detectors: Int(seed % 3) + 1
            )
            run.run()
            run.expectSuccess(seed, "")
            #expect(run.kills == 0, "seed \(seed)")
        }
    }

    @Test func `one lane does item after item, each with its own result`() {
        forEachSeed(0..<300) { seed, random in
            let run = LaneSimulation(seed: seed, isVideo: true)
            run.run()
            for _ in 0..<4 {
                let scansOnly = random.next() % 3 == 0
                run.runNext(
                    isVideo: random.next() % 2 == 0, scansOnly: scansOnly, wantsSheet: random.next() % 2 == 0
                )
                run.expectSuccess(seed, "next")
            }
            #expect(run.violations.isEmpty, "seed \(seed): \(run.violations)")
            #expect(run.kills == 0 && run.spawns == 6, "seed \(seed)")
        }
    }

    @Test func `the same schedule gives the same actions`() {
        forEachSeed(0..<50) { seed, _ in
            let logs = (0..<2).map { _ in
                let run = LaneSimulation(seed: seed, isVideo: true)
                run.keepsLog = true
                run.faults = [PlannedFault(step: 60, fault: .kill(.detector))]
                run.run()
                return run.log
            }
            #expect(logs[0] == logs[1] && !logs[0].isEmpty, "seed \(seed)")
        }
    }

    @Test func `a scan with a contact sheet has a row for every stage that worked on it`() throws {
        let run = LaneSimulation(seed: 7, isVideo: true, scansOnly: true, wantsSheet: true)
        run.run()
        run.expectSuccess(7, "")
        let rows = try #require(run.result).stages.map { "\($0.pass).\($0.stage)" }.sorted()
        #expect(
            rows == [
                "analyze.decoder", "analyze.detector", "analyze.tracker", "sheet.compositor", "sheet.decoder",
            ]
        )
    }

    @Test func `for a contact sheet only decoder and compositor get to work, and the source is not opened again`()
    {
        for seed in UInt64(0)..<40 {
            let run = LaneSimulation(seed: seed, isVideo: seed % 2 == 0, scansOnly: true, wantsSheet: true)
            run.keepsLog = true
            run.run()
            run.expectSuccess(seed, "")
            let begun = run.log.compactMap { action in
                if case .order(let stage, let order) = action, order.kind == .sheet { (stage.kind, order) } else { nil }
            }
            #expect(begun.map(\.0) == [.compositor, .decoder], "seed \(seed)")
            #expect(begun.map(\.1.attachments) == [[.pool, .timeline, .output], [.pool, .timeline]], "seed \(seed)")
        }
    }

    @Test func `a published video has a row for every stage of every pass`() throws {
        let run = LaneSimulation(seed: 7, isVideo: true)
        run.run()
        let rows = try #require(run.result).stages.map { "\($0.pass).\($0.stage)" }.sorted()
        #expect(
            rows == [
                "analyze.decoder", "analyze.detector", "analyze.tracker", "render.compositor", "render.decoder",
                "verify.decoder", "verify.detector", "verify.validator",
            ]
        )
    }
}
