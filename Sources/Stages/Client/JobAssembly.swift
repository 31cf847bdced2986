import Documents
import TimelineCore

/// Puts together the job that the supervisor is asked to do.
package enum JobAssembly {
    /// The job of `cover` or `submit`.
    ///
    /// - Parameters:
    ///   - folder: where relative paths start.
    ///   - regions: the content of the regions file, if one was given.
    ///   - timelineSHA256: of the bytes of the timeline file, if one was given.
    /// - Throws: ``ClientError`` where `--show` or `--timeline` would go to more than one input.
    package static func job(
        for request: CoverRequest, intake: Intake, plan: OutputPlan, folder: BytePath,
        regions: RegionsDocument? = nil, timelineSHA256: String? = nil
    ) throws(ClientError) -> JobSpec {
        precondition((request.regions == nil) == (regions == nil), "the regions file was not read")
        precondition((request.timeline == nil) == (timelineSHA256 == nil), "the timeline file was not read")
        try request.checkSingle(found: plan.outputs.count)
        var settings = request.settings
        settings.regions = regions?.regions ?? []
        if let path = request.timeline, let timelineSHA256 {
            let path = path.absolute(from: folder).document
            settings.timeline = FileReference(path: path, sha256: timelineSHA256)
        }
        return JobSpec(
            kind: .cover,
            items: plan.outputs.map { item($0.item.path, $0.output, folder, notes: $0.notes(request.settings)) },
            leftOut: intake.leftOut.map(leftOut), settings: settings, overwrite: request.overwrite,
            report: request.report?.absolute(from: folder).document, threads: request.threads
        )
    }

    /// The job of `scan`.
    ///
    /// - Parameter output: where the timeline goes; the client's own temporary place where the person wants none.
    package static func job(for request: ScanRequest, output: BytePath, folder: BytePath) -> JobSpec {
        JobSpec(
            kind: .scan, items: [item(request.input, output, folder)],
            settings: CoverSettings(engine: request.engine), overwrite: request.overwrite,
            sheet: request.sheet?.absolute(from: folder).document, threads: request.threads
        )
    }

    private static func item(_ input: BytePath, _ output: BytePath, _ folder: BytePath, notes: [String] = []) -> JobItem
    {
        JobItem(
            input: input.absolute(from: folder).document, output: output.absolute(from: folder).document,
            shownInput: input.document, shownOutput: output.document, notes: notes
        )
    }

    private static func leftOut(_ entry: IntakeLeftOut) -> JobLeftOut {
        JobLeftOut(
            shownInput: entry.path.document, state: entry.state, reason: entry.reason, code: entry.code
        )
    }
}

extension BytePath {
    /// The path as documents carry it.
    ///
    /// The path must be one: neither the kernel's names nor the words of a command line are empty or hold a zero byte,
    /// and to drop an input without a word would be worse than to stop.
    package var document: DocumentPath {
        guard let path = DocumentPath(bytes: bytes) else { preconditionFailure("an empty path, or a zero byte in it") }
        return path
    }

    package init(_ path: DocumentPath) {
        self.init(bytes: path.bytes)
    }
}
