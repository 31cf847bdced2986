/// The chunks of a WebP file.
enum WebPScan {
    static func facts(of file: FileBytes) throws(PhotoError) -> ContainerFacts {
        var facts = ContainerFacts()
        let head = ByteView(try file.bytes(at: 0, count: 12), bigEndian: false)
        guard let size = head.u32(4), 8 + size <= file.length else { throw .truncated }
        let end = 8 + size
        var offset = 12
        while offset + 8 <= end {
            let chunk = ByteView(try file.bytes(at: offset, count: 8), bigEndian: false)
            guard let length = chunk.u32(4), let type = chunk.code(0), offset + 8 + length <= end else {
                throw .truncated
            }
            switch type {
            case "EXIF": facts.codes.insert("exif")
            case "XMP ": facts.noteXMP(try file.bytes(at: offset + 8, count: min(length, 1 << 20))[...])
            case "ICCP": facts.codes.insert("icc")
            case "ANMF": facts.frames += 1
            case "VP8L": facts.lossless = true
            case "VP8 ": facts.chroma = .yuv420
            case "VP8X", "ALPH", "ANIM": break
            default: facts.codes.insert("application")
            }
            offset += 8 + length + length & 1
        }
        try facts.noteTrailer(of: file, from: end + size & 1)
        return facts
    }
}
