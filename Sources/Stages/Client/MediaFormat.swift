import TimelineCore

/// A format of photo or video file that the intake knows by name or content.
package enum MediaFormat: String, Sendable, CaseIterable {
    case jpeg, png, webp, tiff, heic, avif, gif, bmp, jpeg2000, jpegXL, raw
    case mp4, mov, matroska, webm, avi, threeGP, mpegTS, mpegPS, flv, asf, ogv, mxf

    package var kind: MediaKind {
        switch self {
        case .jpeg, .png, .webp, .tiff, .heic, .avif, .gif, .bmp, .jpeg2000, .jpegXL, .raw: .photo
        default: .video
        }
    }

    /// File name extensions in small letters; the first is the one that new files get.
    package var extensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif", "mpo"]
        case .png: ["png", "apng"]
        case .webp: ["webp"]
        case .tiff: ["tif", "tiff"]
        case .heic: ["heic", "heif", "hif"]
        case .avif: ["avif"]
        case .gif: ["gif"]
        case .bmp: ["bmp", "dib"]
        case .jpeg2000: ["jp2", "j2k", "jpf", "jpx"]
        case .jpegXL: ["jxl"]
        case .raw: ["dng", "cr2", "cr3", "nef", "arw", "orf", "rw2", "raf", "pef", "srw"]
        case .mp4: ["mp4", "m4v"]
        case .mov: ["mov", "qt"]
        case .matroska: ["mkv"]
        case .webm: ["webm"]
        case .avi: ["avi"]
        case .threeGP: ["3gp", "3g2"]
        case .mpegTS: ["ts", "mts", "m2ts"]
        case .mpegPS: ["mpg", "mpeg", "vob"]
        case .flv: ["flv"]
        case .asf: ["wmv", "asf"]
        case .ogv: ["ogv"]
        case .mxf: ["mxf"]
        }
    }

    private static let byExtension: [String: MediaFormat] = {
        var table: [String: MediaFormat] = [:]
        for format in allCases {
            for name in format.extensions { table[name] = format }
        }
        return table
    }()

    /// The format that a file name promises.
    package init?(fileExtension: [UInt8]) {
        guard let text = String(validating: fileExtension, as: UTF8.self),
            let format = Self.byExtension[text.lowercased()]
        else { return nil }
        self = format
    }

    /// True where the name says media but as often means something else (`.ts` is also TypeScript): only the content
    /// decides.
    package static func isAmbiguous(fileExtension: [UInt8]) -> Bool {
        String(decoding: fileExtension, as: UTF8.self).lowercased() == "ts"
    }

    /// True for names of sound files: they share containers with videos, but there is nothing to cover.
    package static func isAudio(fileExtension: [UInt8]) -> Bool {
        let audio: Set = ["mp3", "wav", "m4a", "m4b", "aac", "flac", "ogg", "oga", "opus", "wma", "aif", "aiff", "mka"]
        return audio.contains(String(decoding: fileExtension, as: UTF8.self).lowercased())
    }
}
