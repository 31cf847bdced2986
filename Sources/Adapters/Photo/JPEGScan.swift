/// The structure of a JPEG file (ITU-T T.81, annex B).
enum JPEGScan {
    static func facts(of file: FileBytes) throws(PhotoError) -> ContainerFacts {
        var facts = ContainerFacts()
        var offset = 2
        while true {
            let head = ByteView(try file.bytes(at: offset, count: 4))
            guard let prefix = head.u8(0), let marker = head.u8(1) else { throw .truncated }
            guard prefix == 0xFF else { throw .damaged("no marker where one must be") }
            switch marker {
            case 0xFF:  // A fill byte.
                offset += 1
            case 0xD9:
                try facts.noteTrailer(of: file, from: offset + 2)
                return facts
            case 0x01, 0xD0...0xD8:
                offset += 2
            default:
                guard let length = head.u16(2), length >= 2 else { throw .damaged("a segment without a length") }
                guard offset + 2 + length <= file.length else { throw .truncated }
                // Thumbnails make large segments, but what tells them apart stands in front.
                let body = try file.bytes(at: offset + 4, count: length - 2)
                note(marker, ByteView(body), in: &facts)
                offset += 2 + length
                if marker == 0xDA { offset = try endOfScan(in: file, from: offset) }
            }
        }
    }

    private static func note(_ marker: Int, _ body: ByteView, in facts: inout ContainerFacts) {
        switch marker {
        case 0xDB: noteTables(body, in: &facts)
        case 0xC0, 0xC1, 0xC2, 0xC5, 0xC6, 0xC9, 0xCA, 0xCD, 0xCE:
            facts.isWhole = facts.isWhole || [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
            facts.chroma = chroma(of: body)
        case 0xFE: facts.codes.insert("comment")
        case 0xE0...0xEF: noteApplication(marker, body, in: &facts)
        default: break
        }
    }

    private static func noteApplication(_ marker: Int, _ body: ByteView, in facts: inout ContainerFacts) {
        switch marker {
        case 0xE0 where body.has("JFIF", at: 0):
            if let width = body.u8(12), let height = body.u8(13), width * height > 0 { facts.codes.insert("thumbnail") }
        case 0xE0 where body.has("JFXX", at: 0): facts.codes.insert("thumbnail")
        // The EXIF block itself is taken apart from libvips's copy.
        case 0xE1 where body.has("Exif", at: 0): facts.codes.insert("exif")
        case 0xE1 where body.has("http://ns.adobe.com/x", at: 0): facts.noteXMP(body.bytes)
        case 0xE2 where body.has("ICC_PROFILE", at: 0): facts.codes.insert("icc")
        case 0xE2 where body.has("MPF", at: 0): facts.codes.formUnion(["mpf", "extra-images"])
        case 0xE2 where body.has("urn:iso:std:iso:ts:21496", at: 0): facts.codes.insert("gainmap")
        case 0xEB: facts.codes.insert("c2pa")
        case 0xED: facts.codes.insert("iptc")
        // Adobe's marker only says how colours are stored.
        case 0xEE where body.has("Adobe", at: 0): break
        default: facts.codes.insert("application")
        }
    }

    /// Walks over entropy-coded data to the marker that ends it.
    ///
    /// - Throws: ``PhotoError/truncated`` when the file ends first.
    private static func endOfScan(in file: FileBytes, from start: Int) throws(PhotoError) -> Int {
        // One byte of overlap, so that a marker on the border of two portions is seen.
        let portion = 256 << 10
        var offset = start
        while offset < file.length {
            let bytes = try file.bytes(at: offset, count: portion)
            let found = bytes.withUnsafeBufferPointer { firstMarker(in: $0) }
            if let found { return offset + found }
            if bytes.count < portion { break }
            offset += portion - 1
        }
        throw .truncated
    }

    private static func firstMarker(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        while index + 1 < bytes.count {
            if bytes[index] == 0xFF {
                let next = bytes[index + 1]
                if next != 0x00, next != 0xFF, !(0xD0...0xD7).contains(next) { return index }
            }
            index += 1
        }
        return nil
    }

    private static func chroma(of frame: ByteView) -> ChromaSubsampling? {
        guard frame.u8(5) == 3, let luma = frame.u8(7), let cb = frame.u8(10), let cr = frame.u8(13) else { return nil }
        guard cb == 0x11, cr == 0x11 else { return luma == cb && cb == cr ? .yuv444 : .other }
        switch luma {
        case 0x11: return .yuv444
        case 0x21: return .yuv422
        case 0x22: return .yuv420
        default: return .other
        }
    }

    /// Estimates the quality of the first luma table by its mean ratio to the table of T.81, K.1.
    private static func noteTables(_ body: ByteView, in facts: inout ContainerFacts) {
        guard facts.jpegQuality == nil, let kind = body.u8(0), kind & 0x0F == 0 else { return }
        let size = kind >> 4 == 0 ? 1 : 2
        var ratio = 0.0
        for index in 0..<64 {
            guard let value = body.number(at: 1 + index * size, size: size) else { return }
            ratio += Double(value) / Double(standardLuma[index])
        }
        // The scale in per cent that libjpeg's jpeg_quality_scaling would have used.
        let scale = ratio / 64 * 100
        let quality = scale <= 100 ? (200 - scale) / 2 : 5000 / scale
        facts.jpegQuality = min(100, max(1, Int(quality.rounded())))
    }

    /// Source: ITU-T T.81, table K.1, in zigzag order.
    private static let standardLuma: [Int] = [
        16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51,
        61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77,
        113, 121, 112, 100, 120, 92, 101, 103, 99,
    ]
}
