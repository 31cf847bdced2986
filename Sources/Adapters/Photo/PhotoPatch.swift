import TimelineCore

/// An opaque rectangle of pixels to be painted into the upright picture.
package struct PhotoPatch {
    /// Where: inside the upright picture, not empty.
    package var rect: PixelRect
    /// Packed RGB24 rows, `rect.width * rect.height * 3` bytes; or 3 bytes for a patch of one colour; empty where the
    /// pixels are drawn when they are needed.
    package let rgb: [UInt8]
    let source: PatchSource?

    /// A patch; whether it fits the picture is checked when it is painted.
    package init(rect: PixelRect, rgb: [UInt8]) {
        self.rect = rect
        self.rgb = rgb
        source = nil
    }

    /// A patch whose pixels are drawn part by part while the picture streams past, so that its size costs no memory.
    ///
    /// - Parameter draw: the pixels of a part of `rect`, packed RGB24; may be asked for any part, more than once.
    package init(rect: PixelRect, draw: @escaping (PixelRect) -> [UInt8]) {
        self.rect = rect
        rgb = []
        source = PatchSource(left: rect.left, top: rect.top, draw: draw)
    }

    /// Three bytes for a rectangle of more than one pixel.
    var isSolid: Bool { source == nil && rgb.count == 3 && rect.area != 1 }

    /// Drawn through where it is not held: to be asked only of patches for gray pictures.
    var isGray: Bool {
        guard let source else { return Self.isGray(rgb) }
        return stride(from: 0, to: rect.height, by: 64).allSatisfy { top in
            let part = PixelRect(
                left: rect.left, top: rect.top + top, right: rect.right, bottom: min(rect.bottom, rect.top + top + 64))
            return Self.isGray(source.draw(part))
        }
    }

    private static func isGray(_ rgb: [UInt8]) -> Bool {
        for pixel in stride(from: 0, to: rgb.count - 2, by: 3) {
            let red = rgb[pixel]
            if rgb[pixel + 1] != red || rgb[pixel + 2] != red { return false }
        }
        return true
    }

    func fits(_ size: PixelSize) -> Bool {
        let picture = PixelRect(left: 0, top: 0, right: size.width, bottom: size.height)
        return !rect.isEmpty && picture.contains(rect)
            && (source != nil || rgb.count == 3 || rgb.count == rect.area * 3)
    }
}

/// What draws a patch, as C can point to it.
final class PatchSource {
    /// Where the patch was meant to be; in the roll of an animation it stands elsewhere.
    private let left: Int
    private let top: Int
    let draw: (PixelRect) -> [UInt8]

    init(left: Int, top: Int, draw: @escaping (PixelRect) -> [UInt8]) {
        self.left = left
        self.top = top
        self.draw = draw
    }

    /// Writes the part that is `offset` from the patch's corner.
    func fill(x: Int, y: Int, width: Int, height: Int, into pixels: UnsafeMutablePointer<UInt8>) {
        let part = PixelRect(left: left + x, top: top + y, right: left + x + width, bottom: top + y + height)
        let rgb = draw(part)
        // A drawing of another size is our own mistake; nothing of the picture may show through all the same.
        pixels.update(repeating: 0, count: width * height * 3)
        rgb.withUnsafeBufferPointer { bytes in
            if let base = bytes.baseAddress { pixels.update(from: base, count: min(bytes.count, width * height * 3)) }
        }
    }
}
