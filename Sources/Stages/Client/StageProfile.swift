import Documents

/// Where the time of a job went: what each stage did in each pass, over all items that are settled.
package struct StageProfile: Encodable, Hashable, Sendable {
    /// Which stage a pass waited for.
    package struct Bound: Encodable, Hashable, Sendable {
        package var pass: PassName
        package var stage: StageName
        package var busySeconds: Double
        /// How much longer it was busy than the next stage of its pass; null where no other worked.
        package var timesNext: Double?

        private enum CodingKeys: CodingKey { case pass, stage, busySeconds, timesNext }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(pass, forKey: .pass)
            try container.encode(stage, forKey: .stage)
            try container.encode(busySeconds, forKey: .busySeconds)
            try container.encode(timesNext, forKey: .timesNext)
        }
    }

    /// One for each stage in each pass, in their order.
    package let rows: [ReportStage]
    /// One for each pass, the pass that took longest first.
    package let bounds: [Bound]

    package init(_ stages: [ReportStage]) {
        rows = PassName.allCases.flatMap { pass in
            StageName.allCases.compactMap { kind in
                Self.total(stages.filter { $0.pass == pass && $0.stage == kind })
            }
        }
        bounds = PassName.allCases.compactMap { [rows] pass in Self.bound(rows.filter { $0.pass == pass }) }
            .sorted { $0.busySeconds > $1.busySeconds }
    }

    /// What one stage did in one pass over several items: times and counts added up, the largest of what is a measure of
    /// one process or one moment; nil for no item.
    private static func total(_ stages: [ReportStage]) -> ReportStage? {
        guard var total = stages.first else { return nil }
        for stage in stages.dropFirst() {
            total.processes = max(total.processes, stage.processes)
            total.items += stage.items
            total.busySeconds += stage.busySeconds
            total.waitInputSeconds += stage.waitInputSeconds
            total.waitCreditSeconds += stage.waitCreditSeconds
            total.cpuSeconds += stage.cpuSeconds
            total.peakRSSBytes = max(total.peakRSSBytes, stage.peakRSSBytes)
            total.p50Ms = max(total.p50Ms, stage.p50Ms)
            total.p95Ms = max(total.p95Ms, stage.p95Ms)
            total.restarts += stage.restarts
        }
        return total
    }

    private static func bound(_ rows: [ReportStage]) -> Bound? {
        let ordered = rows.sorted { $0.busyPerProcess > $1.busyPerProcess }
        guard let first = ordered.first, first.busyPerProcess > 0 else { return nil }
        let next = ordered.dropFirst().first?.busyPerProcess ?? 0
        return Bound(
            pass: first.pass, stage: first.stage, busySeconds: first.busyPerProcess,
            timesNext: next > 0 ? first.busyPerProcess / next : nil
        )
    }

    // MARK: - For a person

    package var lines: [String] {
        guard !rows.isEmpty else { return ["nothing of this job has been worked on yet"] }
        let head = [
            "pass", "stage", "n", "items", "busy s", "no input s", "no slot s", "cpu s", "p50 ms", "p95 ms", "peak MiB",
            "restarts",
        ]
        return TextTable.lines([head] + rows.map(Self.cells), leading: 2) + bounds.map(Self.sentence)
    }

    private static func cells(_ row: ReportStage) -> [String] {
        // Detectors owe no measures of their own process: what is not known is not shown as nothing.
        let isMeasured = row.peakRSSBytes > 0
        return [
            row.pass.rawValue, row.stage.rawValue, "\(row.processes)", "\(row.items)", TimeText.tenths(row.busySeconds),
            TimeText.tenths(row.waitInputSeconds), TimeText.tenths(row.waitCreditSeconds), isMeasured ? TimeText.tenths(row.cpuSeconds) : "-",
            TimeText.tenths(row.p50Ms), TimeText.tenths(row.p95Ms), isMeasured ? "\(row.peakRSSBytes >> 20)" : "-", "\(row.restarts)",
        ]
    }

    private static func sentence(_ bound: Bound) -> String {
        let start = "\(bound.pass.rawValue) waits for the \(bound.stage.rawValue), \(TimeText.tenths(bound.busySeconds)) s busy"
        guard let times = bound.timesNext else { return start }
        return start + ", \(TimeText.tenths(times)) times as long as the next stage"
    }
}

extension ReportStage {
    /// Seconds that each of its processes was busy: the shortest that the pass could have taken.
    fileprivate var busyPerProcess: Double { busySeconds / Double(max(processes, 1)) }
}

/// Columns of text, each as wide as its widest cell.
enum TextTable {
    /// - Parameters:
    ///   - rows: of one length.
    ///   - leading: how many columns are words, to be read from the left; the others are numbers.
    static func lines(_ rows: [[String]], leading: Int) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column < leading ? cell + space : space + cell
            }.joined(separator: "  ")
        }
    }
}
