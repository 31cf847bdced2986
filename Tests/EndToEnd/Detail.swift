import TestSupport

/// How much of a face's own detail is left in a finished picture: a measure of its own, that knows neither styles nor
/// covers, only where the face was and how it looked.
enum Detail {
    /// A tenth of the detail of a face with strong features stays below this; a figure's edge does not.
    private static let flat = 5.0

    /// The share of the source's fine detail that the output still has in an ellipse: 1 for a face as it was, about
    /// 0.05 under a cover of 95 %, 0 where nothing shows.
    ///
    /// Detail is what is finer than an eighth of the face: there a mosaic of eight cells across it has nothing. Where
    /// the output has strong edges of its own (a cell's rim, an emoji's eye) nothing is read; `read` is the share
    /// of the ellipse's pixels that are.
    static func left(
        of source: Picture, in output: Picture, face: Ellipse, frame: Int = 0
    ) -> (share: Double, read: Double) {
        let radius = max(2, Int(face.radiusX * 2 / 8 / 2))
        let before = Fine(source, face, frame, radius)
        let after = Fine(output, face, frame, radius)
        var (common, own, count) = (0.0, 0.0, 0)
        let pixels = face.pixels(width: output.width, height: output.height)
        for (x, y) in pixels {
            let (one, two) = (before.value(x, y), after.value(x, y))
            guard abs(two) <= Self.flat else { continue }
            common += one * two
            own += one * one
            count += 1
        }
        return (own > 0 ? common / own : 0, Double(count) / Double(max(1, pixels.count)))
    }

    /// Groups of colours further apart than coding moves them, each at least one pixel in 200.
    static func colours(_ picture: Picture, face: Ellipse, frame: Int = 0) -> Int {
        var groups: [(colour: (Int, Int, Int), count: Int)] = []
        let pixels = face.pixels(width: picture.width, height: picture.height)
        for (x, y) in pixels {
            let here = picture.pixel(x, y, frame: frame)
            let found = groups.firstIndex {
                abs($0.colour.0 - here.0) <= 14 && abs($0.colour.1 - here.1) <= 14 && abs($0.colour.2 - here.2) <= 14
            }
            if let found { groups[found].count += 1 } else { groups.append((here, 1)) }
        }
        return groups.count { $0.count * 200 >= pixels.count }
    }
}

/// Luma without what is coarser than a square around each pixel.
private struct Fine {
    private let left: Int
    private let top: Int
    private let width: Int
    private let luma: [Double]
    private let sums: [Double]
    private let radius: Int
    private let height: Int

    init(_ picture: Picture, _ face: Ellipse, _ frame: Int, _ radius: Int) {
        self.radius = radius
        left = max(0, Int(face.x - face.radiusX) - radius - 1)
        top = max(0, Int(face.y - face.radiusY) - radius - 1)
        width = min(picture.width, Int(face.x + face.radiusX) + radius + 2) - left
        height = min(picture.height, Int(face.y + face.radiusY) + radius + 2) - top
        var luma: [Double] = []
        var sums = [Double](repeating: 0, count: (width + 1) * (height + 1))
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = picture.pixel(left + x, top + y, frame: frame)
                let value = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
                luma.append(value)
                sums[(y + 1) * (width + 1) + x + 1] =
                    value + sums[y * (width + 1) + x + 1] + sums[(y + 1) * (width + 1) + x]
                    - sums[y * (width + 1) + x]
            }
        }
        self.luma = luma
        self.sums = sums
    }

    func value(_ x: Int, _ y: Int) -> Double {
        let (column, row) = (x - left, y - top)
        let (x0, x1) = (max(0, column - radius), min(width, column + radius + 1))
        let (y0, y1) = (max(0, row - radius), min(height, row + radius + 1))
        let sum =
            sums[y1 * (width + 1) + x1] - sums[y0 * (width + 1) + x1] - sums[y1 * (width + 1) + x0]
            + sums[y0 * (width + 1) + x0]
        return luma[row * width + column] - sum / Double((x1 - x0) * (y1 - y0))
    }
}
