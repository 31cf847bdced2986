/// One option: how it is written, what it takes and what it does.
///
/// Parser and help read the same row.
struct OptionSpec: Sendable {
    /// With its dashes.
    let name: String
    /// A second, short spelling with its dash.
    let short: String?
    /// What stands for the value in help; nil for an option without one.
    let value: String?
    /// The values it takes, in words that follow "it takes".
    let allowed: String
    /// True where giving it again adds to it.
    let repeats: Bool
    /// One line of help, with the default.
    let meaning: String

    init(
        _ name: String, short: String? = nil, value: String? = nil, allowed: String = "", repeats: Bool = false,
        _ meaning: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.allowed = allowed
        self.repeats = repeats
        self.meaning = meaning
    }

    /// The spellings as help shows them.
    var usage: String {
        [short, name].compactMap { $0 }.joined(separator: ", ") + (value.map { " " + $0 } ?? "")
    }
}

/// One command: its operands, its options and its help.
struct CommandSpec: Sendable {
    let name: String
    /// What follows the name, as help shows it.
    let operands: String
    /// What to call a missing operand, in words that follow "needs"; nil where none is needed.
    let operandNeeded: String?
    /// The most operands it takes, nil for any number.
    let operandLimit: Int?
    let options: [OptionSpec]
    /// One line.
    let summary: String
    /// More lines for `help COMMAND`.
    let detail: [String]

    /// The row of an option by either of its spellings.
    func option(_ spelling: String) -> OptionSpec? {
        options.first { $0.name == spelling || $0.short == spelling }
    }
}
