import CVips
import TimelineCore

/// The kinds of photo file that can be written.
package enum PhotoFormat: String, Sendable, CaseIterable {
    case jpeg
    case png
    case webp
    case gif
    case tiff
    case heic
    case avif

    /// Longest side the format or its encoder here can hold, in pixels.
    ///
    /// Source: JPEG_MAX_DIMENSION; WEBP_MAX_DIMENSION; libheif's and x265's limit of 16,384.
    package var maxSide: Int {
        switch self {
        case .jpeg: 65_500
        case .png, .tiff: 1 << 24
        case .webp: 16_383
        case .gif: 65_535
        case .heic, .avif: 16_384
        }
    }

    /// What libvips calls it.
    var saver: Int {
        switch self {
        case .jpeg: SF_VIPS_JPEG
        case .png: SF_VIPS_PNG
        case .webp: SF_VIPS_WEBP
        case .gif: SF_VIPS_GIF
        case .tiff: SF_VIPS_TIFF
        case .heic: SF_VIPS_HEIF
        case .avif: SF_VIPS_AVIF
        }
    }
}

/// How a covered photo is written.
package struct PhotoOutput: Hashable, Sendable {
    /// The kind of file.
    package var format: PhotoFormat
    /// 1...100; nil is near the source, and never less than visually lossless.
    package var quality: Int?

    /// Natural quality unless another is asked for.
    package init(format: PhotoFormat, quality: Int? = nil) {
        self.format = format
        self.quality = quality
    }

    /// The format for "same as the input", or the nearest that can be written and holds the size: what is
    /// too large for WebP or HEIF becomes JPEG.
    package static func nearest(for container: PhotoContainer, size: PixelSize? = nil) -> PhotoFormat {
        let same: PhotoFormat =
            switch container {
            case .jpeg: .jpeg
            case .png, .apng: .png
            case .webp: .webp
            case .gif: .gif
            case .tiff: .tiff
            case .heif: .heic
            case .avif: .avif
            }
        guard let size, max(size.width, size.height) > same.maxSide else { return same }
        return .jpeg
    }

    /// The shim's options for a picture like this.
    func options(for info: PhotoInfo) -> sf_vips_save_options {
        var options = sf_vips_save_options()
        options.container = Int32(format.saver)
        options.quality = Int32(min(100, max(1, quality ?? naturalQuality(info))))
        // Full chroma unless the source had less: a cover's edge stays sharp, and nothing is lost.
        options.subsampled = info.chroma == .yuv420 ? 1 : 0
        options.lossless = format == .webp && info.lossless && quality == nil ? 1 : 0
        switch format {
        case .png, .tiff: options.bits = Int32(info.bitDepth)
        case .heic: options.bits = info.heifBits > 10 ? 12 : info.bitDepth == 16 ? 10 : 8
        // BUG(upstream): libaom 3.6 under libheif 1.15 aborts the process at 10 bits.
        case .avif: options.bits = info.bitDepth == 16 ? 12 : 8
        case .jpeg, .webp, .gif: options.bits = 8
        }
        return options
    }

    /// Near the source, between 90, where re-encoding is invisible, and 96, above which a JPEG only grows.
    private func naturalQuality(_ info: PhotoInfo) -> Int {
        format == .jpeg ? min(96, max(90, info.jpegQuality ?? 92)) : 92
    }
}

/// What was written.
package struct PhotoOutcome: Hashable, Sendable {
    /// Size of the upright picture, in pixels.
    package var size: PixelSize
    /// Length of the file.
    package var bytes: Int
}
