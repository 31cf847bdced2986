/// Head, colours, frames with their times, at most one count of loops, the end as the last byte; no text, no comment.
struct OwnGIF {
    private let region: Region

    init(_ region: Region) { self.region = region }

    func check() {
        guard region.has("GIF89a", at: 0), let flags = region.u8(10) else {
            region.unexpectedPart("head")
            return
        }
        // Neither a shape of pixels nor a colour behind the picture is written.
        if !region.isZero(11, 2) { region.unexpectedValue("head", 11) }
        var offset = 13 + Region.gifTableBytes(flags)
        var frames = 0
        var loops = 0
        while let introducer = region.u8(offset), region.file.spend() {
            switch introducer {
            case 0x3B:
                region.expectEnd(at: offset + 1)
                if frames == 0 { region.unexpectedPart("no frame", offset) }
                return
            case 0x2C:
                guard let flags = region.u8(offset + 9) else { break }
                frames += 1
                offset = region.endOfGIFBlocks(offset + 11 + Region.gifTableBytes(flags))
                continue
            case 0x21:
                if region.u8(offset + 1) == 0xFF { loops += 1 }
                if !isAllowed(offset) || loops > 1 { region.unexpectedPart("extension", offset) }
                offset = region.endOfGIFBlocks(offset + 2)
                continue
            default: region.unexpectedPart("block 0x\(String(introducer, radix: 16))", offset)
            }
            return
        }
        region.note(.unexpectedBytes, "the end is missing", offset)
    }

    /// The times of a frame (four bytes), or the count of loops (three). Source: GIF89a, 23; Netscape's extension.
    private func isAllowed(_ offset: Int) -> Bool {
        switch region.u8(offset + 1) {
        case 0xF9: region.u8(offset + 2) == 4 && region.u8(offset + 7) == 0
        case 0xFF:
            region.u8(offset + 2) == 11 && region.has("NETSCAPE2.0", at: offset + 3) && region.u8(offset + 14) == 3
                && region.u8(offset + 15) == 1 && region.u8(offset + 18) == 0
        default: false
        }
    }
}
