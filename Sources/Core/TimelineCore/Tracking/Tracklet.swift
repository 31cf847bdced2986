/// One detection that belongs to a track.
struct TrackPoint: Hashable, Sendable {
    /// Number of the look within its shot.
    var look: Int
    var frame: Int
    var time: Double
    var box: PixelBox
    var score: Double
    var grid: ColourGrid?
}

/// The detections of one face over part of a shot, in order of time.
struct Tracklet: Hashable, Sendable {
    var points: [TrackPoint]

    var bestScore: Double { points.reduce(0) { max($0, $1.score) } }

    /// The colours of the best view: sure, and large.
    var palette: ColourGrid? {
        var best: (value: Double, grid: ColourGrid)?
        for point in points {
            guard let grid = point.grid else { continue }
            let value = point.score * point.box.meanSide
            if value > best?.value ?? -1 { best = (value, grid) }
        }
        return best?.grid
    }
}
