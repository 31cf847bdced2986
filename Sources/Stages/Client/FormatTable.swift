import Documents
import TimelineCore

/// Which format a result is written in.
package struct FormatTable: Sendable {
    /// The formats that can be written on this machine.
    private let writable: Set<MediaFormat>

    /// - Parameter writable: what the codecs of this machine can write.
    package init(writable: Set<MediaFormat>) {
        self.writable = writable
    }

    /// Every format that the compositor knows how to write.
    package static let complete = FormatTable(
        writable: [.jpeg, .png, .webp, .gif, .tiff, .heic, .avif, .mp4, .mov, .matroska, .webm]
    )

    /// What stands in for a format that cannot be written, the nearest first.
    ///
    /// Lossy photos become JPEG, which everything can show; lossless ones PNG, which loses nothing.
    private static let substitutes: [MediaFormat: [MediaFormat]] = [
        .jpeg: [.png], .webp: [.png, .jpeg], .tiff: [.png], .png: [.tiff], .heic: [.avif, .jpeg],
        .avif: [.heic, .jpeg], .gif: [.png], .bmp: [.png], .jpeg2000: [.jpeg], .jpegXL: [.jpeg],
        .raw: [.jpeg], .webm: [.matroska, .mp4], .mov: [.mp4], .threeGP: [.mp4],
    ]

    /// The format for an input of format `input` under these choices.
    ///
    /// - Returns: nil where nothing that fits can be written.
    package func output(for input: MediaFormat, settings: CoverSettings) -> MediaFormat? {
        switch input.kind {
        case .photo:
            settings.format.mediaFormat.map { writable.contains($0) ? $0 : nil } ?? nearest(to: input)
        case .video:
            nearest(to: Self.container(input, codec: settings.video))
        }
    }

    /// The format itself or what stands in for it.
    private func nearest(to format: MediaFormat) -> MediaFormat? {
        let last: [MediaFormat] = format.kind == .photo ? [.png, .jpeg] : [.mp4]
        return ([format] + Self.substitutes[format, default: []] + last).first(where: writable.contains)
    }

    /// The container for a codec: WebM holds AV1 but neither H.264 nor HEVC, QuickTime no AV1.
    private static func container(_ input: MediaFormat, codec: VideoFormat) -> MediaFormat {
        switch (input, codec) {
        case (.webm, .h264), (.webm, .hevc), (.mov, .av1): .mp4
        default: input
        }
    }
}

extension PhotoFormat {
    /// The format that was asked for by name, nil for `same`.
    package var mediaFormat: MediaFormat? {
        switch self {
        case .same: nil
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .tiff: .tiff
        case .heic: .heic
        case .avif: .avif
        }
    }

    /// The choice that writes this format, nil for one that cannot be chosen.
    package init?(_ format: MediaFormat) {
        switch format {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webp
        case .tiff: self = .tiff
        case .heic: self = .heic
        case .avif: self = .avif
        default: return nil
        }
    }
}
