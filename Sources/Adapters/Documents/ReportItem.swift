/// What became of an input.
package enum ItemState: String, Sendable, Codable, CaseIterable {
    case published, blocked, failed, skipped, cancelled
}

/// One input of a job and what became of it.
package struct ReportItem: Hashable, Sendable, Codable {
    /// SHA-256 of both files, null where there is none.
    package struct Digests: Hashable, Sendable, Codable {
        package var input: String?
        package var output: String?

        package init(input: String?, output: String?) {
            self.input = input
            self.output = output
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(input, forKey: .input)
            try container.encode(output, forKey: .output)
        }
    }

    package var input: DocumentPath
    /// Null unless this item was published, or is skipped because this very result is there already.
    package var output: DocumentPath?
    package var state: ItemState
    /// One sentence for a person, null for a published item.
    package var reason: String?
    package var code: ItemCode?
    /// Null where the input could not be opened.
    package var media: ReportMedia?
    package var faces: [ReportFace]
    /// Null where the verify pass did not come to an end.
    package var coverage: ReportCoverage?
    /// Null where no finished file was audited.
    package var audit: ReportAudit?
    package var sha256: Digests
    package var wallSeconds: Double
    package var stages: [ReportStage]
    /// Things a person should know about a result that is otherwise fine, such as another format than the input's.
    package var notes: [String]
    /// How often the verify pass found a face and the affected part was rendered again.
    package var repairs: Int

    package init(
        input: DocumentPath, output: DocumentPath? = nil, state: ItemState, reason: String? = nil,
        code: ItemCode? = nil, media: ReportMedia? = nil, faces: [ReportFace] = [],
        coverage: ReportCoverage? = nil, audit: ReportAudit? = nil,
        sha256: Digests = Digests(input: nil, output: nil), wallSeconds: Double = 0, stages: [ReportStage] = [],
        notes: [String] = [], repairs: Int = 0
    ) {
        self.input = input
        self.output = output
        self.state = state
        self.reason = reason
        self.code = code
        self.media = media
        self.faces = faces
        self.coverage = coverage
        self.audit = audit
        self.sha256 = sha256
        self.wallSeconds = wallSeconds
        self.stages = stages
        self.notes = notes
        self.repairs = repairs
    }

    // By hand, because the made-up one leaves a nil out where the contract shows null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(input, forKey: .input)
        try container.encode(output, forKey: .output)
        try container.encode(state, forKey: .state)
        try container.encode(reason, forKey: .reason)
        try container.encode(code, forKey: .code)
        try container.encode(media, forKey: .media)
        try container.encode(faces, forKey: .faces)
        try container.encode(coverage, forKey: .coverage)
        try container.encode(audit, forKey: .audit)
        try container.encode(sha256, forKey: .sha256)
        try container.encode(wallSeconds, forKey: .wallSeconds)
        try container.encode(stages, forKey: .stages)
        try container.encode(notes, forKey: .notes)
        try container.encode(repairs, forKey: .repairs)
    }
}

extension ReportItem {
    /// The report of an input that was set aside before any work.
    package init(_ leftOut: JobLeftOut) {
        self.init(input: leftOut.shownInput, state: leftOut.state, reason: leftOut.reason, code: leftOut.code)
    }
}
