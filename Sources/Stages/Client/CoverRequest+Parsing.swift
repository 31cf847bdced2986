import Documents
import Redaction

extension CoverRequest {
    init(_ raw: RawArguments, mode: OutputMode) throws(ClientError) {
        guard let output = raw.path("--output") else {
            throw .missingOption("--output PATH", command: raw.command.name)
        }
        self.init(
            inputs: raw.operands.map(BytePath.init(bytes:)), output: output,
            settings: try Self.settings(raw), timeline: raw.path("--timeline"), regions: raw.path("--regions"),
            overwrite: raw.has(OptionTable.overwrite), report: raw.path("--report"),
            threads: try raw.number("--threads", in: 1...1024),
            frameMemory: try raw.number("--frame-memory", in: 16...(1 << 20)), mode: mode
        )
        try checkFiles()
        try checkSingle()
    }

    private static func settings(_ raw: RawArguments) throws(ClientError) -> CoverSettings {
        CoverSettings(
            style: try style(raw), show: try show(raw),
            audio: try raw.word("--audio", as: AudioChoice.self) ?? .keep,
            quality: try raw.number("--quality", in: 1...100),
            format: try raw.word("--format", as: PhotoFormat.self) ?? .same,
            video: try raw.word("--video", as: VideoFormat.self) ?? .same,
            names: try raw.word("--names", as: NameChoice.self) ?? .keep, repair: raw.values["--no-repair"] == nil,
            engine: try raw.word("--engine", as: EngineChoice.self) ?? .automatic
        )
    }

    private static func style(_ raw: RawArguments) throws(ClientError) -> CoverStyle {
        var style = CoverStyle()
        style.kind = try raw.word("--style", as: CoverStyle.Kind.self) ?? style.kind
        style.intensity = try raw.number("--intensity", in: 0...100) ?? style.intensity
        if let text = try raw.text("--color") {
            guard let colour = RGBColour(hexadecimal: text) else { throw raw.refused("--color", Array(text.utf8)) }
            style.colour = colour
        }
        if let emoji = try raw.text("--emoji") {
            guard (1...8).contains(emoji.count), emoji.utf8.count <= 64, SafeText.escaped(emoji) == emoji else {
                throw raw.refused("--emoji", Array(emoji.utf8))
            }
            style.emoji = emoji
        }
        style.shape = try raw.word("--shape", as: CoverShape.self) ?? style.shape
        try checkStyle(raw, style.kind)
        return style
    }

    /// An option that would have no effect is a misunderstanding, better told than obeyed.
    private static func checkStyle(_ raw: RawArguments, _ kind: CoverStyle.Kind) throws(ClientError) {
        if raw.values["--emoji"] != nil, kind != .emoji {
            throw .conflict("--emoji has no effect with --style \(kind.rawValue): add --style emoji")
        }
        if raw.values["--shape"] != nil, kind != .shape {
            throw .conflict("--shape has no effect with --style \(kind.rawValue): add --style shape")
        }
        if raw.values["--color"] != nil, kind != .bar, kind != .shape {
            throw .conflict(
                "--color has no effect with --style \(kind.rawValue): add --style bar or --style shape"
            )
        }
    }

    private static func show(_ raw: RawArguments) throws(ClientError) -> ShowChoice {
        guard let words = raw.values["--show"] else { return .nobody }
        var ids: Set<Int> = []
        var all = false
        for word in words {
            let text = String(decoding: word, as: UTF8.self)
            if text == "all" {
                all = true
            } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int(text), id > 0 {
                ids.insert(id)
            } else {
                throw raw.refused("--show", word)
            }
        }
        if all, !ids.isEmpty { throw .conflict("--show all and --show ID cannot be given together: choose one") }
        return all ? .all : .ids(ids.sorted())
    }

    /// No file may play two parts.
    private func checkFiles() throws(ClientError) {
        let written: [(String, BytePath)] = [("--output", output), ("--report", report ?? BytePath(""))]
            .filter { !$0.1.bytes.isEmpty }
        let read =
            inputs.map { ("an input", $0) }
            + [("--timeline", timeline), ("--regions", regions)]
            .compactMap { name, path in path.map { (name, $0) } }
        if report == output {
            throw .sameFileTwice("--report and --output are the same file: give them different names")
        }
        for (option, path) in written where option == "--report" {
            for (name, other) in read where other == path {
                throw .sameFileTwice("\(option) would replace \(name) (\(path)): give it another name")
            }
        }
        for (option, other) in [("--timeline", timeline), ("--regions", regions)] where other == output {
            throw .sameFileTwice("--output would replace the file of \(option): give it another name")
        }
    }

    /// What belongs to one input cannot go with more.
    private func checkSingle() throws(ClientError) {
        guard inputs.count > 1 else { return }
        if settings.show != .nobody { throw .needsOneInput(option: "--show", found: inputs.count) }
        if timeline != nil { throw .needsOneInput(option: "--timeline", found: inputs.count) }
    }

    /// Asks the same again once folders have been searched.
    package func checkSingle(found: Int) throws(ClientError) {
        guard found > 1 else { return }
        if settings.show != .nobody { throw .needsOneInput(option: "--show", found: found) }
        if timeline != nil { throw .needsOneInput(option: "--timeline", found: found) }
    }
}

extension ScanRequest {
    init(_ raw: RawArguments, mode: OutputMode) throws(ClientError) {
        self.init(
            input: BytePath(bytes: raw.operands[0]), output: raw.path("--output"), sheet: raw.path("--sheet"),
            overwrite: raw.has(OptionTable.overwrite),
            engine: try raw.word("--engine", as: EngineChoice.self) ?? .automatic,
            threads: try raw.number("--threads", in: 1...1024),
            frameMemory: try raw.number("--frame-memory", in: 16...(1 << 20)), mode: mode
        )
        if let output, output == sheet {
            throw .sameFileTwice("--output and --sheet are the same file: give them different names")
        }
        for (name, path) in [("--output", output), ("--sheet", sheet)] where path == input {
            throw .sameFileTwice("\(name) would replace the input: give it another name")
        }
    }
}
