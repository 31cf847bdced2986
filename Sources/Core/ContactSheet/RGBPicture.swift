import TimelineCore

/// A picture in memory: packed rows of R, G, B, 8 bits each.
package struct RGBPicture: Hashable, Sendable {
    package let size: PixelSize
    package var rgb: [UInt8]

    /// Makes a picture of one colour.
    package init(size: PixelSize, filledWith value: (UInt8, UInt8, UInt8)) {
        self.size = size
        rgb = []
        rgb.reserveCapacity(size.area * 3)
        for _ in 0..<size.area {
            rgb.append(value.0)
            rgb.append(value.1)
            rgb.append(value.2)
        }
    }

    /// Takes packed rows.
    ///
    /// - Returns: nil unless there are exactly as many bytes as the size asks for.
    package init?(size: PixelSize, rgb: [UInt8]) {
        guard size.width > 0, size.height > 0, rgb.count == size.area * 3 else { return nil }
        self.size = size
        self.rgb = rgb
    }

    /// Shrinks by a whole number, averaging squares of pixels; a rest at the right and bottom is dropped.
    package func shrunk(by factor: Int) -> RGBPicture {
        guard factor > 1, size.width >= factor, size.height >= factor else { return self }
        let target = PixelSize(width: size.width / factor, height: size.height / factor)
        var bytes = [UInt8](repeating: 0, count: target.area * 3)
        for y in 0..<target.height {
            for x in 0..<target.width {
                for band in 0..<3 {
                    var sum = 0
                    for row in 0..<factor {
                        let start = ((y * factor + row) * size.width + x * factor) * 3 + band
                        for column in 0..<factor { sum += Int(rgb[start + column * 3]) }
                    }
                    bytes[(y * target.width + x) * 3 + band] = UInt8((sum + factor * factor / 2) / (factor * factor))
                }
            }
        }
        return RGBPicture(size: target, rgb: bytes) ?? self
    }

    /// Lays another picture over this one; what reaches outside is cut off.
    package mutating func draw(_ other: RGBPicture, left: Int, top: Int) {
        let area = clip(other.size, left: left, top: top)
        for y in area.top..<max(area.top, area.bottom) {
            let from = ((y - top) * other.size.width + area.left - left) * 3
            let to = (y * size.width + area.left) * 3
            for byte in 0..<area.width * 3 { rgb[to + byte] = other.rgb[from + byte] }
        }
    }

    /// Lays one colour over this picture, as dense as `mask` says; what reaches outside is cut off.
    package mutating func draw(_ mask: CoverageMask, colour: (UInt8, UInt8, UInt8), left: Int, top: Int) {
        let area = clip(mask.size, left: left, top: top)
        let wanted = [Int(colour.0), Int(colour.1), Int(colour.2)]
        for y in area.top..<max(area.top, area.bottom) {
            for x in area.left..<max(area.left, area.right) {
                let share = Int(mask.coverage[(y - top) * mask.size.width + x - left])
                guard share > 0 else { continue }
                let place = (y * size.width + x) * 3
                for band in 0..<3 {
                    rgb[place + band] = UInt8(
                        (Int(rgb[place + band]) * (255 - share) + wanted[band] * share + 127) / 255)
                }
            }
        }
    }

    private func clip(_ other: PixelSize, left: Int, top: Int) -> PixelRect {
        PixelRect(left: left, top: top, right: left + other.width, bottom: top + other.height)
            .intersection(size.rect)
    }
}

/// How much of each pixel something covers, 0...255; what text is drawn with.
package struct CoverageMask: Hashable, Sendable {
    package let size: PixelSize
    package let coverage: [UInt8]

    /// - Returns: nil unless there is exactly one byte for each pixel.
    package init?(size: PixelSize, coverage: [UInt8]) {
        guard size.width > 0, size.height > 0, coverage.count == size.area else { return nil }
        self.size = size
        self.coverage = coverage
    }
}
