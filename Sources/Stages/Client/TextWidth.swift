/// How much room text takes on a terminal.
package enum TextWidth {
    /// Columns that `text` takes: two for wide East Asian characters and emoji, none for combining marks.
    package static func columns(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The text cut in its middle so that it fits; both ends of a file name tell something.
    package static func fitted(_ text: String, columns limit: Int) -> String {
        guard columns(of: text) > limit else { return text }
        guard limit > 1 else { return limit == 1 ? "…" : "" }
        let tailRoom = (limit - 1) / 2
        let head = taking(text, columns: limit - 1 - tailRoom)
        let tail = String(taking(String(text.reversed()), columns: tailRoom).reversed())
        return head + "…" + tail
    }

    /// The text with blanks to its right up to the width, or as it is where it is longer.
    package static func padded(_ text: String, columns width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(of: text)))
    }

    /// The text with blanks to its left up to the width.
    package static func rightAligned(_ text: String, columns width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns(of: text))) + text
    }

    private static func taking(_ text: String, columns limit: Int) -> String {
        var used = 0
        return String(
            text.prefix { character in
                used += columns(of: character)
                return used <= limit
            })
    }

    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        let properties = first.properties
        if properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark { return 0 }
        let emoji = character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
        return emoji || isWide(first.value) ? 2 : 1
    }

    /// Source: Unicode Standard Annex 11, the blocks whose characters are Wide or Fullwidth.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
