/// SOI, tables, one frame, its scans, EOI as the last two bytes; no application segment, no comment.
struct OwnJPEG {
    private let region: Region

    init(_ region: Region) { self.region = region }

    func check() {
        var offset = 2
        var frames = 0
        while let head = region.u16(offset), region.file.spend() {
            guard head >> 8 == 0xFF else {
                region.unexpectedPart("bytes between segments", offset)
                return
            }
            if head == 0xFFD9 {
                region.expectEnd(at: offset + 2)
                if frames != 1 { region.unexpectedPart("\(frames) pictures", offset) }
                return
            }
            guard let length = region.u16(offset + 2), length >= 2, let body = region.slice(offset + 4, length - 2)
            else { break }
            if [0xC0, 0xC1, 0xC2].contains(head & 0xFF) { frames += 1 }
            if !isAllowed(head & 0xFF, body) {
                region.unexpectedPart("segment 0x\(String(head & 0xFF, radix: 16))", offset)
            }
            offset += 2 + length
            if head == 0xFFDA { offset = JPEGWalker.endOfScan(in: region, from: offset) }
        }
        region.note(.unexpectedBytes, "the end is missing", offset)
    }

    /// True where the segment is on the list and as long as what it says it holds.
    private func isAllowed(_ marker: Int, _ body: Region) -> Bool {
        switch marker {
        case 0xDB: body.count > 0 && (body.count % 65 == 0 || body.count % 129 == 0)
        case 0xC0, 0xC1, 0xC2: body.count == 6 + 3 * (body.u8(5) ?? 0)
        case 0xC4: isHuffmanTable(body)
        case 0xDD: body.count == 2
        case 0xDA: body.count == 4 + 2 * (body.u8(0) ?? 0)
        default: false
        }
    }

    private func isHuffmanTable(_ body: Region) -> Bool {
        var offset = 0
        while offset < body.count {
            guard offset + 17 <= body.count else { return false }
            offset += 17 + (1...16).reduce(0) { $0 + (body.u8(offset + $1) ?? 0) }
        }
        return offset == body.count
    }
}
