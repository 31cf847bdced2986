/// A name of four bytes, as boxes and chunks have it.
struct FourCC: Hashable, ExpressibleByStringLiteral {
    let number: UInt32

    init(_ number: UInt32) { self.number = number }

    /// Each character is one byte: the copyright sign of QuickTime's texts is 0xA9.
    init(stringLiteral text: String) {
        number = text.unicodeScalars.reduce(0) { $0 << 8 | ($1.value & 0xFF) }
    }

    /// Readable whatever the bytes are.
    var shown: String {
        var text = ""
        for shift in [24, 16, 8, 0] as [UInt32] {
            let byte = UInt8(truncatingIfNeeded: number >> shift)
            switch byte {
            case 0xA9: text += "(c)"
            case 0x21..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x20: text += " "
            default: text += "?"
            }
        }
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }

    /// The second to fourth byte of an Apple text, or nil for any other name.
    var isAppleText: Bool { number >> 24 == 0xA9 }
}
