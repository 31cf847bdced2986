import CVips
import Glibc
import TimelineCore

/// A small picture with alpha.
package struct EmojiPicture: Sendable {
    /// The longer side is what was asked for.
    package var size: PixelSize
    /// Packed rows of R, G, B, A; colours are not multiplied by alpha.
    package var rgba: [UInt8]
}

/// Draws emoji with the colour font of Debian's fonts-noto-color-emoji.
///
/// Reads the font and the system's font configuration, so it works before a sandbox closes, or where /usr/share/fonts
/// and /etc/fonts stay readable.
package enum EmojiRenderer {
    /// Source: the package fonts-noto-color-emoji of Debian 12.
    package static let fontPath = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"

    /// Draws `text` as large as fits a square of `pixels`.
    ///
    /// - Throws: ``PhotoError/noEmojiFont(_:)``, ``PhotoError/noEmoji(_:)``.
    package static func render(
        text: String, pixels: Int, font: String = fontPath
    ) throws(PhotoError) -> EmojiPicture {
        try VipsLibrary.start()
        guard access(font, R_OK) == 0 else { throw .noEmojiFont(font) }
        guard (1...4096).contains(pixels), !text.isEmpty else { throw .badRequest("an emoji of \(pixels) pixels") }
        let picture = try VipsPicture.make { out, error in sf_vips_text(text, font, Int32(pixels), out, &error) }
        guard picture.header.bands == 4, picture.header.bits == 8 else { throw .noEmoji(text) }
        let size = picture.size
        let store = PixelStore(count: size.area * 4)
        try VipsRows(of: picture).read(0..<size.height, into: store.base, strideBytes: size.width * 4)
        let rgba = [UInt8](UnsafeBufferPointer(start: store.base, count: store.count))
        let isBlank = stride(from: 3, to: rgba.count, by: 4).allSatisfy { rgba[$0] == 0 }
        guard !isBlank else { throw .noEmoji(text) }
        return EmojiPicture(size: size, rgba: rgba)
    }
}
