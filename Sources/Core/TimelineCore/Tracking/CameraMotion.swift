/// How the picture as a whole moved between two looks: scale about the origin, then a shift, in pixels.
struct CameraMotion: Hashable, Sendable {
    var scale: Double
    var dx: Double
    var dy: Double

    static let still = CameraMotion(scale: 1, dx: 0, dy: 0)

    func moved(_ point: PixelPoint) -> PixelPoint {
        PixelPoint(x: scale * point.x + dx, y: scale * point.y + dy)
    }

    func moved(_ box: PixelBox) -> PixelBox {
        PixelBox(
            x: scale * box.x + dx, y: scale * box.y + dy, width: scale * box.width, height: scale * box.height
        )
    }

    var inverse: CameraMotion { CameraMotion(scale: 1 / scale, dx: -dx / scale, dy: -dy / scale) }

    /// The motion of this one, then the next.
    func followed(by next: CameraMotion) -> CameraMotion {
        CameraMotion(
            scale: next.scale * scale, dx: next.scale * dx + next.dx, dy: next.scale * dy + next.dy
        )
    }

    /// Linear blend of two motions: `share` 0 gives self, 1 gives the other.
    func blended(with other: CameraMotion, share: Double) -> CameraMotion {
        CameraMotion(
            scale: scale + (other.scale - scale) * share, dx: dx + (other.dx - dx) * share,
            dy: dy + (other.dy - dy) * share
        )
    }
}

/// A box, and what is in it.
struct FaceView {
    var box: PixelBox
    var look: Appearance?
}

extension CameraMotion {
    /// A face before and after: what an estimate is made from.
    private struct Pair {
        var from: PixelBox
        var to: PixelBox
    }

    /// Supporters of a shift have to agree within this share of a face's size.
    private static let tolerance = 0.5
    /// Largest faces that take part in the vote; the cost is quadratic in pairs of them.
    private static let voters = 16

    /// Estimates the common motion of faces between two looks from what was there before and after.
    ///
    /// Every pair of alike faces proposes a shift, and the proposal that moves most faces onto others that look
    /// the same wins: so a shaken or panned camera is told from a moving person without looking at pixels.
    /// - Returns: nil when no motion is shared by enough of the faces present.
    static func estimated(
        from before: [FaceView], to after: [FaceView], sameLook: Double
    ) -> CameraMotion? {
        let old = before.sorted { $0.box.area > $1.box.area }.prefix(voters)
        let new = after.sorted { $0.box.area > $1.box.area }.prefix(voters)
        guard old.count >= 2, new.count >= 2 else { return nil }
        let weights = old.map { one in new.map { likeness(one, $0, sameLook: sameLook) } }
        var best: (score: Double, pairs: [Pair]) = (0, [])
        for (row, one) in old.enumerated() {
            for (column, two) in new.enumerated() where weights[row][column] > 0 {
                let shift = (two.box.centre.x - one.box.centre.x, two.box.centre.y - one.box.centre.y)
                let vote = support(shift, from: old.map(\.box), to: new.map(\.box), weights: weights)
                if vote.score > best.score + 1e-9 { best = vote }
            }
        }
        guard best.pairs.count >= quorum(of: min(old.count, new.count)) else { return nil }
        return fitted(best.pairs)
    }

    /// Of few faces two thirds have to agree: two of four people may just walk the same way.
    private static func quorum(of present: Int) -> Int {
        present <= 5 ? max(2, (2 * present + 2) / 3) : (present + 1) / 2
    }

    /// Gives how likely two faces are one by size and look alone, 0...1.
    private static func likeness(
        _ one: FaceView, _ two: FaceView, sameLook: Double
    ) -> Double {
        let ratio = one.box.meanSide / two.box.meanSide
        guard ratio > 0.7, ratio < 1.43 else { return 0 }
        guard let first = one.look, let second = two.look else { return 0.5 }
        return max(0, 1 - first.distance(to: second) / (2 * sameLook))
    }

    private static func support(
        _ shift: (Double, Double), from old: [PixelBox], to new: [PixelBox], weights: [[Double]]
    ) -> (score: Double, pairs: [Pair]) {
        var score = 0.0
        var pairs: [Pair] = []
        for (row, one) in old.enumerated() {
            let place = one.moved(x: shift.0, y: shift.1)
            var best: (value: Double, column: Int) = (0, 0)
            for column in new.indices where weights[row][column] > 0 {
                let distance = place.centreDistance(to: new[column]) / place.meanSide
                guard distance < tolerance else { continue }
                let value = weights[row][column] * (1 - distance / tolerance)
                if value > best.value { best = (value, column) }
            }
            guard best.value > 0 else { continue }
            score += best.value
            pairs.append(Pair(from: one, to: new[best.column]))
        }
        // Of two motions that explain as much, the smaller one is likelier.
        let length = (shift.0 * shift.0 + shift.1 * shift.1).squareRoot()
        return (score - 0.03 * length / max(old[0].meanSide, 1), pairs)
    }

    /// Fits shift, and scale where three faces or more tell it, by least squares on the centres.
    private static func fitted(_ pairs: [Pair]) -> CameraMotion {
        let count = Double(pairs.count)
        let from = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.from.centre.x / count, $0.1 + $1.from.centre.y / count) }
        let to = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.to.centre.x / count, $0.1 + $1.to.centre.y / count) }
        var scale = 1.0
        if pairs.count >= 3 {
            var spread = 0.0
            var common = 0.0
            for pair in pairs {
                let a = (pair.from.centre.x - from.0, pair.from.centre.y - from.1)
                let b = (pair.to.centre.x - to.0, pair.to.centre.y - to.1)
                spread += a.0 * a.0 + a.1 * a.1
                common += a.0 * b.0 + a.1 * b.1
            }
            // A look lasts a tenth of a second: no camera zooms by a quarter in it.
            if spread > 0 { scale = min(1.25, max(0.8, common / spread)) }
        }
        return CameraMotion(scale: scale, dx: to.0 - scale * from.0, dy: to.1 - scale * from.1)
    }
}

extension PixelBox {
    /// Distance of the centres, in pixels.
    func centreDistance(to other: PixelBox) -> Double {
        let dx = centre.x - other.centre.x
        let dy = centre.y - other.centre.y
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Mean of the sides, in pixels.
    var meanSide: Double { (width + height) / 2 }
}
