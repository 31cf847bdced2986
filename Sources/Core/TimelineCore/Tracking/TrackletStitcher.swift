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
            for to in firstStart(after: last.frame)..<tracklets.count {
                guard let first = tracklets[to].points.first, first.time - last.time <= settings.memory else { break }
                if let cost = cost(from: tracklets[from], last, to: tracklets[to], first) {
                    joins.append(Join(cost: cost, from: from, to: to))
                }
            }
        }
        return joins.sorted { ($0.cost, $0.from, $0.to) < ($1.cost, $1.from, $1.to) }
    }

    private func cost(from: Tracklet, _ last: TrackPoint, to: Tracklet, _ first: TrackPoint) -> Double? {
        let absence = first.time - last.time
        let carried = camera.carried(last.box, from: last.frame, to: first.frame)
        let velocity = from.endVelocity(camera: camera)
        // A person who walks may have stopped: half way is a fair guess.
        let moved = carried.moved(x: velocity.x * absence / 2, y: velocity.y * absence / 2)
        let look = from.distance(to: to)
        if let look {
            guard look <= settings.sameLook else { return nil }
        } else if absence > settings.coasting {
            return nil
        }
        let reach = min(0.7 + 0.6 * absence, 2)
        let size = (moved.meanSide + first.box.meanSide) / 2
        let distance = min(moved.centreDistance(to: first.box), carried.centreDistance(to: first.box)) / size
        let ratio = max(moved.meanSide / first.box.meanSide, first.box.meanSide / moved.meanSide)
        guard distance <= reach, ratio <= 1.5 + absence / 4 else { return nil }
        return distance + 0.7 * (ratio - 1) + 4 * (look ?? settings.sameLook)
    }

    private func firstStart(after frame: Int) -> Int {
        var low = 0
        var high = tracklets.count
        while low < high {
            let middle = (low + high) / 2
            if tracklets[middle].points[0].frame > frame { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func chains(next: [Int?], hasPrevious: [Bool]) -> [Tracklet] {
        tracklets.indices.filter { !hasPrevious[$0] }.map { start in
            var points: [TrackPoint] = []
            var current: Int? = start
            while let position = current {
                points += tracklets[position].points
                current = next[position]
            }
            return Tracklet(points: points)
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
