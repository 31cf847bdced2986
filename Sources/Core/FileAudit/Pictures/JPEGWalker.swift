/// The segments of a JPEG file, all its scans, and what lies behind its end.
///
/// Source: ITU-T T.81, annex B.
struct JPEGWalker {
    private let region: Region
    /// 0 for the file itself; pictures inside it are looked through as well.
    private let depth: Int
    /// Pictures inside pictures deeper than this are only named.
    private static let greatestDepth = 2

    init(_ region: Region, depth: Int) {
        self.region = region
        self.depth = depth
    }

    /// - Returns: the offset behind the end marker; the region's end where there is none.
    func run() -> Int {
        let end = walkSegments()
        if depth == 0 { TrailerScan(region.from(end), depth: depth).run() }
        return end
    }

    private func walkSegments() -> Int {
        var offset = 2
        while let prefix = region.u8(offset), region.file.spend() {
            guard prefix == 0xFF, let marker = region.u8(offset + 1) else {
                region.note(.damaged, "no marker where one must be", offset)
                return region.count
            }
            switch marker {
            case 0xFF: offset += 1
            case 0xD9: return offset + 2
            case 0x01, 0xD0...0xD8: offset += 2
            default:
                guard let length = region.u16(offset + 2), length >= 2, let body = region.slice(offset + 4, length - 2)
                else {
                    region.note(.damaged, "a segment that breaks off", offset)
                    return region.count
                }
                note(marker, body)
                offset += 2 + length
                if marker == 0xDA { offset = Self.endOfScan(in: region, from: offset) }
            }
        }
        region.note(.damaged, "a JPEG without an end", offset)
        return region.count
    }

    private func note(_ marker: Int, _ body: Region) {
        switch marker {
        case 0xE0...0xEF: JPEGApplication.note(marker - 0xE0, body)
        case 0xFE: if body.count > 0 { body.note(.comment, "COM") }
        case 0xC0...0xCF, 0xDA...0xDF: break
        default: body.note(.unknownPart, "segment 0x\(String(marker, radix: 16))")
        }
    }

    /// Walks over entropy-coded data to the marker that ends it.
    static func endOfScan(in region: Region, from start: Int) -> Int {
        var offset = start
        while offset < region.count {
            // One byte of overlap, so that a marker on the border of two blocks is seen.
            let block = region.bytes(offset, 64 << 10)
            if let found = firstMarker(block) { return offset + found }
            guard block.count > 1 else { break }
            offset += block.count - 1
        }
        return region.count
    }

    private static func firstMarker(_ block: [UInt8]) -> Int? {
        var index = 0
        while index + 1 < block.count {
            if block[index] == 0xFF, block[index + 1] != 0, block[index + 1] != 0xFF,
                !(0xD0...0xD7).contains(block[index + 1])
            {
                return index
            }
            index += 1
        }
        return nil
    }
}
