/// Directories of a TIFF file, or of an EXIF block, which is built the same way.
enum TIFFScan {
    static func facts(of file: FileBytes) throws(PhotoError) -> ContainerFacts {
        var facts = ContainerFacts()
        let head = ByteView(try file.bytes(at: 0, count: 16))
        let bigEndian = head.u8(0) == 0x4D
        // BigTIFF is not walked: libvips tells its metadata.
        guard ByteView(head.bytes, bigEndian: bigEndian).u16(2) == 42 else { return facts }
        if head.has("CR", at: 8) { facts.refusal = "a camera raw file" }
        guard let start = ByteView(head.bytes, bigEndian: bigEndian).u32(4) else { return facts }
        let count = ByteView(try file.bytes(at: start, count: 2), bigEndian: bigEndian).u16(0) ?? 0
        let view = ByteView(try file.bytes(at: start + 2, count: count * 12), bigEndian: bigEndian)
        for index in 0..<count {
            guard let tag = view.u16(index * 12) else { throw .truncated }
            note(tag, value: view.u32(index * 12 + 8) ?? 0, in: &facts)
        }
        return facts
    }

    /// Source: TIFF 6.0; DNG 1.6 (tag 50706); the private tags of Photoshop (34377), IPTC (33723), XMP (700).
    private static func note(_ tag: Int, value: Int, in facts: inout ContainerFacts) {
        switch tag {
        // DNG, or a first picture that is marked as a small copy: the real one is raw data, which is not decoded.
        case 50706: facts.refusal = "a camera raw file"
        case 254 where value & 1 == 1: facts.refusal = "a TIFF whose first picture is only a preview"
        case 330: facts.codes.insert("extra-images")
        case 700: facts.codes.insert("xmp")
        case 33723, 34377: facts.codes.insert("iptc")
        case 34665: facts.codes.insert("exif")
        case 34853: facts.codes.formUnion(["exif", "exif.gps"])
        case 34675: facts.codes.insert("icc")
        case 270: facts.codes.insert("comment")
        case 271, 272, 305: facts.codes.insert("exif.device")
        case 306: facts.codes.insert("exif.date")
        case 315, 33432: facts.codes.insert("exif.owner")
        case 33550, 33922, 34735...34737: facts.codes.insert("application")
        default: break
        }
    }

    /// The codes that an EXIF block gives rise to.
    ///
    /// Damage ends the walk: what was found until then counts.
    static func exifCodes(_ block: ArraySlice<UInt8>) -> Set<String> {
        var tiff = block
        if tiff.starts(with: "Exif\0\0".utf8) { tiff = tiff.dropFirst(6) }
        let bigEndian = tiff.first == 0x4D
        let view = ByteView(tiff, bigEndian: bigEndian)
        var codes: Set<String> = ["exif"]
        guard let first = view.u32(4) else { return codes }
        let next = walk(view, at: first, into: &codes, depth: 0)
        if let next, next != 0, view.u16(next) ?? 0 > 0 {
            codes.insert("thumbnail")
        }
        return codes
    }

    /// Returns the offset of the next directory.
    private static func walk(_ view: ByteView, at offset: Int, into codes: inout Set<String>, depth: Int) -> Int? {
        guard let count = view.u16(offset) else { return nil }
        for index in 0..<count {
            let entry = offset + 2 + index * 12
            guard let tag = view.u16(entry), let value = view.u32(entry + 8) else { return nil }
            switch tag {
            case 0x8825: codes.insert("exif.gps")
            case 0x927C: codes.insert("exif.makernote")
            case 0xA431, 0xA435, 0xC62F, 0xA420: codes.insert("exif.serial")
            case 0xA430, 0x013B, 0x8298, 0x9C9D: codes.insert("exif.owner")
            case 0x0132, 0x9003, 0x9004: codes.insert("exif.date")
            case 0x010F, 0x0110, 0x0131, 0xA433, 0xA434: codes.insert("exif.device")
            // One level is all that EXIF has; a loop of directories must not hold us.
            case 0x8769 where depth == 0: _ = walk(view, at: value, into: &codes, depth: 1)
            default: break
            }
        }
        return view.u32(offset + 2 + count * 12)
    }
}
