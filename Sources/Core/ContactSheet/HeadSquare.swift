import TimelineCore

/// The part of a picture that a contact sheet shows of a face.
package enum HeadSquare {
    /// Side of the square, in lengths of the face box's longer side: the whole head and some hair, little else.
    package static let growth = 1.6
    /// The square's centre lies this share of the box's height above the face's: there is more head over a face than
    /// under it. Source: ``ResolverSettings`` grows a face box more at the top for the same reason.
    static let lift = 0.08
    /// Pixels: nothing is to be seen in less, and scalers want some to work on.
    static let leastSide = 16

    /// Gives the square around a face box, moved (and only if it must, shrunk) to lie inside the picture.
    ///
    /// Shape: edges at even pixels where the picture allows, so that halved chroma is not shifted.
    /// - Returns: nil for a box that is not sound or does not meet the picture.
    package static func around(_ box: PixelBox, in size: PixelSize) -> PixelRect? {
        guard box.isSound, box.intersection(size.rect.box).area > 0 else { return nil }
        let limit = min(size.width, size.height)
        // A box may be far larger than the picture: the smaller number is taken before the conversion.
        let wanted = min(max(box.width, box.height) * growth, Double(limit))
        let side = min(limit, max(leastSide, even(wanted)))
        let centreY = box.centre.y - lift * box.height
        let left = start(box.centre.x, side: side, length: size.width)
        let top = start(centreY, side: side, length: size.height)
        return PixelRect(left: left, top: top, right: left + side, bottom: top + side)
    }

    private static func start(_ centre: Double, side: Int, length: Int) -> Int {
        let last = length - side
        return even(min(max(centre - Double(side) / 2, 0), Double(last)))
    }

    /// Rounds down to an even number; what is given is not negative and not large.
    private static func even(_ value: Double) -> Int { Int(value) & ~1 }
}
