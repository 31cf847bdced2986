/// The records of an IPTC block.
///
/// Source: IPTC-IIM 4.2, chapter 6.
enum IPTCWalker {
    static func run(_ region: Region) {
        region.note(.iptc, "IPTC")
        var offset = 0
        while region.u8(offset) == 0x1C, let record = region.u8(offset + 1), let field = region.u8(offset + 2),
            let length = region.u16(offset + 3), region.file.spend()
        {
            if record == 2, length > 0, let code = code(field) {
                region.note(code, "IPTC 2:\(field)", offset)
            }
            // The high bit says that the length has a length: such a field is longer than any text.
            guard length < 0x8000 else { return }
            offset += 5 + length
        }
    }

    private static func code(_ field: Int) -> AuditCode? {
        switch field {
        case 80, 85, 110, 115, 116, 118, 122: .iptcOwner
        case 26, 27, 90, 92, 95, 100, 101: .iptcPlace
        case 5, 25, 40, 105, 120: .iptcText
        case 30, 35, 37, 47, 55, 60, 62, 63: .iptcDate
        case 125, 200...202: .thumbnail
        default: nil
        }
    }
}
