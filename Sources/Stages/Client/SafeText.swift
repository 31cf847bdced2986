/// Makes text from outside fit for a terminal and for one line.
package enum SafeText {
    /// Bytes as text in which every byte that is not printable Unicode is written out: `\n`, `\x1b`, `\u{202e}`.
    ///
    /// A file name may hold escape sequences that recolour, retitle or rewrite a terminal, line breaks that fake
    /// another message, and marks that turn the reading direction round.
    package static func escaped(_ bytes: [UInt8]) -> String {
        var result = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            if let (scalar, length) = firstScalar(rest) {
                append(scalar, to: &result)
                rest = rest.dropFirst(length)
            } else {
                result += "\\x" + hexadecimal(UInt32(rest[rest.startIndex]), digits: 2)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Text with everything unprintable written out.
    package static func escaped(_ text: String) -> String {
        escaped(Array(text.utf8))
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            result += "\\x" + hexadecimal(scalar.value, digits: 2)
        case _ where isTreacherous(scalar):
            result += "\\u{" + String(scalar.value, radix: 16) + "}"
        default: result.unicodeScalars.append(scalar)
        }
    }

    /// Controls, line and paragraph breaks, direction marks, and what no font shows; a joiner inside an emoji stays.
    private static func isTreacherous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        case .format: scalar.value != 0x200D
        default: false
        }
    }

    /// The Unicode scalar that the bytes begin with, and its length in bytes; nil where they are not UTF-8.
    private static func firstScalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        var iterator = bytes.prefix(4).makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
