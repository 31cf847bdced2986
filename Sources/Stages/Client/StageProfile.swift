import Documents

/// Where the time of a job went: what each stage did in each pass, over all items that are settled.
package struct StageProfile: Encodable, Hashable, Sendable {
    /// One stage in one pass.
    ///
    /// Units: seconds summed over items and processes, milliseconds and bytes the largest of any item.
    package struct Row: Encodable, Hashable, Sendable {
        package var pass: PassName
        package var stage: StageName
        package var processes: Int
        package var items: Int
        package var busySeconds: Double
        package var waitInputSeconds: Double
        package var waitCreditSeconds: Double
        package var cpuSeconds: Double
        package var peakRSSBytes: Int
        package var p50Ms: Double
        package var p95Ms: Double
        package var restarts: Int

        /// Seconds that each of its processes was busy: the shortest that the pass could have taken.
        package var busyPerProcess: Double { busySeconds / Double(max(processes, 1)) }

        init(_ first: ReportStage) {
            pass = first.pass
            stage = first.stage
            processes = first.processes
            items = 0
            busySeconds = 0
            waitInputSeconds = 0
            waitCreditSeconds = 0
            cpuSeconds = 0
            peakRSSBytes = 0
            p50Ms = 0
            p95Ms = 0
            restarts = 0
        }

        mutating func add(_ stage: ReportStage) {
            processes = max(processes, stage.processes)
            items += stage.items
            busySeconds += stage.busySeconds
            waitInputSeconds += stage.waitInputSeconds
            waitCreditSeconds += stage.waitCreditSeconds
            cpuSeconds += stage.cpuSeconds
            peakRSSBytes = max(peakRSSBytes, stage.peakRSSBytes)
            p50Ms = max(p50Ms, stage.p50Ms)
            p95Ms = max(p95Ms, stage.p95Ms)
            restarts += stage.restarts
        }
    }

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

    /// In the order of passes and stages.
    package let rows: [Row]
    /// One for each pass, the pass that took longest first.
    package let bounds: [Bound]

    package init(_ stages: [ReportStage]) {
        var rows: [Row] = []
        for stage in stages {
            if let index = rows.firstIndex(where: { $0.pass == stage.pass && $0.stage == stage.stage }) {
                rows[index].add(stage)
            } else {
                var row = Row(stage)
                row.add(stage)
                rows.append(row)
            }
        }
        let passes = PassName.allCases
        let kinds = StageName.allCases
        rows.sort { one, other in
            let (mine, theirs) = (passes.firstIndex(of: one.pass) ?? 0, passes.firstIndex(of: other.pass) ?? 0)
            guard mine == theirs else { return mine < theirs }
            return (kinds.firstIndex(of: one.stage) ?? 0) < (kinds.firstIndex(of: other.stage) ?? 0)
        }
        self.rows = rows
        bounds = passes.compactMap { pass in Self.bound(rows.filter { $0.pass == pass }) }
            .sorted { $0.busySeconds > $1.busySeconds }
    }

    private static func bound(_ rows: [Row]) -> Bound? {
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

    private static func cells(_ row: Row) -> [String] {
        // Detectors owe no measures of their own process: what is not known is not shown as nothing.
        let isMeasured = row.peakRSSBytes > 0
        return [
            row.pass.rawValue, row.stage.rawValue, "\(row.processes)", "\(row.items)", tenths(row.busySeconds),
            tenths(row.waitInputSeconds), tenths(row.waitCreditSeconds), isMeasured ? tenths(row.cpuSeconds) : "-",
            tenths(row.p50Ms), tenths(row.p95Ms), isMeasured ? "\(row.peakRSSBytes >> 20)" : "-", "\(row.restarts)",
        ]
    }

    private static func sentence(_ bound: Bound) -> String {
        let start = "\(bound.pass.rawValue) waits for the \(bound.stage.rawValue), \(tenths(bound.busySeconds)) s busy"
        guard let times = bound.timesNext else { return start }
        return start + ", \(tenths(times)) times as long as the next stage"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((max(0, value) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
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
