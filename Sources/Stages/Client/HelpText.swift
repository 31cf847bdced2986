/// The text of `help`, made from the tables the parser reads.
package enum HelpText {
    private static let width = 80

    /// Help on everything.
    package static let overview: [String] =
        [
            "safefaces covers every face in photos and videos, verifies the finished file,",
            "and publishes it only if it is sure. Nothing leaves this machine.", "",
            "Usage: safefaces COMMAND [OPTIONS]", "", "Commands:",
        ] + CommandTable.all.flatMap { row($0.name, $0.summary, indent: 2, column: 14) } + [
            "", "Places, each with a variable that overrides it:",
            "  SAFEFACES_RUNTIME   sockets of the supervisor", "  SAFEFACES_STATE     queue and work files",
            "  SAFEFACES_MODELS    the model", "",
            "Exit codes: 0 all published, 1 internal error, 2 usage, 3 blocked, 4 failed,",
            "            5 no supervisor, 130 interrupted", "",
            "safefaces help COMMAND shows the options of a command.",
        ]

    /// Help on one command; nil where there is no such command.
    package static func lines(for name: String) -> [String]? {
        guard let command = CommandTable.named(name) else { return nil }
        var lines = ["safefaces \(command.name): \(command.summary)", ""]
        let options = command.options.isEmpty ? "" : " [OPTIONS]"
        let operands = command.operands.isEmpty ? "" : " " + command.operands
        lines += ["Usage: safefaces \(command.name)\(operands)\(options)"]
        if !command.detail.isEmpty { lines += [""] + command.detail.flatMap { wrapped($0, columns: width) } }
        if !command.options.isEmpty {
            lines += ["", "Options:"]
            lines += command.options.flatMap { row($0.usage, $0.meaning, indent: 2, column: 24) }
            lines += ["", "-- ends the options; what follows is a file even if it begins with a dash."]
        }
        return lines
    }

    /// A term and its explanation, the explanation in its own column.
    private static func row(_ term: String, _ text: String, indent: Int, column: Int) -> [String] {
        let margin = String(repeating: " ", count: column)
        let lead = String(repeating: " ", count: indent) + term
        let lines = wrapped(text, columns: width - column)
        if lead.count + 2 > column { return [lead] + lines.map { margin + $0 } }
        return lines.enumerated().map { index, line in
            (index == 0 ? TextWidth.padded(lead, columns: column) : margin) + line
        }
    }

    private static func wrapped(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
