/// Says how well a detection fits a face that is expected at a place.
struct Matching: Sendable {
    let sameLook: Double

    /// Cost above which a pair is refused. Source: judgement; the limits on place, size and look refuse most pairs
    /// before it.
    static let dearest = 1.6

    /// Gives the cost of a pair, nil when it cannot be the same face.
    /// - Parameters:
    ///   - absence: seconds since the face was seen.
    ///   - reach: how far the centre may be off, in face sizes.
    ///   - stretch: how many times larger one box may be than the other.
    func cost(
        expected: PixelBox, seen: Appearance?, box: PixelBox, look other: @autoclosure () -> Appearance?,
        absence: Double, reach: Double, stretch: Double
    ) -> Double? {
        let size = (expected.meanSide + box.meanSide) / 2
        let distance = expected.centreDistance(to: box) / size
        guard distance <= reach else { return nil }
        let ratio = max(
            expected.meanSide / box.meanSide, box.meanSide / expected.meanSide
        )
        guard ratio <= stretch else { return nil }
        var look = 0.5 * sameLook
        if let seen, let other = other() {
            look = seen.distance(to: other)
            guard look <= allowance(distance: distance, ratio: ratio, absence: absence) else { return nil }
        }
        let cost = distance + 0.7 * (ratio - 1) + 1.2 * look
        return cost <= Self.dearest ? cost : nil
    }

    /// Gives how different two views of one face may look.
    ///
    /// Where a face is expected to the pixel, a flash or a hand may change nearly all of its look; the longer it
    /// was away and the farther it is, the more the look has to tell that it is the same face.
    func allowance(distance: Double, ratio: Double, absence: Double) -> Double {
        let isFresh = absence <= 0.25
        if isFresh, distance <= 0.35, ratio <= 1.25 { return 2.6 * sameLook }
        if distance <= 0.5, ratio <= 1.5, absence <= 0.75 { return (isFresh ? 2 : 1.5) * sameLook }
        return (isFresh ? 1.3 : 1) * sameLook
    }
}
