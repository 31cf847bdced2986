/// What a job is to do.
package enum JobKind: String, Sendable, Codable, CaseIterable {
    /// Analyse, cover, verify, publish.
    case cover
    /// Analyse only, and write the timeline.
    case scan
}

/// One input of a job and where its result goes.
package struct JobItem: Hashable, Sendable, Codable {
    /// Absolute paths, as the supervisor opens them.
    package var input: DocumentPath
    package var output: DocumentPath
    /// The same as the person gave them, for reports and events.
    package var shownInput: DocumentPath
    package var shownOutput: DocumentPath
    /// What the report is to say about this item beside what becomes of it.
    package var notes: [String]

    package init(
        input: DocumentPath, output: DocumentPath, shownInput: DocumentPath, shownOutput: DocumentPath,
        notes: [String] = []
    ) {
        self.input = input
        self.output = output
        self.shownInput = shownInput
        self.shownOutput = shownOutput
        self.notes = notes
    }
}

/// An input that was found and set aside before any work: it is told in the report, not worked on.
package struct JobLeftOut: Hashable, Sendable, Codable {
    package var shownInput: DocumentPath
    /// ``ItemState/skipped``, or ``ItemState/failed`` for a folder that could not be read.
    package var state: ItemState
    package var reason: String
    package var code: ItemCode

    package init(shownInput: DocumentPath, state: ItemState, reason: String, code: ItemCode) {
        self.shownInput = shownInput
        self.state = state
        self.reason = reason
        self.code = code
    }
}

/// A job as the client hands it to the supervisor.
package struct JobSpec: Hashable, Sendable, Codable {
    package let version: Int
    package var kind: JobKind
    package var items: [JobItem]
    package var leftOut: [JobLeftOut]
    package var settings: CoverSettings
    package var overwrite: Bool
    /// Absolute path of the report to write when the job ends.
    package var report: DocumentPath?
    /// Absolute path of the contact sheet, scans only.
    package var sheet: DocumentPath?
    /// Most processor threads the job may keep busy; nil is the supervisor's choice.
    package var threads: Int?

    package init(
        kind: JobKind, items: [JobItem], leftOut: [JobLeftOut] = [], settings: CoverSettings = CoverSettings(),
        overwrite: Bool = false, report: DocumentPath? = nil, sheet: DocumentPath? = nil, threads: Int? = nil
    ) {
        version = 1
        self.kind = kind
        self.items = items
        self.leftOut = leftOut
        self.settings = settings
        self.overwrite = overwrite
        self.report = report
        self.sheet = sheet
        self.threads = threads
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try DocumentCoding.requireVersion1(container, .version, .job)
        kind = try container.decode(JobKind.self, forKey: .kind)
        items = try container.decode([JobItem].self, forKey: .items)
        leftOut = try container.decode([JobLeftOut].self, forKey: .leftOut)
        settings = try container.decode(CoverSettings.self, forKey: .settings)
        overwrite = try container.decode(Bool.self, forKey: .overwrite)
        report = try container.decodeIfPresent(DocumentPath.self, forKey: .report)
        sheet = try container.decodeIfPresent(DocumentPath.self, forKey: .sheet)
        threads = try container.decodeIfPresent(Int.self, forKey: .threads)
    }
}
