/// Joins tracklets of one shot that are the same person before and after an absence.
///
/// Joined is what is alike, at a plausible place, and without a rival: two persons never share an id, so a doubtful
/// join is not made (the person then has two ids, and both are covered).
struct TrackletStitcher {
    private struct Join {
        var cost: Double
        var from: Int
        var to: Int
    }

    private let tracklets: [Tracklet]
    private let camera: CameraPath
    private let settings: TrackerSettings
    private let matching: Matching
    /// A rival this much dearer is no rival.
    private static let clearance = 0.25

    init(tracklets: [Tracklet], camera: CameraPath, settings: TrackerSettings) {
        self.tracklets = tracklets
        self.camera = camera
        self.settings = settings
        matching = Matching(sameLook: settings.sameLook)
    }

    func stitched() -> [Tracklet] {
        var next = [Int?](repeating: nil, count: tracklets.count)
        var hasPrevious = [Bool](repeating: false, count: tracklets.count)
        var isBlocked = [Bool](repeating: false, count: tracklets.count)
        let joins = candidates()
        for (position, join) in joins.enumerated() {
            guard next[join.from] == nil, !hasPrevious[join.to], !isBlocked[join.from], !isBlocked[join.to]
            else { continue }
            let hasRival = joins[(position + 1)...].prefix { $0.cost - join.cost < Self.clearance }.contains {
                let sharesEnd = $0.from == join.from || $0.to == join.to
                return sharesEnd && next[$0.from] == nil && !hasPrevious[$0.to]
            }
            if hasRival {
                isBlocked[join.from] = true
                isBlocked[join.to] = true
            } else {
                next[join.from] = join.to
                hasPrevious[join.to] = true
            }
        }
        return chains(next: next, hasPrevious: hasPrevious)
    }

    private func candidates() -> [Join] {
        var joins: [Join] = []
        for from in tracklets.indices {
            guard let last = tracklets[from].points.last else { continue }
            // In order of first points: those that start while this one is remembered.
            for to in (from + 1)..<max(from + 1, tracklets.count) {
                guard let first = tracklets[to].points.first, first.time - last.time <= settings.memory else { break }
                guard let before = tracklets[from].ending(before: tracklets[to]) else { continue }
                if let cost = cost(from: before, before.points[before.points.count - 1], to: tracklets[to], first) {
                    joins.append(Join(cost: cost, from: from, to: to))
                }
            }
        }
        return joins.sorted { ($0.cost, $0.from, $0.to) < ($1.cost, $1.from, $1.to) }
    }

    /// Compares the ends, and the surest views near them: a face half behind something has a wrong box.
    private func cost(from: Tracklet, _ last: TrackPoint, to: Tracklet, _ first: TrackPoint) -> Double? {
        let look = from.distance(to: to)
        // Without colours only the place tells, and that not for long.
        guard look != nil || first.time - last.time <= settings.coasting else { return nil }
        let ends = [last, from.surest(near: last.time)]
        let starts = [first, to.surest(near: first.time)]
        let velocity = from.endVelocity(camera: camera)
        let costs = ends.flatMap { end in
            starts.compactMap { start in place(end, start, velocity: velocity, look: look, gap: first.time - last.time)
            }
        }
        return costs.min().map { $0 + 1.2 * (look ?? settings.sameLook) }
    }

    /// Gives the cost of place and size, nil where a face cannot have got to.
    private func place(
        _ end: TrackPoint, _ start: TrackPoint, velocity: (x: Double, y: Double), look: Double?, gap: Double
    ) -> Double? {
        let absence = start.time - end.time
        let carried = camera.carried(end.box, from: end.frame, to: start.frame)
        // A person who walks may have stopped: half way is a fair guess.
        let moved = carried.moved(x: velocity.x * absence / 2, y: velocity.y * absence / 2)
        let size = (carried.meanSide + start.box.meanSide) / 2
        let distance = min(moved.centreDistance(to: start.box), carried.centreDistance(to: start.box)) / size
        let ratio = max(carried.meanSide / start.box.meanSide, start.box.meanSide / carried.meanSide)
        guard distance <= min(0.7 + 0.6 * absence, 2), ratio <= 1.5 + absence / 4 else { return nil }
        let allowance = matching.allowance(distance: distance, ratio: ratio, absence: gap)
        if let look, look > allowance { return nil }
        return distance + 0.7 * (ratio - 1)
    }

    private func chains(next: [Int?], hasPrevious: [Bool]) -> [Tracklet] {
        tracklets.indices.filter { !hasPrevious[$0] }.map { start in
            var chain = tracklets[start]
            var current = next[start]
            while let position = current {
                chain.append(tracklets[position])
                current = next[position]
            }
            return chain
        }
    }
}

extension Tracklet {
    /// Gives how different two tracklets look where they meet, or at their best; nil without colours.
    func distance(to later: Tracklet) -> Double? {
        let meeting = points.last?.grid.flatMap { end in later.points.first?.grid.map { end.distance(to: $0) } }
        let best = palette.flatMap { mine in later.palette.map { mine.distance(to: $0) } }
        guard let meeting, let best else { return meeting ?? best }
        return min(meeting, best)
    }

    /// Gives the part before a later tracklet starts, where the rest is the same face seen twice.
    ///
    /// Coming out from behind something a face may for some looks be reported in two boxes, of which one goes on
    /// the old tracklet and the other starts a new one.
    /// - Returns: nil when the two go on side by side, and so are two faces.
    func ending(before later: Tracklet) -> Tracklet? {
        let start = later.points[0]
        guard let last = points.last, last.frame >= start.frame else { return self }
        guard last.time - start.time <= 0.3, points[0].frame < start.frame else { return nil }
        for mine in points where mine.frame >= start.frame {
            for other in later.points where other.frame == mine.frame {
                let common = mine.box.intersection(other.box).area
                guard common >= 0.3 * min(mine.box.area, other.box.area) else { return nil }
            }
        }
        return Tracklet(points: points.filter { $0.frame < start.frame })
    }

    /// Appends a later tracklet; where both have a box, one that holds both is kept.
    mutating func append(_ later: Tracklet) {
        for point in later.points {
            let place = firstPoint(from: point.frame)
            if place < points.count, points[place].frame == point.frame {
                // The later one's detection is the better one where a face comes out of hiding.
                let both = points[place].box.union(point.box)
                points[place] = point
                points[place].box = both
            } else {
                points.insert(point, at: place)
            }
        }
    }

    /// Gives the position of the first point at or after a frame; the number of points where there is none.
    func firstPoint(from frame: Int) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].frame >= frame { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The largest sure view within 0.4 seconds of a time.
    func surest(near time: Double) -> TrackPoint {
        var best = points[0]
        var value = -1.0
        for point in points where abs(point.time - time) <= 0.4 && point.score * point.box.meanSide > value {
            best = point
            value = point.score * point.box.meanSide
        }
        return best
    }

    /// Own motion at the end, in pixels per second, on top of the camera's.
    func endVelocity(camera: CameraPath) -> (x: Double, y: Double) { velocity(points.reversed(), camera: camera) }

    /// Own motion at the start, in pixels per second, on top of the camera's.
    func startVelocity(camera: CameraPath) -> (x: Double, y: Double) { velocity(points, camera: camera) }

    /// Slope over the 0.4 seconds nearest to the first of the points; zero where there are too few to tell.
    private func velocity(_ nearest: [TrackPoint], camera: CameraPath) -> (x: Double, y: Double) {
        let window = nearest.prefix { abs($0.time - nearest[0].time) <= 0.4 }
        guard window.count >= 3, let end = window.first, let far = window.last, end.time != far.time else {
            return (0, 0)
        }
        let start = camera.carried(far.box, from: far.frame, to: end.frame).centre
        let elapsed = end.time - far.time
        // Faster than four faces a second is a mistake, not a motion to go on with.
        let limit = 4 * end.box.meanSide
        return (
            x: min(max((end.box.centre.x - start.x) / elapsed, -limit), limit),
            y: min(max((end.box.centre.y - start.y) / elapsed, -limit), limit)
        )
    }
}
