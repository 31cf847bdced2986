/// The chunks of a PNG file.
///
/// Source: ISO/IEC 15948 (PNG), third edition; C2PA 2.0, A.3.
struct PNGWalker {
    private let region: Region

    init(_ region: Region) { self.region = region }

    func run() {
        var offset = 8
        while let length = region.u32(offset), let type = region.code(offset + 4), region.file.spend() {
            guard let body = region.slice(offset + 8, length), offset + 12 + length <= region.count else { break }
            note(type, body)
            offset += 12 + length
            if type == "IEND" {
                TrailerScan(region.from(offset), depth: 0).run()
                return
            }
        }
        region.note(.damaged, "a PNG without an end", offset)
    }

    private func note(_ type: FourCC, _ body: Region) {
        switch type {
        case "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "hIST", "pHYs", "cICP",
            "mDCV", "cLLI", "mDCv", "cLLi", "fcTL", "fdAT", "sTER":
            break
        case "acTL": body.note(.extraImages, "APNG frames")
        case "eXIf": EXIFWalker.run(body)
        case "zxIf": body.note(.exif, "zxIf")
        case "iCCP": noteProfile(body)
        case "tIME": body.note(.time, "tIME")
        case "tEXt", "zTXt", "iTXt": noteText(type, body)
        case "caBX": body.note(.c2pa, "caBX")
        default: body.note(.application, "chunk \(type.shown)")
        }
    }

    /// Compressed: that it is there is all that can be said.
    private func noteProfile(_ body: Region) { body.note(.icc, "iCCP") }

    private func noteText(_ type: FourCC, _ body: Region) {
        if type == "iTXt", body.has("XML:com.adobe.xmp\0", at: 0) {
            // Keyword, compression flag and method, two empty texts.
            if body.u8(18) == 0 { XMPScan.run(body.from(20)) } else { body.note(.xmp, "iTXt, compressed") }
            return
        }
        // ImageMagick keeps the blocks of other formats as hexadecimal text.
        let profiles: [(String, AuditCode)] = [
            ("Raw profile type exif", .exif), ("Raw profile type APP1", .exif), ("Raw profile type xmp", .xmp),
            ("Raw profile type iptc", .iptc), ("Raw profile type 8bim", .photoshop), ("Raw profile type icc", .icc),
        ]
        if let (_, code) = profiles.first(where: { body.has($0.0, at: 0) }) {
            body.note(code, "\(type.shown) profile")
        } else {
            body.note(.text, type.shown)
        }
    }
}
