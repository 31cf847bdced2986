import Documents
import TimelineCore

/// One result: what it is made from, what it is called, and whether something is there already.
package struct PlannedOutput: Hashable, Sendable {
    package var item: IntakeItem
    package var output: BytePath
    /// What it is written as; nil for an input that looks like no media.
    package var format: MediaFormat?
    /// True where a file is at `output` already.
    package var exists: Bool

    /// What a person should know of the format: that it is not the input's although it should be the same.
    package func notes(_ settings: CoverSettings) -> [String] {
        guard let input = item.format, let format, input != format else { return [] }
        guard input.kind == .video || settings.format == .same else { return [] }
        return ["written as \(format.rawValue), its input is \(input.rawValue)"]
    }
}

/// Decides what every result is called, before any work starts.
///
/// The same inputs in the same order get the same names. No name is given twice, also not on a file system that
/// ignores case, and none leads to an input.
package struct OutputPlan: Sendable {
    package let outputs: [PlannedOutput]

    /// Plans the outputs of a search.
    ///
    /// - Parameters:
    ///   - target: what `--output` said.
    ///   - namedFile: true where the command named exactly one file, which lets `target` be a file name.
    /// - Throws: ``ClientError`` where an output would replace an input, cannot be written there, or has a format that
    ///   cannot be.
    package init(
        items: [IntakeItem], target: BytePath, namedFile: Bool, settings: CoverSettings,
        table: FormatTable = .complete
    ) throws(ClientError) {
        let inputs = Set(items.map(\.identity))
        if namedFile, let only = items.first, items.count == 1, try OutputTarget(target).isFileName {
            let format = try Self.format(ofFileName: target, for: only, settings: settings, table: table)
            outputs = [try Self.planned(only, at: target, format: format, inputs: inputs)]
            return
        }
        try OutputTarget(target).requireFolder()
        var names = OutputNames(items: items, choice: settings.names)
        var planned: [PlannedOutput] = []
        for item in items {
            let format = try Self.format(for: item, settings: settings, table: table)
            let relative = names.next(for: item, format: format)
            planned.append(
                try Self.planned(item, at: target.appending(relative), format: format, inputs: inputs)
            )
        }
        outputs = planned
    }

    /// Identity of the folder that `--output` names, nil where it names none that is there: for ``Intake``.
    package static func folder(of target: BytePath) throws(ClientError) -> FileIdentity? {
        try OutputTarget(target).folder
    }

    /// Refuses the first output that exists and is not, by the caller's knowledge, this very result.
    ///
    /// To be called without `--overwrite`, before any work.
    package func requireFree(exceptDone isDone: (PlannedOutput) -> Bool) throws(ClientError) {
        let taken = outputs.filter { $0.exists && !isDone($0) }
        if let first = taken.first { throw .outputExists(first.output, others: taken.count - 1) }
    }

    private static func format(
        for item: IntakeItem, settings: CoverSettings, table: FormatTable
    ) throws(ClientError) -> MediaFormat? {
        guard let input = item.format else { return nil }
        guard let format = table.output(for: input, settings: settings) else {
            throw .outputFormat(item.path, "this machine cannot write it as asked: choose another --format")
        }
        return format
    }

    /// The format that a file name given with `--output` asks for.
    private static func format(
        ofFileName target: BytePath, for item: IntakeItem, settings: CoverSettings, table: FormatTable
    ) throws(ClientError) -> MediaFormat? {
        guard let named = MediaFormat(fileExtension: target.fileExtension) else {
            throw .outputFormat(target, "the name of the output needs an extension such as .jpg or .mp4")
        }
        guard let input = item.format else { return named }
        guard named.kind == input.kind else {
            let (made, from) = named.kind == .photo ? ("photo", "video") : ("video", "photo")
            throw .outputFormat(target, "a \(from) cannot become a \(made): choose another extension")
        }
        guard named != .gif || input == .gif else {
            throw .outputFormat(target, "a GIF has too few colours for a photo: choose another extension")
        }
        guard named != input || settings.format.mediaFormat != nil else {
            return try plain(named, target, settings, table)
        }
        if named.kind == .photo, let asked = settings.format.mediaFormat, asked != named {
            throw .outputFormat(target, "the extension does not fit --format \(settings.format.rawValue)")
        }
        return try plain(named, target, settings, table)
    }

    /// The named format, if it can be written as it stands.
    private static func plain(
        _ named: MediaFormat, _ target: BytePath, _ settings: CoverSettings, _ table: FormatTable
    ) throws(ClientError) -> MediaFormat {
        var plain = settings
        plain.format = .same
        guard let written = table.output(for: named, settings: plain), written == named else {
            throw .outputFormat(target, "this format cannot be written: choose another extension")
        }
        return named
    }

    /// Looks at what is at an output's place.
    private static func planned(
        _ item: IntakeItem, at output: BytePath, format: MediaFormat?, inputs: Set<FileIdentity>
    ) throws(ClientError) -> PlannedOutput {
        var exists = false
        for following in [false, true] {
            switch FileSystem.facts(output, following: following) {
            case .success(let facts):
                if inputs.contains(facts.identity) { throw .outputIsInput(output) }
                if facts.kind == .folder { throw .outputIsFolder(output) }
                exists = true
            case .failure(let failure) where failure.code.isAbsence: break
            case .failure(let failure) where failure.code.isBlockedWay: throw .outputInTheWay(output)
            case .failure(let failure): throw .unreachableOutput(output, reason: failure.code.words)
            }
        }
        return PlannedOutput(item: item, output: output, format: format, exists: exists)
    }
}
