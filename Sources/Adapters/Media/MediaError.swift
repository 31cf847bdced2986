import CFFmpeg

/// A number of FFmpeg (AVERROR) or of the system (errno), kept for the log.
package struct MediaCode: Hashable, Sendable {
    package var rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Why a video could not be read or written.
package enum MediaError: Error, Equatable, Sendable {
    /// The file has no bytes.
    case empty
    /// The bytes are of no container on the allow-list.
    case notMedia
    /// The container's own index is missing or broken.
    case unreadable(MediaCode)
    /// There is no moving picture in the file, or not one picture could be decoded.
    case noVideo
    /// The video's codec is not on the allow-list.
    case unsupportedCodec(String)
    case encrypted
    /// A side or the number of pixels is over the limit.
    case tooLarge(width: Int, height: Int)
    /// The display matrix is not a multiple of a quarter turn.
    case unsupportedRotation
    /// Something before or in this picture could not be decoded as written.
    case corrupt(frame: Int)
    /// Size or sample format changed with this picture.
    case sizeChanged(frame: Int)
    /// Reading or writing the descriptor failed; the code is errno.
    case input(MediaCode)
    case output(MediaCode)
    case outOfMemory
    /// The layout, size, format or crop given does not fit the picture.
    case badLayout
    /// The times given do not grow.
    case timesOutOfOrder(frame: Int)
    /// The codec cannot be written in this size or format.
    case unsupportedEncoding(String)
    /// This FFmpeg has no such encoder.
    case encoderMissing(String)
    /// The container has no place for this sound.
    case soundDoesNotFit(codec: String)
    /// The times of the sound leave a gap that is too long to be filled with silence.
    case soundHasGap
    /// Any other failure of the decoder, encoder or container code.
    case library(MediaCode, during: String)
}

extension MediaError: CustomStringConvertible {
    /// One sentence for a person.
    package var description: String {
        switch self {
        case .empty: "The file is empty."
        case .notMedia: "The file is neither a photo nor a video of a kind this program opens."
        case .unreadable: "The file's index is missing or damaged; the recording may have been cut off."
        case .noVideo: "The file holds no moving picture."
        case .unsupportedCodec(let name): "The video is stored as \(name), which this program does not open."
        case .encrypted: "The video is encrypted."
        case .tooLarge(let width, let height): "The picture is too large (\(width) x \(height))."
        case .unsupportedRotation: "The video asks to be shown at an angle that is not a quarter turn."
        case .corrupt(let frame): "The video is damaged at picture \(frame)."
        case .sizeChanged(let frame): "The picture changes its size or format at picture \(frame)."
        case .input(let code): "The file could not be read (system error \(code.rawValue))."
        case .output(let code): "The file could not be written (system error \(code.rawValue))."
        case .outOfMemory: "There was not enough memory."
        case .badLayout: "The memory given does not fit the picture."
        case .timesOutOfOrder(let frame): "The time of picture \(frame) is not after the one before it."
        case .unsupportedEncoding(let why): "The video cannot be written like this: \(why)."
        case .encoderMissing(let name): "The encoder \(name) is not installed."
        case .soundDoesNotFit(let codec): "Sound stored as \(codec) has no place in this kind of file."
        case .soundHasGap: "The sound breaks off for more than ten minutes."
        case .library(let code, let during): "The video library failed while \(during) (error \(code.rawValue))."
        }
    }
}

extension sf_ffmpeg_error {
    var number: MediaCode { MediaCode(rawValue: code) }

    /// The shim's words, up to the terminating zero.
    var words: String {
        withUnsafeBytes(of: message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The error of a failed call that has no meaning of its own to its caller.
    func general(_ status: Int32, io: (MediaCode) -> MediaError) -> MediaError {
        switch status {
        case SF_FFMPEG_IO.status: io(number)
        case SF_FFMPEG_MEMORY.status: .outOfMemory
        case SF_FFMPEG_ENCRYPTED.status: .encrypted
        case SF_FFMPEG_ARGUMENT.status: .badLayout
        case SF_FFMPEG_UNAVAILABLE.status: .encoderMissing(words)
        default: .library(number, during: words)
        }
    }
}

extension sf_ffmpeg_status {
    /// The value as the shim's functions return it.
    var status: Int32 { rawValue }
}
