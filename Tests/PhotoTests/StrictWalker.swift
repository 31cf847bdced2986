import Photo

/// An independent reading of a written file, byte by byte: what it holds beyond the allow-list, empty when clean.
///
/// Written from the formats' specifications, without the library that wrote the files.
enum StrictWalker {
    static func findings(_ bytes: [UInt8], _ format: PhotoFormat) -> [String] {
        switch format {
        case .jpeg: jpeg(bytes)
        case .png: png(bytes)
        case .webp: webp(bytes)
        case .gif: gif(bytes)
        case .tiff: tiff(bytes)
        case .heic, .avif: heif(bytes)
        }
    }

    private static func big(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        guard offset >= 0, offset + count <= bytes.count else { return -1 }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        guard offset >= 0, offset + count <= bytes.count else { return -1 }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func code(_ bytes: [UInt8], _ offset: Int) -> String {
        guard offset >= 0, offset + 4 <= bytes.count else { return "?" }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    /// SOI, one plain APP0 JFIF, DQT, SOF0 or SOF2, DHT, DRI, SOS with its data, EOI as the last bytes.
    private static func jpeg(_ bytes: [UInt8]) -> [String] {
        guard big(bytes, 0, 2) == 0xFFD8 else { return ["no start"] }
        var findings: [String] = []
        var offset = 2
        while offset + 4 <= bytes.count {
            guard bytes[offset] == 0xFF else { return findings + ["no marker at \(offset)"] }
            let marker = bytes[offset + 1]
            let length = big(bytes, offset + 2, 2)
            switch marker {
            case 0xE0:
                let plain = Array("JFIF\0".utf8) + [1, 1]
                let body = Array(bytes[offset + 4..<offset + 2 + length])
                // Unit 1, 72 x 72 per inch, no thumbnail: the same in every file.
                if length != 16 || Array(body[0..<7]) != plain || body[7...] != [1, 0, 72, 0, 72, 0, 0] {
                    findings.append("JFIF \(body)")
                }
            case 0xDB, 0xC0, 0xC2, 0xC4, 0xDD: break
            case 0xDA:
                var end = offset + 2 + length
                while end + 1 < bytes.count,
                    !(bytes[end] == 0xFF && bytes[end + 1] != 0 && !(0xD0...0xD7).contains(bytes[end + 1]))
                { end += 1 }
                if big(bytes, end, 2) == 0xFFD9 {
                    if end + 2 != bytes.count { findings.append("bytes after the end") }
                    return findings
                }
                offset = end
                continue
            default: findings.append("marker \(marker)")
            }
            offset += 2 + length
        }
        return findings + ["no end"]
    }

    /// IHDR, IDAT, IEND; nothing behind.
    private static func png(_ bytes: [UInt8]) -> [String] {
        var findings: [String] = []
        var offset = 8
        while offset + 12 <= bytes.count {
            let type = code(bytes, offset + 4)
            if !["IHDR", "IDAT", "IEND"].contains(type) { findings.append("chunk \(type)") }
            offset += 12 + big(bytes, offset, 4)
            if type == "IEND" { return offset == bytes.count ? findings : findings + ["bytes after the end"] }
        }
        return findings + ["no end"]
    }

    /// One picture chunk; with alpha, VP8X whose only flag is alpha, and ALPH.
    private static func webp(_ bytes: [UInt8]) -> [String] {
        guard little(bytes, 4, 4) + 8 == bytes.count else { return ["RIFF size"] }
        var findings: [String] = []
        var offset = 12
        while offset + 8 <= bytes.count {
            let type = code(bytes, offset)
            let length = little(bytes, offset + 4, 4)
            switch type {
            case "VP8 ", "VP8L", "ALPH": break
            case "VP8X": if bytes[offset + 8] & ~0x10 != 0 { findings.append("flags \(bytes[offset + 8])") }
            default: findings.append("chunk \(type)")
            }
            offset += 8 + length + length & 1
        }
        return offset == bytes.count ? findings : findings + ["length"]
    }

    /// Head, frames with their control blocks, a count of loops, the end as the last byte.
    private static func gif(_ bytes: [UInt8]) -> [String] {
        func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 * (2 << Int(flags & 7)) }
        var findings: [String] = []
        var offset = 13 + table(bytes[10])
        while offset < bytes.count, bytes[offset] != 0x3B {
            if bytes[offset] == 0x2C {
                offset += 11 + table(bytes[offset + 9])
            } else {
                if bytes[offset + 1] != 0xF9, !bytes[offset...].dropFirst(3).starts(with: "NETSCAPE2.0".utf8) {
                    findings.append("extension \(bytes[offset + 1])")
                }
                offset += 2
            }
            while offset < bytes.count, bytes[offset] != 0 { offset += 1 + Int(bytes[offset]) }
            offset += 1
        }
        return offset == bytes.count - 1 ? findings : findings + ["length"]
    }

    /// The tags that pixels need, in one directory, in one file that they fill.
    private static func tiff(_ bytes: [UInt8]) -> [String] {
        // Size, depth, compression, colours, strips, orientation, samples, resolution, planes, predictor, alpha, format.
        let allowed: Set = [256, 257, 258, 259, 262, 273, 274, 277, 278, 279, 282, 283, 284, 296, 317, 338, 339]
        guard little(bytes, 0, 4) == 0x2A4949 else { return ["no start"] }
        let start = little(bytes, 4, 4)
        let count = little(bytes, start, 2)
        var findings: [String] = []
        for index in 0..<count {
            let tag = little(bytes, start + 2 + index * 12, 2)
            if !allowed.contains(tag) { findings.append("tag \(tag)") }
        }
        if little(bytes, start + 2 + count * 12, 4) != 0 { findings.append("a second picture") }
        return findings
    }

    /// One coded picture (and its alpha; and the trim of its padding to an odd size, which libheif calls a grid), no item of any other kind, no profile, no box that is not needed.
    private static func heif(_ bytes: [UInt8]) -> [String] {
        var findings: [String] = []
        let containers = ["meta": 12, "iprp": 8, "ipco": 8, "iinf": 14, "dinf": 8]
        let leaves: Set = [
            "ftyp", "mdat", "hdlr", "pitm", "iloc", "infe", "ipma", "hvcC", "av1C", "ispe", "pixi", "colr", "iref",
            "auxC",
            "idat",
        ]
        func walk(_ start: Int, _ end: Int) {
            var offset = start
            while offset + 8 <= end {
                let type = code(bytes, offset + 4)
                let length = big(bytes, offset, 4) == 0 ? end - offset : big(bytes, offset, 4)
                guard length >= 8, offset + length <= end else {
                    findings.append("length of \(type)")
                    return
                }
                if let skip = containers[type] {
                    walk(offset + skip, offset + length)
                } else if !leaves.contains(type) {
                    findings.append("box \(type)")
                } else if type == "infe", !["hvc1", "av01", "grid"].contains(code(bytes, offset + 16)) {
                    findings.append("item \(code(bytes, offset + 16))")
                } else if type == "colr", code(bytes, offset + 8) != "nclx" {
                    findings.append("colr \(code(bytes, offset + 8))")
                }
                offset += length
            }
            if offset != end { findings.append("length") }
        }
        walk(0, bytes.count)
        return findings
    }
}
