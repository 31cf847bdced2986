/// The blocks of a GIF file.
///
/// Source: GIF 89a specification.
struct GIFWalker {
    private let region: Region

    init(_ region: Region) { self.region = region }

    func run() {
        guard let flags = region.u8(10) else {
            region.note(.damaged, "a GIF without a head")
            return
        }
        var offset = 13 + Region.gifTableBytes(flags)
        while let introducer = region.u8(offset), region.file.spend() {
            switch introducer {
            case 0x3B:
                TrailerScan(region.from(offset + 1), depth: 0).run()
                return
            case 0x2C:
                guard let flags = region.u8(offset + 9) else { break }
                offset = region.endOfGIFBlocks(offset + 11 + Region.gifTableBytes(flags))
                continue
            case 0x21:
                noteExtension(offset)
                offset = region.endOfGIFBlocks(offset + 2)
                continue
            case 0x00:
                offset += 1
                continue
            default: break
            }
            break
        }
        region.note(.damaged, "a GIF without an end", offset)
    }

    private func noteExtension(_ offset: Int) {
        switch region.u8(offset + 1) {
        case 0xF9: break
        case 0xFE: region.note(.comment, "comment extension", offset)
        case 0x01: region.note(.text, "text extension", offset)
        case 0xFF: noteApplication(offset)
        default: region.note(.application, "an unknown extension", offset)
        }
    }

    private func noteApplication(_ offset: Int) {
        if region.has("NETSCAPE2.0", at: offset + 3) || region.has("ANIMEXTS1.0", at: offset + 3) { return }
        if region.has("XMP Data", at: offset + 3) {
            XMPScan.run(region.from(offset + 14).first(max(0, region.endOfGIFBlocks(offset + 2) - offset - 14)))
        } else if region.has("ICCRGBG1", at: offset + 3) {
            region.note(.icc, "ICC extension", offset)
        } else {
            region.note(.application, "application extension", offset)
        }
    }
}
