import Glibc
import TimelineCore

/// Reads faces from the network's maps.
package struct CenterFace {
    /// Size of the picture before padding, in pixels.
    private let picture: PixelSize
    private let minimumScore: Double

    /// For one picture, by its size before padding.
    package init(picture: PixelSize, minimumScore: Double) {
        self.picture = picture
        self.minimumScore = minimumScore
    }

    /// Share of a box centred in the padding that must lie in the picture itself; padding has no faces.
    static let leastShareInPicture = 0.3

    /// Every face of at least `minimumScore`, overlaps included, in no particular order.
    ///
    /// Units: pixels of the picture given to the network; a box may reach outside.
    package func faces(in maps: HeatMaps) -> [Detection] {
        var found: [Detection] = []
        let threshold = Float(minimumScore)
        for cell in 0..<maps.cellCount where maps.heat[cell] >= threshold {
            let box = box(of: cell, in: maps)
            guard box.isSound, !box.isEmpty, isInPicture(box) else { continue }
            found.append(
                Detection(
                    box: box, score: min(1, Double(maps.heat[cell])),
                    landmarks: landmarks(of: cell, in: maps, box: box)
                )
            )
        }
        return found
    }

    /// Source: docs of the network, measured: size = exp(s) * 4, centre = (cell + offset + 0.5) * 4.
    private func box(of cell: Int, in maps: HeatMaps) -> PixelBox {
        let plane = maps.cellCount
        let pixels = Double(HeatMaps.cellPixels)
        let height = side(maps.size[cell], limit: 2 * picture.height)
        let width = side(maps.size[plane + cell], limit: 2 * picture.width)
        let y = (Double(cell / maps.columns) + finite(maps.offset[cell]) + 0.5) * pixels
        let x = (Double(cell % maps.columns) + finite(maps.offset[plane + cell]) + 0.5) * pixels
        return PixelBox(x: x - width / 2, y: y - height / 2, width: width, height: height)
    }

    /// A side in pixels.
    ///
    /// A face that was seen is never dropped for a size that makes no sense: it gets the largest.
    private func side(_ logarithm: Float, limit: Int) -> Double {
        let side = exp(Double(logarithm)) * Double(HeatMaps.cellPixels)
        return side.isFinite ? min(side, Double(limit)) : Double(limit)
    }

    private func finite(_ offset: Float) -> Double { offset.isFinite ? Double(offset) : 0 }

    private func isInPicture(_ box: PixelBox) -> Bool {
        let whole = PixelBox(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        let centre = box.centre
        if centre.x >= 0, centre.y >= 0, centre.x <= whole.width, centre.y <= whole.height { return true }
        return box.intersection(whole).area >= Self.leastShareInPicture * box.area
    }

    /// Five points, y before x in the planes; empty where one is no number.
    private func landmarks(of cell: Int, in maps: HeatMaps, box: PixelBox) -> [PixelPoint] {
        let plane = maps.cellCount
        var points: [PixelPoint] = []
        points.reserveCapacity(5)
        for point in 0..<5 {
            let y = box.y + Double(maps.landmarks[2 * point * plane + cell]) * box.height
            let x = box.x + Double(maps.landmarks[(2 * point + 1) * plane + cell]) * box.width
            guard x.isFinite, y.isFinite else { return [] }
            points.append(PixelPoint(x: x, y: y))
        }
        return points
    }
}
