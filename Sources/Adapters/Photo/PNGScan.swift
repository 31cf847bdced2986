/// The chunks of a PNG file.
enum PNGScan {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// True when an animation control chunk stands in the first bytes, before the picture data.
    static func hasAnimation(inFirst bytes: [UInt8]) -> Bool {
        let view = ByteView(bytes)
        var offset = signature.count
        while let length = view.u32(offset), let type = view.code(offset + 4) {
            if type == "acTL" { return true }
            if type == "IDAT" || type == "IEND" { return false }
            offset += length + 12
        }
        return false
    }

    static func facts(of file: FileBytes) throws(PhotoError) -> ContainerFacts {
        var facts = ContainerFacts()
        var offset = signature.count
        while true {
            let head = ByteView(try file.bytes(at: offset, count: 8))
            guard let length = head.u32(0), let type = head.code(4) else { throw .truncated }
            guard offset + 12 + length <= file.length else { throw .truncated }
            switch type {
            case "IHDR":
                facts.isWhole = ByteView(try file.bytes(at: offset + 8, count: 13)).u8(12) == 1
            case "acTL":
                facts.frames = ByteView(try file.bytes(at: offset + 8, count: 4)).u32(0) ?? 0
            case "IEND":
                try facts.noteTrailer(of: file, from: offset + 12)
                return facts
            default:
                // 64 KB: enough to tell what a text is.
                note(type, try file.bytes(at: offset + 8, count: min(length, 64 << 10)), in: &facts)
            }
            offset += 12 + length
        }
    }

    private static func note(_ type: String, _ body: [UInt8], in facts: inout ContainerFacts) {
        switch type {
        case "eXIf": facts.codes.insert("exif")
        case "iCCP": facts.codes.insert("icc")
        case "tIME": facts.codes.insert("time")
        case "caBX": facts.codes.insert("c2pa")
        case "iTXt" where body.starts(with: "XML:com.adobe.xmp".utf8): facts.noteXMP(body[...])
        case "tEXt", "zTXt", "iTXt": facts.codes.insert("text")
        case "PLTE", "IDAT", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "hIST", "pHYs", "cICP", "fcTL", "fdAT":
            break
        default: facts.codes.insert("application")
        }
    }
}
