/// Looks for messages inside coded pictures that are not cut into units of known length, by the bytes they begin with.
enum MessageSearch {
    private static let marks: [([UInt8], AuditCode)] = [
        ([0xDC, 0x45, 0xE9, 0xBD, 0xE6, 0xD9, 0x48, 0xB7], .videoSettings),
        ([0x2C, 0xA2, 0xDE, 0x09, 0xB5, 0x17, 0x47, 0xDB], .videoSettings),
        ([0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03], .videoCaptions),
        // MPEG-2 user data with captions; Xvid's and DivX's names for themselves.
        ([0x00, 0x00, 0x01, 0xB2, 0x47, 0x41, 0x39, 0x34], .videoCaptions),
        ([0x00, 0x00, 0x01, 0xB2, 0x58, 0x76, 0x69, 0x44], .videoSettings),
        ([0x00, 0x00, 0x01, 0xB2, 0x44, 0x69, 0x76, 0x58], .videoSettings),
        ([0x00, 0x00, 0x01, 0xB2, 0x4C, 0x61, 0x76, 0x63], .videoSettings),
    ]
    private static let scanner = NeedleScanner(bytes: marks.map(\.0))
    /// Encoders name themselves in the first picture; captions come with every one.
    private static let limit = 8 << 20

    static func run(_ region: Region) {
        scanner.scan(region.first(limit)) { mark, offset in
            region.note(marks[mark].1, "coded pictures", offset)
            return offset + 8
        }
    }
}
