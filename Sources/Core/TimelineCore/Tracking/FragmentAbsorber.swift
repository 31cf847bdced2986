/// Takes short tracklets into the longer one that they are a piece of.
///
/// A face that comes out from behind something is for a look or two reported with a box that is too far from what
/// is expected, and starts a track of its own beside the one that goes on. Such a fragment would be a second id on
/// one face. Its boxes are kept: the longer track's boxes grow to hold them.
struct FragmentAbsorber {
    let camera: CameraPath
    let settings: TrackerSettings

    /// Longest time a fragment lasts, in seconds. Source: bench/tracking, three looks at a tenth of a second; who
    /// is seen for longer is somebody.
    private static let longest = 0.3

    func absorbed(_ tracklets: [Tracklet]) -> [Tracklet] {
        var result = tracklets
        var isGone = [Bool](repeating: false, count: tracklets.count)
        for position in tracklets.indices where duration(tracklets[position]) <= Self.longest {
            let fragment = result[position]
            // The longest one that holds it; a fragment cannot be taken in by another fragment.
            let owners = result.indices.filter {
                !isGone[$0] && $0 != position && duration(result[$0]) > Self.longest && owns(result[$0], fragment)
            }
            guard let owner = owners.max(by: { result[$0].points.count < result[$1].points.count }) else { continue }
            for point in fragment.points { insert(point, into: &result[owner]) }
            isGone[position] = true
        }
        return result.indices.filter { !isGone[$0] }.map { result[$0] }
    }

    private func duration(_ tracklet: Tracklet) -> Double {
        tracklet.points[tracklet.points.count - 1].time - tracklet.points[0].time
    }

    /// True when every box of the fragment lies where the track is, and cannot be a second face there.
    private func owns(_ track: Tracklet, _ fragment: Tracklet) -> Bool {
        fragment.points.allSatisfy { point in
            guard let (before, after) = track.neighbours(of: point.frame),
                after.time - before.time <= settings.bridge
            else { return false }
            // Seen surely at the same time as the track's own face: that is somebody else.
            if before.frame == point.frame, point.score >= settings.startThreshold { return false }
            let expected = box(at: point, between: before, and: after)
            let size = (expected.meanSide + point.box.meanSide) / 2
            let common = expected.intersection(point.box).area
            return expected.centreDistance(to: point.box) <= 0.75 * size
                && common >= 0.4 * min(expected.area, point.box.area)
                && looksAlike(point, before, after)
        }
    }

    private func looksAlike(_ point: TrackPoint, _ before: TrackPoint, _ after: TrackPoint) -> Bool {
        guard let look = point.grid.map(Appearance.init) else { return true }
        return [before, after].contains { neighbour in
            guard let other = neighbour.grid.map(Appearance.init) else { return true }
            return look.distance(to: other) <= 2 * settings.sameLook
        }
    }

    private func insert(_ point: TrackPoint, into track: inout Tracklet) {
        guard let (before, after) = track.neighbours(of: point.frame) else { return }
        let place = track.firstPoint(from: point.frame)
        if before.frame == point.frame {
            track.points[place].box = before.box.union(point.box)
            return
        }
        var merged = point
        merged.box = box(at: point, between: before, and: after).union(point.box)
        track.points.insert(merged, at: place)
    }

    private func box(at point: TrackPoint, between before: TrackPoint, and after: TrackPoint) -> PixelBox {
        let span = after.time - before.time
        let share = span > 0 ? (point.time - before.time) / span : 0
        return camera.carried(before.box, from: before.frame, to: point.frame)
            .blended(with: camera.carried(after.box, from: after.frame, to: point.frame), share: share)
    }
}

extension Tracklet {
    /// The last point at or before a frame, and the first at or after it; nil outside the tracklet's time.
    fileprivate func neighbours(of frame: Int) -> (before: TrackPoint, after: TrackPoint)? {
        let place = firstPoint(from: frame)
        guard place < points.count else { return nil }
        let after = points[place]
        if after.frame == frame { return (after, after) }
        guard place > 0 else { return nil }
        let before = points[place - 1]
        return (before, after)
    }
}
