import TimelineCore

/// An opaque rectangle of pixels to be painted into the upright picture.
package struct PhotoPatch: Sendable {
    /// Where: inside the upright picture, not empty.
    package var rect: PixelRect
    /// Packed RGB24 rows, `rect.width * rect.height * 3` bytes; or 3 bytes for a patch of one colour.
    package var rgb: [UInt8]

    /// A patch; whether it fits the picture is checked when it is painted.
    package init(rect: PixelRect, rgb: [UInt8]) {
        self.rect = rect
        self.rgb = rgb
    }

    /// Three bytes for a rectangle of more than one pixel.
    var isSolid: Bool { rgb.count == 3 && rect.area != 1 }
    var isGray: Bool {
        for pixel in stride(from: 0, to: rgb.count - 2, by: 3) {
            let red = rgb[pixel]
            if rgb[pixel + 1] != red || rgb[pixel + 2] != red { return false }
        }
        return true
    }

    func fits(_ size: PixelSize) -> Bool {
        let picture = PixelRect(left: 0, top: 0, right: size.width, bottom: size.height)
        return !rect.isEmpty && picture.contains(rect) && (rgb.count == 3 || rgb.count == rect.area * 3)
    }
}
