/// The chunks of a WebP file.
///
/// Source: RFC 9649.
struct WebPWalker {
    private let region: Region

    init(_ region: Region) { self.region = region }

    func run() {
        guard let size = region.little32(4) else { return }
        let end = min(region.count, 8 + size + size % 2)
        if 8 + size > region.count { region.note(.damaged, "a WebP that breaks off", region.count) }
        walk(region.first(end), from: 12)
        TrailerScan(region.from(end), depth: 0).run()
    }

    private func walk(_ part: Region, from start: Int) {
        var offset = start
        while offset + 8 <= part.count, let type = part.code(offset), let length = part.little32(offset + 4),
            part.file.spend()
        {
            guard let body = part.slice(offset + 8, length) else {
                part.note(.damaged, "a chunk that breaks off", offset)
                return
            }
            note(type, body)
            offset += 8 + length + length % 2
        }
        if offset < part.count, !part.from(offset).isZero() { part.note(.slack, "behind the last chunk", offset) }
    }

    private func note(_ type: FourCC, _ body: Region) {
        switch type {
        case "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM": break
        case "ANMF": walk(body, from: 16)
        case "EXIF": EXIFWalker.run(body.has("Exif\0\0", at: 0) ? body.from(6) : body)
        case "XMP ": XMPScan.run(body)
        case "ICCP": ICCScan.run(body)
        case "C2PA": body.note(.c2pa, "C2PA")
        default: body.note(.application, "chunk \(type.shown)")
        }
    }
}
