import TimelineCore

/// The finished, opaque pixels of one cover (or of the part of it that was asked for).
///
/// Shape: `rect.width x rect.height` pixels, row by row without padding, R G B, 8 bits each.
/// Units: `rect` in pixels of the upright picture.
package struct CoverRaster: Hashable, Sendable {
    package let rect: PixelRect
    package let rgb: [UInt8]

    /// Takes over finished pixels.
    ///
    /// - Returns: nil unless `rgb` holds exactly the pixels of `rect`.
    package init?(rect: PixelRect, rgb: [UInt8]) {
        guard rgb.count == rect.area * 3 else { return nil }
        self.rect = rect
        self.rgb = rgb
    }

    /// Runs a look over `rect`, row by row.
    init(rect: PixelRect, rows look: consuming CoverRows) {
        var look = look
        let rowCount = rect.width * 3
        var line = [UInt8](repeating: 0, count: rowCount)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(rowCount * rect.height)
        for y in rect.top..<max(rect.top, rect.bottom) {
            _ = look.fill(&line, row: y)
            pixels.append(contentsOf: line)
        }
        self.rect = rect
        self.rgb = pixels
    }

    /// The colour at a pixel of the upright picture, which must lie in ``rect``.
    package subscript(x: Int, y: Int) -> RGBColour {
        let base = ((y - rect.top) * rect.width + x - rect.left) * 3
        return RGBColour(red: rgb[base], green: rgb[base + 1], blue: rgb[base + 2])
    }

    /// Puts another raster's pixels over this one's where they meet.
    func overlaid(with other: CoverRaster) -> CoverRaster {
        let common = rect.intersection(other.rect)
        guard !common.isEmpty else { return self }
        var pixels = rgb
        for y in common.top..<common.bottom {
            let from = ((y - other.rect.top) * other.rect.width + common.left - other.rect.left) * 3
            let to = ((y - rect.top) * rect.width + common.left - rect.left) * 3
            for i in 0..<common.width * 3 { pixels[to + i] = other.rgb[from + i] }
        }
        return CoverRaster(rect: rect, rgb: pixels) ?? self
    }

    /// The raster as a slot picture of another scale sees it: nearest pixels over the outward-rounded area.
    func resampled(for look: SlotPlacement) -> CoverRaster {
        let slot = look.slotRect(rect)
        guard !slot.isEmpty, !rect.isEmpty else { return CoverRaster(rect: slot, rows: .flat(FlatRows(.black))) }
        let columns = (slot.left..<slot.right).map { x in
            (min(max(look.pictureColumn(x), rect.left), rect.right - 1) - rect.left) * 3
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(slot.area * 3)
        for y in slot.top..<slot.bottom {
            let row = min(max(look.pictureRow(y), rect.top), rect.bottom - 1) - rect.top
            let base = row * rect.width * 3
            for column in columns { pixels.append(contentsOf: rgb[(base + column)..<(base + column + 3)]) }
        }
        return CoverRaster(rect: slot, rgb: pixels) ?? self
    }
}
