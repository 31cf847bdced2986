import Documents

/// Understands the command line.
package enum CommandLineParser {
    /// Understands the words after the program's name.
    ///
    /// - Parameter words: the arguments as bytes; file names need not be UTF-8.
    /// - Throws: ``ClientError``, one sentence each that names the option and what it takes.
    package static func parse(_ words: [[UInt8]]) throws(ClientError) -> Command {
        guard let first = words.first else { throw .noCommand }
        let name = String(decoding: first, as: UTF8.self)
        switch name {
        case "--version": return .version
        case "--help", "-h": return .help(nil)
        default: break
        }
        guard let spec = CommandTable.named(name) else {
            let names = CommandTable.all.map(\.name) + ["--version"]
            throw .unknownCommand(SafeText.escaped(name), nearest: Nearest.match(name, among: names))
        }
        let raw = try RawArguments(spec, words: Array(words.dropFirst()))
        if raw.wantsHelp { return .help(spec.name) }
        try checkOperands(raw)
        return try meaning(of: raw)
    }

    private static func checkOperands(_ raw: RawArguments) throws(ClientError) {
        if let needed = raw.command.operandNeeded, raw.operands.isEmpty {
            throw .missingOperand(needed, command: raw.command.name)
        }
        if let limit = raw.command.operandLimit, raw.operands.count > limit {
            throw .extraOperand(SafeText.escaped(raw.operands[limit]), command: raw.command.name)
        }
        if raw.operands.contains(where: \.isEmpty) {
            throw .badValue(
                option: raw.command.name, value: "", allowed: raw.command.operandNeeded ?? "no empty word"
            )
        }
    }

    /// Step two: from words to meaning.
    private static func meaning(of raw: RawArguments) throws(ClientError) -> Command {
        let mode = OutputMode(json: raw.has(OptionTable.json), quiet: raw.has(OptionTable.quiet))
        switch raw.command.name {
        case "cover": return .cover(try CoverRequest(raw, mode: mode))
        case "submit": return .submit(try CoverRequest(raw, mode: mode))
        case "scan": return .scan(try ScanRequest(raw, mode: mode))
        case "audit": return .audit(raw.operands.map(BytePath.init(bytes:)), mode)
        case "list": return .list(mode)
        case "status": return .status(job: try job(raw, raw.operands[0]), mode)
        case "wait": return .wait(jobs: try jobs(raw), mode)
        case "cancel": return .cancel(job: try job(raw, raw.operands[0]))
        case "retry": return .retry(job: try job(raw, raw.operands[0]))
        case "profile":
            return .profile(job: try job(raw, raw.operands[0]), trace: raw.path("--trace"), mode)
        case "top": return .top
        case "supervisor": return .supervisor(try action(raw.operands[0]))
        case "doctor": return .doctor(mode)
        default: return .help(try topic(raw))
        }
    }

    /// An id of a job: letters, digits and dashes, at most 64 of them.
    private static func job(_ raw: RawArguments, _ word: [UInt8]) throws(ClientError) -> String {
        let id = String(decoding: word, as: UTF8.self)
        let sound = id.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == 0x2D
        }
        guard sound, (1...64).contains(id.utf8.count) else {
            throw .badValue(
                option: raw.command.name, value: SafeText.escaped(word),
                allowed: "the id of a job, as submit and list print it"
            )
        }
        return id
    }

    private static func jobs(_ raw: RawArguments) throws(ClientError) -> [String] {
        var ids: [String] = []
        for word in raw.operands {
            let id = try job(raw, word)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    private static func action(_ word: [UInt8]) throws(ClientError) -> SupervisorAction {
        guard let action = SupervisorAction(rawValue: String(decoding: word, as: UTF8.self)) else {
            throw .badValue(option: "supervisor", value: SafeText.escaped(word), allowed: "start, stop or status")
        }
        return action
    }

    private static func topic(_ raw: RawArguments) throws(ClientError) -> String? {
        guard let word = raw.operands.first else { return nil }
        let name = String(decoding: word, as: UTF8.self)
        guard CommandTable.named(name) != nil else {
            throw .unknownCommand(
                SafeText.escaped(name), nearest: Nearest.match(name, among: CommandTable.all.map(\.name))
            )
        }
        return name
    }
}
