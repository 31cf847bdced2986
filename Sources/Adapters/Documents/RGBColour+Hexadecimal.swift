import Redaction

extension RGBColour {
    /// Reads `#RRGGBB`, in capital or small digits.
    ///
    /// - Returns: nil for anything else.
    package init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 7, digits[0] == 0x23 else { return nil }
        var value = 0
        for digit in digits.dropFirst() {
            switch digit {
            case 0x30...0x39: value = value << 4 | Int(digit - 0x30)
            case 0x41...0x46: value = value << 4 | Int(digit - 0x41 + 10)
            case 0x61...0x66: value = value << 4 | Int(digit - 0x61 + 10)
            default: return nil
            }
        }
        self.init(
            red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF)
        )
    }

    /// `#rrggbb`.
    package var hexadecimal: String {
        "#"
            + [red, green, blue].map { channel in
                let digits = String(channel, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }
}
