/// Step one of the command line: which words are options, values and operands, nothing yet of what they mean.
struct RawArguments {
    let command: CommandSpec
    /// Values by option name, in the order given; an option without a value has one empty value.
    private(set) var values: [String: [[UInt8]]] = [:]
    private(set) var operands: [[UInt8]] = []
    /// True once `--help` or `-h` was seen.
    private(set) var wantsHelp = false

    /// Splits the words after the command's name.
    init(_ command: CommandSpec, words: [[UInt8]]) throws(ClientError) {
        self.command = command
        var index = 0
        var optionsEnded = false
        while index < words.count {
            let word = words[index]
            index += 1
            if optionsEnded || word.first != Self.dash || word.count == 1 {
                operands.append(word)
            } else if word == [Self.dash, Self.dash] {
                optionsEnded = true
            } else {
                let next = index < words.count ? words[index] : nil
                if try take(word, next: next) { index += 1 }
            }
        }
    }

    /// Whether an option without a value was given.
    func has(_ option: OptionSpec) -> Bool { values[option.name] != nil }

    private static let dash: UInt8 = 0x2D
    private static let equals: UInt8 = 0x3D

    /// Takes one option.
    ///
    /// - Returns: true where the next word was its value.
    private mutating func take(_ word: [UInt8], next: [UInt8]?) throws(ClientError) -> Bool {
        let cut = word.firstIndex(of: Self.equals)
        let spelling = String(decoding: word[..<(cut ?? word.count)], as: UTF8.self)
        let inline = cut.map { Array(word[($0 + 1)...]) }
        if spelling == "--help" || spelling == "-h" {
            wantsHelp = true
            return false
        }
        guard let option = command.option(spelling) else {
            let names = command.options.map(\.name)
            throw .unknownOption(
                SafeText.escaped(spelling), command: command.name, nearest: Nearest.match(spelling, among: names)
            )
        }
        guard option.repeats || values[option.name] == nil else { throw .repeatedOption(option.name) }
        guard option.value != nil else {
            guard inline == nil else { throw .needlessValue(option: option.name) }
            values[option.name] = [[]]
            return false
        }
        guard let value = inline ?? next.flatMap({ isOption($0) ? nil : $0 }), !value.isEmpty else {
            throw .missingValue(option: option.name, allowed: option.allowed)
        }
        values[option.name, default: []].append(value)
        return inline == nil
    }

    /// True for a word that is itself an option of this command: then the value before it was forgotten.
    private func isOption(_ word: [UInt8]) -> Bool {
        guard word.first == Self.dash else { return false }
        let spelling = String(decoding: word.prefix { $0 != Self.equals }, as: UTF8.self)
        return spelling == "--" || spelling == "--help" || command.option(spelling) != nil
    }
}
