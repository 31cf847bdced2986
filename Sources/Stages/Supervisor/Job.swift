import Control
import Documents
import TimelineCore
import Wire

/// One job in the supervisor: what was asked, by whom, and what has become of each item.
final class Job {
    let number: Int64
    let spec: JobSpec
    /// Routing id of the client that waits for it; nil where nobody does.
    let client: [UInt8]?
    let startedAt: Double
    /// The reviewed timeline, as stages take it, and the digest of the file it was made from.
    let reviewed: (timeline: Timeline, sha256: String)?
    var nextItem = 0
    var running: Set<Int> = []
    var results: [Int: ReportItem] = [:]
    var timelines: [Int: TimelineDocument] = [:]
    var engine: EngineSummary?
    var isCancelled = false

    init(
        number: Int64, spec: JobSpec, client: [UInt8]?, startedAt: Double,
        reviewed: (timeline: Timeline, sha256: String)?
    ) {
        self.number = number
        self.spec = spec
        self.client = client
        self.startedAt = startedAt
        self.reviewed = reviewed
    }

    var name: String { String(number) }
    var isDetached: Bool { client == nil }
    var waitingItems: Int { spec.items.count - nextItem }
    var isDone: Bool { results.count == spec.items.count }

    /// The report: items in the order they were given, then what was set aside before work.
    func report() -> ReportDocument {
        var items = spec.items.indices.compactMap { results[$0] }
        items += spec.leftOut.map(ReportItem.init)
        return ReportDocument(
            tool: ToolVersion.name,
            engine: .init(name: engine?.engine ?? "none", version: engine?.engineVersion ?? ""),
            model: .init(name: engine?.model ?? "none", sha256: engine?.modelSHA256 ?? ""),
            settings: ReportSettings(spec.settings), items: items
        )
    }
}
