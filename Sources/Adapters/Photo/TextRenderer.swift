import CVips
import Glibc
import TimelineCore

/// A line of text as a mask.
package struct TextPicture: Sendable {
    package var size: PixelSize
    /// One byte for each pixel, rows packed: how much of it the text covers.
    package var coverage: [UInt8]
}

/// Draws single lines of text with the plain font of Debian's fonts-dejavu-core.
///
/// Reads the font and the system's font configuration, like ``EmojiRenderer``.
package enum TextRenderer {
    /// Source: the package fonts-dejavu-core of Debian 12.
    package static let fontPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    /// Draws one line of text, black on nothing, from the left edge of a strip that is `height` pixels high.
    ///
    /// Shape: lines of one height stand on one base line, whatever their letters.
    /// - Throws: ``PhotoError/noTextFont(_:)``, ``PhotoError/badRequest(_:)``.
    package static func line(
        _ text: String, height: Int, font: String = fontPath
    ) throws(PhotoError) -> TextPicture {
        try VipsLibrary.start()
        guard access(font, R_OK) == 0 else { throw .noTextFont(font) }
        guard (8...512).contains(height), !text.allSatisfy(\.isWhitespace) else {
            throw .badRequest("a line of text of \(height) pixels")
        }
        let picture = try VipsPicture.make { out, error in sf_vips_text_line(text, font, Int32(height), out, &error) }
        guard picture.header.bands == 1, picture.header.bits == 8, picture.size.height == height else {
            throw .library("text came back as no mask")
        }
        let size = picture.size
        let store = PixelStore(count: size.area)
        try VipsRows(of: picture).read(0..<size.height, into: store.base, strideBytes: size.width)
        return TextPicture(size: size, coverage: [UInt8](UnsafeBufferPointer(start: store.base, count: store.count)))
    }
}
