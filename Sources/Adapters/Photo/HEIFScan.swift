/// The boxes of a HEIF or AVIF file (ISO/IEC 14496-12, 23008-12).
enum HEIFScan {
    static func facts(of file: FileBytes) throws(PhotoError) -> ContainerFacts {
        var facts = ContainerFacts()
        var offset = 0
        while offset < file.length {
            let head = ByteView(try file.bytes(at: offset, count: 16))
            guard let small = head.u32(0), let type = head.code(4) else { throw .truncated }
            var length = small
            if small == 1 {
                // Sizes over 2^56 do not fit a number here, nor any file.
                guard head.u8(8) == 0, let large = head.number(at: 9, size: 7) else {
                    throw .damaged("a box too large")
                }
                length = large
            }
            if small == 0 { length = file.length - offset }
            guard length >= 8, offset <= file.length - length else { throw .truncated }
            switch type {
            case "ftyp", "mdat", "free", "skip": break
            case "meta":
                guard length <= 16 << 20 else { throw .damaged("a header of \(length) bytes") }
                noteMeta(ByteView(try file.bytes(at: offset, count: length)), in: &facts)
            case "moov": facts.frames = 2
            case "mpvd": facts.codes.insert("motion-video")
            default: facts.codes.insert("application")
            }
            offset += length
        }
        return facts
    }

    /// Looks through the item list, references and properties; `box` starts at the header of `meta`.
    private static func noteMeta(_ box: ByteView, in facts: inout ContainerFacts) {
        forEachBox(in: box, from: 12) { type, start, body in
            switch type {
            case "iinf": noteItems(body, in: &facts)
            case "iref":
                if body.bytes.holds("thmb") { facts.codes.insert("thumbnail") }
            case "iprp": noteProperties(body, in: &facts)
            default: break
            }
        }
    }

    private static func noteItems(_ box: ByteView, in facts: inout ContainerFacts) {
        // A full box, then a count of 16 or 32 bits.
        let wide = (box.u8(8) ?? 0) > 0
        forEachBox(in: box, from: wide ? 16 : 14) { type, start, body in
            guard type == "infe", let version = body.u8(8), version >= 2 else { return }
            switch body.code(version == 2 ? 16 : 18) {
            case "Exif": facts.codes.insert("exif")
            case "mime": facts.codes.insert("xmp")
            case "tmap": facts.codes.insert("gainmap")
            default: break
            }
        }
    }

    private static func noteProperties(_ box: ByteView, in facts: inout ContainerFacts) {
        forEachBox(in: box, from: 8) { type, start, container in
            guard type == "ipco" else { return }
            forEachBox(in: container, from: 8) { type, start, body in
                switch type {
                case "hvcC" where facts.chroma == nil:
                    // chroma_format_idc; ISO/IEC 14496-15, 8.3.3.1.
                    facts.chroma = [1: .yuv420, 2: .yuv422, 3: .yuv444][(body.u8(8 + 16) ?? 0) & 3]
                case "av1C" where facts.chroma == nil:
                    // chroma_subsampling_x, _y; AV1-ISOBMFF, 2.3.3.
                    let bits = ((body.u8(8 + 2) ?? 0) >> 2) & 3
                    facts.chroma = bits == 3 ? .yuv420 : bits == 2 ? .yuv422 : .yuv444
                case "colr" where body.has("prof", at: 8) || body.has("rICC", at: 8): facts.codes.insert("icc")
                case "auxC":
                    // Alpha belongs to the picture; any other auxiliary image is one more picture.
                    if !body.bytes.holds(":alpha"), !body.bytes.holds("auxid:1") { facts.codes.insert("extra-images") }
                    if body.bytes.holds("depth") { facts.codes.insert("depth") }
                    if body.bytes.holds("hdrgainmap") { facts.codes.insert("gainmap") }
                default: break
                }
            }
        }
    }

    /// Hands each box inside `outer` to the closure: type, offset in `outer`, and the box with its 8-byte header.
    private static func forEachBox(
        in outer: ByteView, from start: Int, _ body: (String, Int, ByteView) -> Void
    ) {
        var offset = start
        while let length = outer.u32(offset), let type = outer.code(offset + 4), length >= 8,
            let slice = outer.slice(offset, length)
        {
            body(type, offset, ByteView(slice))
            offset += length
        }
    }
}
