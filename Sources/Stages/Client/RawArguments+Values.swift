extension RawArguments {
    /// The one value of an option as a path, nil where it was not given.
    func path(_ name: String) -> BytePath? {
        values[name]?.first.map(BytePath.init(bytes:))
    }

    /// The one value of an option as text.
    func text(_ name: String) throws(ClientError) -> String? {
        guard let bytes = values[name]?.first else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw refused(name, bytes) }
        return text
    }

    /// The one value of an option as a whole number in the range.
    func number(_ name: String, in range: ClosedRange<Int>) throws(ClientError) -> Int? {
        guard let text = try text(name) else { return nil }
        // Digits only: Int would also take a sign.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            range.contains(number)
        else { throw refused(name, Array(text.utf8)) }
        return number
    }

    /// The one value of an option as a word of a closed list.
    func word<Word: RawRepresentable>(
        _ name: String, as type: Word.Type
    ) throws(ClientError) -> Word? where Word.RawValue == String {
        guard let text = try text(name) else { return nil }
        guard let word = Word(rawValue: text) else { throw refused(name, Array(text.utf8)) }
        return word
    }

    /// The error for a value that the option does not take.
    func refused(_ name: String, _ value: [UInt8]) -> ClientError {
        .badValue(
            option: name, value: SafeText.escaped(value), allowed: command.option(name)?.allowed ?? "something else"
        )
    }
}
