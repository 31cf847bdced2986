import Client
import Documents
import Testing

@Suite struct StageProfileTests {
    private static func stage(
        _ stage: StageName, _ pass: PassName, busy: Double, processes: Int = 1, items: Int = 10, peak: Int = 100 << 20
    ) -> ReportStage {
        ReportStage(
            stage: stage, pass: pass, processes: processes, items: items, busySeconds: busy, waitInputSeconds: 1,
            waitCreditSeconds: 0.5, cpuSeconds: busy, peakRSSBytes: peak, p50Ms: busy, p95Ms: 2 * busy, restarts: 1
        )
    }

    @Test func `items are added up by pass and stage, whatever their order`() {
        let stages = [
            Self.stage(.compositor, .render, busy: 3), Self.stage(.decoder, .analyze, busy: 1),
            Self.stage(.compositor, .render, busy: 2, peak: 300 << 20), Self.stage(.detector, .analyze, busy: 8),
        ]
        let profile = StageProfile(stages)
        #expect(profile == StageProfile(stages.reversed()))
        #expect(profile.rows.map(\.stage) == [.decoder, .detector, .compositor])
        #expect(profile.rows[2].busySeconds == 5)
        #expect(profile.rows[2].waitInputSeconds == 2)
        #expect(profile.rows[2].items == 20)
        #expect(profile.rows[2].restarts == 2)
        #expect(profile.rows[2].peakRSSBytes == 300 << 20)
        #expect(profile.rows[2].p95Ms == 6)
    }

    @Test func `the stage that is busy longest per process bounds its pass, the longest pass first`() {
        let profile = StageProfile([
            Self.stage(.decoder, .analyze, busy: 3), Self.stage(.detector, .analyze, busy: 5, processes: 2),
            Self.stage(.compositor, .render, busy: 6), Self.stage(.decoder, .render, busy: 2),
            Self.stage(.validator, .verify, busy: 1),
        ])
        #expect(profile.bounds.map(\.pass) == [.render, .analyze, .verify])
        #expect(profile.bounds.map(\.stage) == [.compositor, .decoder, .validator])
        #expect(profile.bounds[0].timesNext == 3)
        #expect(profile.bounds[1].timesNext == 1.2)
        #expect(profile.bounds[2].timesNext == nil)
        #expect(profile.lines.contains("render waits for the compositor, 6.0 s busy, 3.0 times as long as the next stage"))
    }

    @Test func `columns stand under each other, and what was not measured is not shown as nothing`() {
        let lines = StageProfile([
            Self.stage(.detector, .analyze, busy: 1234, peak: 0), Self.stage(.compositor, .render, busy: 1),
        ]).lines
        #expect(Set(lines.prefix(3).map(\.count)).count == 1)
        #expect(lines[1].hasSuffix("       -         1"))
        #expect(StageProfile([]).lines.count == 1)
    }
}
