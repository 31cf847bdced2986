import TimelineCore

/// How chroma is stored.
package enum ChromaSubsampling: String, Sendable {
    case yuv444 = "4:4:4"
    case yuv422 = "4:2:2"
    case yuv420 = "4:2:0"
    /// Anything else (4:1:1, 4:4:0, ...).
    case other
}

/// What a photo's header and structure say; no pixel has been decoded for it.
package struct PhotoInfo: Hashable, Sendable {
    /// By the file's bytes, not its name.
    package var container: PhotoContainer
    /// Size of the picture as a person sees it.
    package var uprightSize: PixelSize
    /// How stored rows are turned; 1 for HEIF and AVIF, whose decoder turns by the file's own boxes.
    package var storedOrientation: PhotoOrientation
    /// Samples per pixel as stored, alpha included.
    package var bands: Int
    /// Whether to look twice (see ``AlphaView``).
    package var hasAlpha: Bool
    /// 8 or 16: the depth that pixels are handled at.
    package var bitDepth: Int
    /// Bits per sample inside a HEIF or AVIF file (8, 10, 12), else 0.
    package var heifBits: Int
    /// Stored as inks.
    package var isCMYK: Bool
    /// Stored as one sample of light.
    package var isGray: Bool
    /// Pictures in the file; only the first (the primary) is read.
    package var pages: Int
    /// Shown one after the other: GIF, WebP, APNG or an image sequence with more than one frame.
    package var animated: Bool
    /// A colour profile is embedded.
    package var hasICC: Bool
    /// The profile is sRGB by its numbers, so that pixels are sRGB as they are.
    package var isStandardRGB: Bool
    /// How chroma is stored, where the container says so.
    package var chroma: ChromaSubsampling?
    /// Estimated from the quantisation tables of a JPEG, 1...100.
    package var jpegQuality: Int?
    /// WebP without loss.
    package var lossless: Bool
    /// Bytes the decoder must hold at once (estimate); 0 when it streams.
    package var wholeBytes: Int
    /// Codes of what the file holds besides the picture, sorted: `exif`, `exif.gps`, `exif.serial`, `exif.owner`,
    /// `exif.date`, `exif.device`, `exif.makernote`, `thumbnail`, `xmp`, `xmp.faces`, `iptc`, `icc`, `comment`, `text`,
    /// `time`, `mpf`, `gainmap`, `depth`, `c2pa`, `application`, `extra-images`, `motion-video`, `trailer`.
    package var leftBehind: [String]
}
