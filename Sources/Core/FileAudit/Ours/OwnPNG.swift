/// IHDR, a palette where there is one, IDAT, IEND; nothing behind, and every checksum right.
struct OwnPNG {
    private let region: Region
    private static let order: [FourCC] = ["IHDR", "PLTE", "IDAT", "IEND"]

    init(_ region: Region) { self.region = region }

    func check() {
        var offset = 8
        var place = 0
        while let length = region.u32(offset), let type = region.code(offset + 4), region.file.spend() {
            guard let next = Self.order.firstIndex(of: type), next >= place,
                next != place || type == "IDAT" || place == 0
            else {
                region.unexpectedPart("chunk \(type.shown)", offset)
                return
            }
            place = next
            guard let chunk = region.slice(offset + 4, length + 4), let sum = region.u32(offset + 8 + length) else {
                break
            }
            if type == "IHDR", length != 13 || offset != 8 { region.unexpectedValue("IHDR", offset) }
            if CRC32.of(chunk) != sum { region.unexpectedValue("checksum of \(type.shown)", offset) }
            offset += 12 + length
            if type == "IEND" {
                if length != 0 { region.unexpectedValue("IEND", offset) }
                region.expectEnd(at: offset)
                return
            }
        }
        region.note(.unexpectedBytes, "the end is missing", offset)
    }
}

/// The checksum of PNG chunks.
///
/// Source: ISO/IEC 15948, annex D.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func of(_ region: Region) -> Int {
        var sum: UInt32 = 0xFFFF_FFFF
        var offset = 0
        while offset < region.count {
            let block = region.bytes(offset, 64 << 10)
            guard !block.isEmpty else { return -1 }
            for byte in block { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
            offset += block.count
        }
        return Int(sum ^ 0xFFFF_FFFF)
    }
}
