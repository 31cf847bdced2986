/// What a walk over a file's structure finds, beside what libvips tells.
struct ContainerFacts {
    /// Codes of what is not the picture (see ``PhotoInfo/leftBehind``).
    var codes: Set<String> = []
    var chroma: ChromaSubsampling?
    var jpegQuality: Int?
    /// Frames shown one after the other; 0 when the container does not say.
    var frames = 0
    /// Progressive JPEG or interlaced PNG: decoded whole.
    var isWhole = false
    var lossless = false
    /// A kind of file that must not be opened although its container is known.
    var refusal: String?

    /// Walks the file; reads headers, and for a JPEG the whole file once, to find where the picture ends.
    ///
    /// - Throws: ``PhotoError/truncated`` where a length runs past the end of the file.
    static func scan(_ file: FileBytes, as container: PhotoContainer) throws(PhotoError) -> ContainerFacts {
        switch container {
        case .jpeg: try JPEGScan.facts(of: file)
        case .png, .apng: try PNGScan.facts(of: file)
        case .webp: try WebPScan.facts(of: file)
        case .gif: ContainerFacts()
        case .tiff: try TIFFScan.facts(of: file)
        case .heif, .avif: try HEIFScan.facts(of: file)
        }
    }

    /// Says what lies behind the end of the picture.
    mutating func noteTrailer(of file: FileBytes, from end: Int) throws(PhotoError) {
        guard end < file.length else { return }
        codes.insert("trailer")
        // Enough to tell a video or a second picture; a search of the whole trailer would cost with its length.
        let head = try file.bytes(at: end, count: 64 << 10)[...]
        if head.holds("ftyp") { codes.insert("motion-video") }
        if ByteView(head).u16(0) == 0xFFD8 { codes.insert("extra-images") }
    }

    /// Codes that an XMP packet gives rise to.
    mutating func noteXMP(_ packet: ArraySlice<UInt8>) {
        codes.insert("xmp")
        if packet.holds("mwg-rs") || packet.holds("MPReg") || packet.holds("PersonInImage") {
            codes.insert("xmp.faces")
        }
        if packet.holds("hdrgm") || packet.holds("HDRGainMap") { codes.insert("gainmap") }
        if packet.holds("GDepth") || packet.holds("GImage") { codes.insert("depth") }
        if packet.holds("MotionPhoto") || packet.holds("MicroVideo") { codes.insert("motion-video") }
    }
}
