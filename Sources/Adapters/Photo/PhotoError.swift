/// Everything that can go wrong with a photo.
package enum PhotoError: Error, Equatable, Sendable {
    /// The descriptor cannot be read; the number is the errno.
    case unreadable(Int32)
    /// The first bytes are of no photo container that is known.
    case notAPhoto
    /// The file ends before the picture does.
    case truncated
    /// The decoder met damaged data; the text is the library's.
    case damaged(String)
    /// More pixels, or a longer side, than the limit; the picture was not decoded.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// This kind of file is decoded whole, and would need more memory than the limit.
    case needsMemory(bytes: Int, limit: Int)
    /// A kind of photo, or an output for it, that is not handled.
    case unsupported(String)
    /// More than one frame: to be handled as a video, or refused.
    case animated(frames: Int)
    /// The output cannot be written; the number is the errno.
    case write(Int32)
    /// The emoji font file is not there.
    case noEmojiFont(String)
    /// The emoji font has no picture for this text.
    case noEmoji(String)
    /// The font file for plain text is not there.
    case noTextFont(String)
    /// A caller's rectangle, layout or buffer does not fit the picture: our own mistake.
    case badRequest(String)
    /// The library itself cannot work here.
    case library(String)

    /// One sentence for people, without the name of the file.
    package var sentence: String {
        switch self {
        case .unreadable(let code): "the file cannot be read (system error \(code))"
        case .notAPhoto: "this is not a photo of a known kind"
        case .truncated: "the photo is cut off: a part of the file is missing"
        case .damaged(let detail): "the photo is damaged (\(detail))"
        case .tooLarge(let width, let height, let limit):
            "the photo is too large (\(width) x \(height), limit \(limit))"
        case .needsMemory(let bytes, let limit):
            "decoding the photo needs \(bytes >> 20) MB of memory, more than the limit of \(limit >> 20) MB"
        case .unsupported(let what): "\(what) cannot be handled"
        case .animated(let frames): "the picture is animated (\(frames) frames)"
        case .write(28): "the disk is full"
        case .write(let code): "the output cannot be written (system error \(code))"
        case .noEmojiFont(let path): "the emoji font is missing (\(path)): install fonts-noto-color-emoji"
        case .noEmoji(let text): "the emoji font has no picture for '\(text)'"
        case .noTextFont(let path): "the font for text is missing (\(path)): install fonts-dejavu-core"
        case .badRequest(let what): "internal error: \(what)"
        case .library(let detail): "the photo library does not work here (\(detail))"
        }
    }
}
