extension MediaFormat {
    /// Bytes from the start of a file that ``init(content:)`` wants to see.
    package static let contentBytes = 4096

    /// The format that a file's first bytes show, nil where they show none of them.
    ///
    /// Source: the signatures of each format's own specification; for ISO base media the brands of ISO/IEC 14496-12
    /// and 23008-12.
    package init?(content bytes: [UInt8]) {
        guard
            let format = Self.photoSignature(bytes) ?? Self.boxes(bytes) ?? Self.videoSignature(bytes)
        else { return nil }
        self = format
    }

    private static func photoSignature(_ bytes: [UInt8]) -> MediaFormat? {
        if has(bytes, [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if has(bytes, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if has(bytes, "GIF87a") || has(bytes, "GIF89a") { return .gif }
        if has(bytes, "RIFF"), has(bytes, "WEBP", at: 8) { return .webp }
        if has(bytes, [0x49, 0x49, 0x2A, 0x00]) || has(bytes, [0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
        if has(bytes, [0xFF, 0x4F, 0xFF, 0x51]) { return .jpeg2000 }
        return isBitmap(bytes) ? .bmp : nil
    }

    /// "BM" alone also begins plain text: the reserved words and the header's length must fit as well.
    private static func isBitmap(_ bytes: [UInt8]) -> Bool {
        let headers: Set<UInt8> = [12, 40, 52, 56, 64, 108, 124]
        return has(bytes, "BM") && has(bytes, [0, 0, 0, 0], at: 6) && bytes.count > 17 && headers.contains(bytes[14])
            && has(bytes, [0, 0, 0], at: 15)
    }

    /// Files made of boxes: MP4, QuickTime, HEIF, AVIF, JPEG 2000, JPEG XL.
    private static func boxes(_ bytes: [UInt8]) -> MediaFormat? {
        if has(bytes, "jP  ", at: 4) { return .jpeg2000 }
        if has(bytes, "JXL ", at: 4) { return .jpegXL }
        if has(bytes, "ftyp", at: 4) { return brand(bytes) }
        // QuickTime files from before `ftyp` begin with one of these.
        let early = ["moov", "mdat", "wide", "free", "skip", "pnot"]
        return early.contains { has(bytes, $0, at: 4) } && bytes[0] < 0x10 ? .mov : nil
    }

    private static func brand(_ bytes: [UInt8]) -> MediaFormat? {
        let length = min(bytes.count, bytes[..<4].reduce(0) { $0 << 8 | Int($1) })
        // The major brand, then, after the minor version, the compatible ones.
        var brands: [String] = []
        for start in [8] + Array(stride(from: 16, to: max(16, length), by: 4)) where start + 4 <= bytes.count {
            brands.append(String(decoding: bytes[start..<(start + 4)], as: UTF8.self))
        }
        guard let major = brands.first else { return nil }
        switch major {
        case "avif", "avis": return .avif
        case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heic
        case "mif1", "msf1": return brands.contains("avif") ? .avif : .heic
        case "crx ": return .raw
        case "qt  ": return .mov
        case "M4A ", "M4B ", "M4P ": return nil
        default: return major.hasPrefix("3g") ? .threeGP : .mp4
        }
    }

    private static func videoSignature(_ bytes: [UInt8]) -> MediaFormat? {
        if has(bytes, [0x1A, 0x45, 0xDF, 0xA3]) { return contains(bytes, "webm", within: 64) ? .webm : .matroska }
        if has(bytes, "RIFF"), has(bytes, "AVI ", at: 8) { return .avi }
        if has(bytes, [0x46, 0x4C, 0x56, 0x01]) { return .flv }
        if has(bytes, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) { return .asf }
        if has(bytes, [0x00, 0x00, 0x01, 0xBA]) || has(bytes, [0x00, 0x00, 0x01, 0xB3]) { return .mpegPS }
        if has(bytes, "OggS"), contains(bytes, "theora", within: 64) { return .ogv }
        if has(bytes, [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02]) { return .mxf }
        return isTransportStream(bytes) ? .mpegTS : nil
    }

    /// Packets of 188 bytes that begin with 0x47, with or without four bytes of time before each.
    private static func isTransportStream(_ bytes: [UInt8]) -> Bool {
        [(0, 188), (4, 192)].contains { start, step in
            (0..<4).allSatisfy { has(bytes, [0x47], at: start + $0 * step) }
        }
    }

    private static func has(_ bytes: [UInt8], _ text: String, at offset: Int = 0) -> Bool {
        has(bytes, Array(text.utf8), at: offset)
    }

    private static func has(_ bytes: [UInt8], _ signature: [UInt8], at offset: Int = 0) -> Bool {
        bytes.count >= offset + signature.count && bytes[offset..<(offset + signature.count)].elementsEqual(signature)
    }

    private static func contains(_ bytes: [UInt8], _ text: String, within limit: Int) -> Bool {
        let wanted = Array(text.utf8)
        let head = bytes.prefix(limit)
        return head.indices.contains { head[$0...].starts(with: wanted) }
    }
}
