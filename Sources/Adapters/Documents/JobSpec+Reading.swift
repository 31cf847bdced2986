import Redaction

extension JobSpec {
    /// Reads and checks a job.
    ///
    /// The supervisor trusts no client, so everything is asked again here.
    ///
    /// - Throws: ``DocumentError``.
    package static func read(_ bytes: [UInt8]) throws(DocumentError) -> JobSpec {
        let spec = try DocumentCoding.decode(JobSpec.self, from: bytes, as: .job)
        try spec.check()
        return spec
    }

    /// The job's bytes, on one line.
    package func encoded() throws(DocumentError) -> [UInt8] {
        try DocumentCoding.encode(self, as: .job)
    }

    /// Refuses a job that could not be done as it stands.
    package func check() throws(DocumentError) {
        guard items.count + leftOut.count <= DocumentLimits.items else {
            throw .invalid(.job, "it has more than \(DocumentLimits.items) inputs")
        }
        guard !items.isEmpty || !leftOut.isEmpty else { throw .invalid(.job, "it has no inputs") }
        try checkPaths()
        try checkSelection()
        try checkSettings()
    }

    private func checkPaths() throws(DocumentError) {
        var outputs: Set<DocumentPath> = []
        let inputs = Set(items.map(\.input))
        for item in items {
            guard item.input.isAbsolute, item.output.isAbsolute else {
                throw .invalid(.job, "its paths must be absolute")
            }
            guard outputs.insert(item.output).inserted else {
                throw .invalid(.job, "two inputs have the same output")
            }
            guard !inputs.contains(item.output) else { throw .invalid(.job, "an output would replace an input") }
        }
        for extra in [report, sheet, settings.timeline?.path] {
            guard let extra else { continue }
            guard extra.isAbsolute else { throw .invalid(.job, "its paths must be absolute") }
            guard !inputs.contains(extra) else {
                throw .invalid(.job, "an input cannot also be the report, sheet or timeline")
            }
        }
        guard leftOut.allSatisfy({ $0.state == .skipped || $0.state == .failed }) else {
            throw .invalid(.job, "an input that was left out is either skipped or failed")
        }
    }

    private func checkSelection() throws(DocumentError) {
        let single = items.count == 1
        guard single || settings.show == .nobody else {
            throw .invalid(.job, "faces can be made visible in one input only")
        }
        guard single || settings.timeline == nil else { throw .invalid(.job, "a timeline belongs to one input") }
        guard single || kind == .cover else { throw .invalid(.job, "a scan has one input") }
        guard sheet == nil || kind == .scan else { throw .invalid(.job, "only a scan makes a contact sheet") }
    }

    private func checkSettings() throws(DocumentError) {
        guard (0...100).contains(settings.style.intensity) else {
            throw .invalid(.job, "the intensity must be 0 to 100")
        }
        guard settings.quality.map((1...100).contains) ?? true else {
            throw .invalid(.job, "the quality must be 1 to 100")
        }
        guard threads.map((1...1024).contains) ?? true else {
            throw .invalid(.job, "the threads must be 1 to 1024")
        }
        guard !settings.style.emoji.isEmpty, settings.style.emoji.utf8.count <= 64 else {
            throw .invalid(.job, "the emoji must be 1 to 64 bytes")
        }
        if let sha256 = settings.timeline?.sha256, !DocumentLimits.isSHA256(sha256) {
            throw .invalid(.job, "the timeline needs its SHA-256")
        }
        try RegionEntry.check(settings.regions, as: .job)
    }
}
