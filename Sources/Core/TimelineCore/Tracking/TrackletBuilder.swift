/// Links the detections of one shot into tracklets, look by look.
///
/// High scores first (they may begin a track), then low ones (they may only continue it); positions are predicted
/// by the camera's motion and the face's own. Afterwards every tracklet is grown backwards over low scores that
/// nobody claimed, so that a face is held before the detector was sure of it.
struct TrackletBuilder {
    /// A face that association expects to see again.
    private struct Active {
        var points: [TrackPoint]
        /// Where it is expected at the current look.
        var expected: PixelBox
        /// Own motion, in pixels per second, on top of the camera's.
        var velocity = (x: 0.0, y: 0.0)
        var look: Appearance?
        var lastSeen: Double
    }

    private let looks: [Look]
    private let settings: TrackerSettings
    private let matching: Matching
    private var active: [Active] = []
    /// What the detections of the current look look like.
    private var appearances: [Appearance?] = []
    private var finished: [Tracklet] = []
    private var isClaimed: [[Bool]]
    private var steps: [CameraMotion] = []
    private var cameraIsKnown = false

    init(looks: [Look], settings: TrackerSettings) {
        self.looks = looks
        self.settings = settings
        matching = Matching(sameLook: settings.sameLook)
        isClaimed = looks.map { [Bool](repeating: false, count: $0.detections.count) }
    }

    /// Gives the tracklets in order of their first point, and how the camera moved.
    consuming func build() -> (tracklets: [Tracklet], camera: CameraPath) {
        for number in looks.indices { advance(to: number) }
        finished += active.map { Tracklet(points: $0.points) }
        active = []
        let camera = CameraPath(frames: looks.map(\.frame), steps: steps)
        finished.sort(by: Tracklet.precedes)
        for position in finished.indices { growBackwards(position, camera: camera) }
        return (finished.sorted(by: Tracklet.precedes), camera)
    }

    private mutating func advance(to number: Int) {
        let look = looks[number]
        appearances = look.detections.map { $0.grid.map(Appearance.init) }
        if number > 0 { predict(number) }
        retire(at: look.time)
        match(number, scores: settings.startThreshold...)
        match(number, scores: settings.continueThreshold...)
        for (position, detection) in look.detections.enumerated()
        where !isClaimed[number][position] && detection.score >= settings.tentativeThreshold {
            isClaimed[number][position] = true
            active.append(
                Active(
                    points: [point(number, detection)], expected: detection.box, look: appearances[position],
                    lastSeen: look.time
                )
            )
        }
    }

    /// Moves every expectation on by the camera's motion, if several faces show it, and the face's own.
    private mutating func predict(_ number: Int) {
        let look = looks[number]
        let elapsed = look.time - looks[number - 1].time
        let sure = active.filter { look.time - $0.lastSeen < 2.5 * elapsed + 0.001 }
        let strong = look.detections.indices.filter { look.detections[$0].score >= settings.tentativeThreshold }
        let motion = CameraMotion.estimated(
            from: sure.map { FaceView(box: $0.expected, look: $0.look) },
            to: strong.map { FaceView(box: look.detections[$0].box, look: appearances[$0]) },
            sameLook: settings.sameLook
        )
        let step = motion ?? .still
        handOver(isKnown: motion != nil, step: step, elapsed: elapsed)
        steps.append(step)
        for position in active.indices {
            let carried = step.moved(active[position].expected)
            let velocity = active[position].velocity
            active[position].expected = carried.moved(x: velocity.x * elapsed, y: velocity.y * elapsed)
        }
    }

    /// When the camera's motion becomes known, it is no longer part of a face's own; and the other way round.
    private mutating func handOver(isKnown: Bool, step: CameraMotion, elapsed: Double) {
        defer { cameraIsKnown = isKnown }
        guard isKnown != cameraIsKnown, elapsed > 0 else { return }
        let known = isKnown ? step : steps.last ?? .still
        let sign = isKnown ? -1.0 : 1.0
        for position in active.indices {
            let centre = active[position].expected.centre
            let moved = known.moved(centre)
            active[position].velocity.x += sign * (moved.x - centre.x) / elapsed
            active[position].velocity.y += sign * (moved.y - centre.y) / elapsed
        }
    }

    private mutating func retire(at time: Double) {
        finished += active.filter { time - $0.lastSeen > settings.coasting }.map { Tracklet(points: $0.points) }
        active.removeAll { time - $0.lastSeen > settings.coasting }
    }

    /// Matches the faces not seen yet at this look with its unclaimed detections of the given scores.
    private mutating func match(_ number: Int, scores: PartialRangeFrom<Double>) {
        let look = looks[number]
        let rows = active.indices.filter { active[$0].points.last?.look != number }
        let columns = look.detections.indices.filter {
            !isClaimed[number][$0] && scores.contains(look.detections[$0].score)
        }
        guard !rows.isEmpty, !columns.isEmpty else { return }
        let isSure = scores.lowerBound >= settings.startThreshold
        let costs = rows.map { row in
            columns.map { column -> Double? in
                let absence = look.time - active[row].lastSeen
                // A low score has to be where a face is expected; a high one may have been fast.
                let reach = min(isSure ? 0.7 + 1.5 * absence : 0.45 + 0.8 * absence, isSure ? 1.6 : 0.9)
                return matching.cost(
                    expected: active[row].expected, seen: active[row].look, box: look.detections[column].box,
                    look: appearances[column], absence: absence, reach: reach, stretch: 1.5 + absence
                )
            }
        }
        let pairs = Assignment(costs: costs, unmatched: Matching.dearest).solve()
        for (row, column) in zip(rows, pairs) {
            guard let column else { continue }
            isClaimed[number][columns[column]] = true
            accept(row, columns[column], look: number)
        }
    }

    private mutating func accept(_ row: Int, _ column: Int, look number: Int) {
        let detection = looks[number].detections[column]
        let elapsed = number > 0 ? looks[number].time - looks[number - 1].time : 0
        let absence = looks[number].time - active[row].lastSeen
        let expected = active[row].expected.centre
        if elapsed > 0 {
            // Alpha-beta filter; the position itself is taken as measured, and smoothed when all is known.
            let gain = active[row].points.count < 2 ? 1.0 : 0.45
            active[row].velocity.x += gain * (detection.box.centre.x - expected.x) / max(absence, elapsed)
            active[row].velocity.y += gain * (detection.box.centre.y - expected.y) / max(absence, elapsed)
        }
        active[row].expected = detection.box
        if detection.score >= settings.startThreshold || active[row].look == nil {
            active[row].look = appearances[column] ?? active[row].look
        }
        active[row].lastSeen = looks[number].time
        active[row].points.append(point(number, detection))
    }

    /// Claims free detections before a tracklet's first one, while there is one in nearly every look.
    private mutating func growBackwards(_ position: Int, camera: CameraPath) {
        guard var first = finished[position].points.first else { return }
        var number = first.look - 1
        while number >= 0, first.time - looks[number].time <= settings.hold {
            let look = looks[number]
            let expected = camera.carried(first.box, from: first.frame, to: look.frame)
            let reach = min(0.5 + 0.8 * (first.time - look.time), 0.9)
            let candidates = look.detections.indices.filter { !isClaimed[number][$0] }
            let costs = candidates.map {
                matching.cost(
                    expected: expected, seen: first.grid.map(Appearance.init), box: look.detections[$0].box,
                    look: look.detections[$0].grid.map(Appearance.init), absence: first.time - look.time, reach: reach,
                    stretch: 1.5
                )
            }
            if let best = Assignment(costs: [costs], unmatched: Matching.dearest).solve()[0] {
                isClaimed[number][candidates[best]] = true
                first = point(number, look.detections[candidates[best]])
                finished[position].points.insert(first, at: 0)
            }
            number -= 1
        }
    }

    private func point(_ number: Int, _ detection: Detection) -> TrackPoint {
        TrackPoint(
            look: number, frame: looks[number].frame, time: looks[number].time, box: detection.box,
            score: detection.score, grid: detection.grid
        )
    }
}

extension Tracklet {
    /// Order of first appearance: frame, then x, then y.
    static func precedes(_ one: Tracklet, _ two: Tracklet) -> Bool {
        let a = one.points[0]
        let b = two.points[0]
        return (a.frame, a.box.x, a.box.y, a.box.width) < (b.frame, b.box.x, b.box.y, b.box.width)
    }
}
