/// The resources of a Photoshop block: `8BIM`, a number, a name, a length.
///
/// Source: Adobe Photoshop file formats, "Image resource blocks".
enum PhotoshopWalker {
    static func run(_ region: Region) {
        region.note(.photoshop, "Photoshop resources")
        var offset = 0
        while offset + 12 <= region.count, region.file.spend() {
            guard region.has("8BIM", at: offset), let number = region.u16(offset + 4), let name = region.u8(offset + 6)
            else {
                if !region.from(offset).isZero() {
                    region.note(.application, "Photoshop resources of another kind", offset)
                }
                return
            }
            let head = offset + 6 + (name + 2) / 2 * 2
            guard let length = region.u32(head), let body = region.slice(head + 4, length) else {
                region.note(.damaged, "a Photoshop resource that breaks off", offset)
                return
            }
            note(number, body)
            offset = head + 4 + length + length % 2
        }
    }

    private static func note(_ number: Int, _ body: Region) {
        switch number {
        case 0x0404: IPTCWalker.run(body)
        case 0x0409, 0x040C: body.note(.photoshopThumbnail, "resource 0x\(String(number, radix: 16))")
        case 0x0422, 0x0423: EXIFWalker.run(body)
        case 0x0424: XMPScan.run(body)
        case 0x040F: ICCScan.run(body)
        default: break
        }
    }
}
