/// The kinds of file that our own writers produce.
package enum OwnKind: String, Sendable, CaseIterable {
    case jpeg, png, webp, gif, tiff, heic, avif
    /// MP4 and QuickTime.
    case mp4
    /// Matroska and WebM.
    case matroska

    /// The kind that goes with a file name's extension, in lower case; nil where nothing is written under it.
    package init?(fileExtension: String) {
        switch fileExtension {
        case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
        case "png": self = .png
        case "webp": self = .webp
        case "gif": self = .gif
        case "tif", "tiff": self = .tiff
        case "heic", "heif", "hif": self = .heic
        case "avif": self = .avif
        case "mp4", "m4v", "3gp", "mov", "qt": self = .mp4
        case "mkv", "webm": self = .matroska
        default: return nil
        }
    }

    /// The container of such a file.
    package var container: AuditContainer {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .gif: .gif
        case .tiff: .tiff
        case .heic, .avif: .heif
        case .mp4: .mp4
        case .matroska: .matroska
        }
    }
}
