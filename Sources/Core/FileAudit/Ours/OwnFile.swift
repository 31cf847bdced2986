// What our writers produce, byte by byte. Each check walks the whole file and objects to everything that is not on its
// list; it shares no table with the walk that looks for known leaks, so that what one of them overlooks the other can see.
//
// Source: the allow-lists of the privacy rules, widened by what libvips 8.14, libheif 1.15 and FFmpeg 5.1 write here.

/// The strict checks, by kind.
enum OwnFile {
    static func check(_ region: Region, _ kind: OwnKind) {
        switch kind {
        case .jpeg: OwnJPEG(region).check()
        case .png: OwnPNG(region).check()
        case .webp: OwnWebP(region).check()
        case .gif: OwnGIF(region).check()
        case .tiff: OwnTIFF(region).check()
        case .heic, .avif: OwnHEIF(region, isAVIF: kind == .avif).check()
        case .mp4: OwnMovie(region).check()
        case .matroska: OwnMatroska(region).check()
        }
    }
}

extension Region {
    func unexpectedPart(_ what: String, _ offset: Int = 0) { note(.unexpectedPart, what, offset) }
    func unexpectedValue(_ what: String, _ offset: Int = 0) { note(.unexpectedValue, what, offset) }

    /// Objects to anything from `offset` on.
    func expectEnd(at offset: Int) {
        if offset < count { note(.unexpectedBytes, "\(count - offset) bytes behind the end", offset) }
        if offset > count { note(.unexpectedBytes, "the end is missing", count) }
    }
}
