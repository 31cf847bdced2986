import TimelineCore

/// A drawn emoji, as a font or a file gave it.
///
/// Shape: `size.width x size.height` pixels, row by row, R G B A, alpha not multiplied in.
package struct EmojiBitmap: Hashable, Sendable {
    package let size: PixelSize
    package let rgba: [UInt8]

    /// Longest side taken, in pixels. Source: twice the largest colour glyphs that fonts carry (136 px) is plenty.
    package static let longestSide = 1024

    /// Checks and keeps the pixels.
    ///
    /// - Returns: nil for an empty or too large size, or a byte count that does not fit it.
    package init?(size: PixelSize, rgba: [UInt8]) {
        guard (1...Self.longestSide).contains(size.width), (1...Self.longestSide).contains(size.height),
            rgba.count == size.area * 4
        else { return nil }
        self.size = size
        self.rgba = rgba
    }

    private init(side: Int, sample: (Double, Double) -> (colour: RGBColour, inside: Bool)) {
        var pixels: [UInt8] = []
        for y in 0..<side {
            for x in 0..<side { pixels += Self.pixel(x, y, side, sample) }
        }
        size = PixelSize(width: side, height: side)
        rgba = pixels
    }

    /// Averages 4 x 4 samples inside one pixel.
    private static func pixel(
        _ x: Int, _ y: Int, _ side: Int, _ sample: (Double, Double) -> (colour: RGBColour, inside: Bool)
    ) -> [UInt8] {
        var sums = [0, 0, 0]
        var inside = 0
        for part in 0..<16 {
            let (colour, isInside) = sample(
                (Double(x) + (Double(part % 4) + 0.5) / 4) / Double(side),
                (Double(y) + (Double(part / 4) + 0.5) / 4) / Double(side)
            )
            guard isInside else { continue }
            inside += 1
            sums[0] += Int(colour.red)
            sums[1] += Int(colour.green)
            sums[2] += Int(colour.blue)
        }
        guard inside > 0 else { return [0, 0, 0, 0] }
        return sums.map { UInt8(clamping: $0 / inside) } + [UInt8(clamping: inside * 255 / 16)]
    }

    /// A plain smiling face, for a machine without an emoji font: drawn by rule, the same everywhere.
    static func smiley() -> EmojiBitmap {
        let skin = RGBColour(red: 255, green: 204, blue: 51)
        let ink = RGBColour(red: 64, green: 44, blue: 16)
        return EmojiBitmap(side: 160) { x, y in
            let (dx, dy) = (x - 0.5, y - 0.5)
            guard dx * dx + dy * dy < 0.235 else { return (skin, false) }
            let eyeX = (abs(dx) - 0.16) / 0.055
            let eyeY = (dy + 0.11) / 0.085
            let smile = dx * dx + (dy - 0.02) * (dy - 0.02)
            let isMouth = dy > 0.09 && smile > 0.0676 && smile < 0.1024
            return (eyeX * eyeX + eyeY * eyeY < 1 || isMouth ? ink : skin, true)
        }
    }
}
