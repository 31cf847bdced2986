/// Bytes behind the end of a file's format, and what they can be recognised as.
struct TrailerScan {
    private let region: Region
    private let depth: Int

    private static let needles: [[UInt8]] = [
        [0xFF, 0xD8, 0xFF], Array("ftyp".utf8), Array("SEFT".utf8), Array("MotionPhoto_Data".utf8),
        [0x89, 0x50, 0x4E, 0x47], Array("PK\u{3}\u{4}".utf8), Array("jumb".utf8), Array("vivo{".utf8),
    ]
    private static let scanner = NeedleScanner(bytes: needles)
    /// Pictures looked into; a file with more of them is described well enough.
    private static let greatestCount = 16

    init(_ region: Region, depth: Int) {
        self.region = region
        self.depth = depth
    }

    func run() {
        // Some cameras fill up with zeros.
        guard region.count > 0, !region.isZero() else { return }
        region.note(.trailer, "\(region.count) bytes")
        var pictures = 0
        Self.scanner.scan(region) { needle, offset in
            switch needle {
            case 0:
                pictures += 1
                region.note(.extraImages, "a JPEG behind the end", offset)
                guard pictures <= Self.greatestCount else { return nil }
                return offset + max(3, JPEGWalker(region.from(offset), depth: depth + 1).run())
            case 1:
                guard offset >= 4 else { return offset + 4 }
                region.note(.motionVideo, "a film behind the end", offset - 4)
                if depth == 0 { MovieWalker(region.from(offset - 4), depth: depth + 1).run() }
                return nil
            case 2: region.note(.application, "Samsung's trailer", offset)
            case 3: region.note(.motionVideo, "Samsung's trailer", offset)
            case 4: region.note(.extraImages, "a PNG behind the end", offset)
            case 6: region.note(.c2pa, "a JUMBF box behind the end", offset)
            default: region.note(.application, "data of an application behind the end", offset)
            }
            return offset + 4
        }
    }
}
