import CVips
import TimelineCore

extension PhotoInfo {
    /// Puts together what the structure and libvips's header say.
    init(_ container: PhotoContainer, _ facts: ContainerFacts, _ picture: VipsPicture) {
        let header = picture.header
        // HEIF says how to turn in its own boxes, which the decoder obeys; an EXIF orientation beside them is void.
        let turns = container != .heif && container != .avif
        let orientation = PhotoOrientation(code: turns ? Int(header.orientation) : 1)
        let profile = picture.block("icc-profile-data")
        let isRGB = header.is_plain != 0 && header.is_gray == 0 && header.is_cmyk == 0
        let sequence = container == .gif || container == .webp
        let frames = max(facts.frames, sequence ? Int(header.pages) : 0)

        self.container = frames > 1 && container == .png ? .apng : container
        uprightSize = orientation.turned(picture.size)
        storedOrientation = orientation
        bands = Int(header.bands)
        hasAlpha = header.has_alpha != 0
        bitDepth = header.bits == 16 ? 16 : 8
        heifBits = Int(header.heif_bits)
        isCMYK = header.is_cmyk != 0
        isGray = header.is_gray != 0
        pages = max(Int(header.pages), frames)
        animated = frames > 1
        hasICC = !profile.isEmpty
        isStandardRGB = isRGB && ICCProfile.isStandardRGB(profile[...])
        chroma = facts.chroma
        jpegQuality = facts.jpegQuality
        lossless = facts.lossless
        wholeBytes = PhotoInfo.wholeBytes(container, facts, header)
        leftBehind = PhotoInfo.codes(facts, picture, pages: Int(header.pages), sequence: sequence)
    }

    private static func codes(
        _ facts: ContainerFacts, _ picture: VipsPicture, pages: Int, sequence: Bool
    ) -> [String] {
        var codes = facts.codes
        let exif = picture.block("exif-data")
        if !exif.isEmpty { codes.formUnion(TIFFScan.exifCodes(exif[...])) }
        if picture.hasField("icc-profile-data") { codes.insert("icc") }
        if picture.hasField("iptc-data") { codes.insert("iptc") }
        if picture.hasField("xmp-data") {
            var facts = ContainerFacts()
            facts.noteXMP(picture.block("xmp-data")[...])
            codes.formUnion(facts.codes)
        }
        if pages > 1, !sequence { codes.insert("extra-images") }
        return codes.sorted()
    }

    /// Bytes a decoder holds that cannot hand out rows before it has the whole picture.
    ///
    /// Source: libjpeg keeps 2 bytes per coefficient; libwebp and libnsgif 4 per pixel; libheif planes and their RGB
    /// copy, 2 bytes per sample each beyond 8 bits.
    private static func wholeBytes(
        _ container: PhotoContainer, _ facts: ContainerFacts, _ header: sf_vips_header
    ) -> Int {
        let pixels = Int(header.width) * Int(header.height)
        let samples = pixels * Int(header.bands)
        switch container {
        case .jpeg:
            guard facts.isWhole else { return 0 }
            return facts.chroma == .yuv420 ? pixels * 3 : samples * 2
        case .png, .apng: return facts.isWhole ? samples * Int(header.bits / 8) : 0
        case .webp, .gif: return pixels * 4
        case .heif, .avif: return samples * 2 * (header.heif_bits > 8 ? 2 : 1)
        case .tiff: return 0
        }
    }
}
