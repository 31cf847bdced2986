import Control
import Documents
import FoundationEssentials
import Journal

/// A job as a person or a program is shown it: what is settled, what is in work, what waits.
struct JobView: Encodable {
    private enum Key: String, CodingKey {
        case job, state, created, ended, running, waiting
    }

    private let row: JournalJob
    private let spec: JobSpec
    private let report: ReportDocument
    private let running: [JobItem]
    private let waiting: [JobItem]

    init(_ row: JournalJob, items: [JournalItem]) throws(DocumentError) {
        self.row = row
        spec = try DocumentCoding.decode(JobSpec.self, from: row.spec, as: .job)
        let settled = try Self.settled(items)
        let open = Set(spec.items.indices).subtracting(settled.map(\.0))
        let inWork = open.intersection(items.map(\.index))
        running = inWork.sorted().map { [spec] in spec.items[$0] }
        waiting = open.subtracting(inWork).sorted().map { [spec] in spec.items[$0] }
        if let bytes = row.report, !bytes.isEmpty {
            report = try ReportDocument.read(bytes)
        } else {
            // What runs the model is known when the job has ended.
            report = ReportDocument(
                tool: ToolVersion.name, engine: .init(name: "none", version: ""),
                model: .init(name: "none", sha256: ""), settings: ReportSettings(spec.settings),
                items: settled.map(\.1) + spec.leftOut.map(ReportItem.init)
            )
        }
    }

    /// What has become of those items that are settled, by their place in the job.
    static func settled(_ items: [JournalItem]) throws(DocumentError) -> [(Int, ReportItem)] {
        var settled: [(Int, ReportItem)] = []
        for item in items where item.isSettled {
            guard let result = item.result else { continue }
            settled.append((item.index, try DocumentCoding.decode(ReportItem.self, from: result, as: .report)))
        }
        return settled
    }

    /// Where its time went so far.
    var profile: StageProfile { StageProfile(report.items.flatMap(\.stages)) }

    /// What was set aside before any work.
    var leftOut: [ReportItem] { spec.leftOut.map(ReportItem.init) }

    private var state: String {
        if !row.isOpen { return "done" }
        return running.isEmpty ? "queued" : "running"
    }

    /// The report of the contract's section 3 with the job's own words beside it.
    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(String(row.id), forKey: .job)
        try container.encode(state, forKey: .state)
        try container.encode(row.created, forKey: .created)
        try container.encode(row.ended, forKey: .ended)
        try container.encode(running.map(\.shownInput), forKey: .running)
        try container.encode(waiting.map(\.shownInput), forKey: .waiting)
    }

    /// Waiting items are counted, not listed: there may be thousands.
    var lines: [String] {
        var lines = ["job \(row.id): \(state), given \(JobTable.date(row.created))"]
        lines += report.items.map { (spec.kind == .scan ? SummaryText.scanLine($0) : SummaryText.line($0)) }
        lines += running.map { "running    \(BytePath($0.shownInput))" }
        if !waiting.isEmpty { lines.append("waiting    \(waiting.count) more") }
        if !row.isOpen, report.items.contains(where: { [.blocked, .failed, .cancelled].contains($0.state) }) {
            lines.append("'safefaces retry \(row.id)' tries again what was not published")
        }
        return lines
    }
}

/// A job in the list for programs.
struct JobLine: Encodable {
    var job: String
    var state: String
    var created: Int64
    var ended: Int64?
    var items: Int
    var counts: [String: Int]

    init(_ row: JournalSummary) {
        job = String(row.id)
        state = JobTable.state(row)
        created = row.created
        ended = row.ended
        items = row.itemCount
        counts = row.counts
    }
}

/// The list of jobs for a person.
enum JobTable {
    static func lines(_ rows: [JournalSummary]) -> [String] {
        guard !rows.isEmpty else { return ["there are no jobs"] }
        return ["job    state    given                 items"]
            + rows.map { row in
                let id = String(row.id).padded(to: 6)
                return "\(id) \(state(row).padded(to: 8)) \(date(row.created).padded(to: 21)) \(items(row))"
            }
    }

    static func state(_ row: JournalSummary) -> String {
        if row.ended != nil { return "done" }
        let isInWork = row.counts[JournalItem.inWork] != nil || row.counts[JournalItem.publishing] != nil
        return isInWork ? "running" : "queued"
    }

    private static func items(_ row: JournalSummary) -> String {
        let names = ["running", "published", "blocked", "failed", "skipped", "cancelled"]
        let told = names.compactMap { name in row.counts[name].map { "\($0) \(name)" } }
        let waiting = row.itemCount - row.counts.values.reduce(0, +)
        return (told + (row.ended == nil && waiting > 0 ? ["\(waiting) waiting"] : [])).joined(separator: ", ")
    }

    /// Coordinated universal time, to the second.
    static func date(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
