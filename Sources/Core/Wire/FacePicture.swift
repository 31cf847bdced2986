import TimelineCore

/// The picture of one face that a decoder sends for a contact sheet.
///
/// Shape: `rgb24`, a square of ``side`` pixels, whatever the size of the face.
package enum FacePicture {
    /// Source: large enough to tell one child from another at arm's length; a row of four fits a printed page.
    package static let side = 192

    package static var size: PixelSize { PixelSize(width: side, height: side) }
    package static var layout: PictureLayout { .packed(format: .rgb24, size: size, fullRange: true) }
}
