/// A scene cut: the frame it is at, and the frames it may be at.
struct Cut: Hashable, Sendable {
    /// The likeliest first frame of the new shot.
    var frame: Int
    /// Earliest and latest frame that may start it. Until it is known which, both shots' faces are covered.
    var earliest: Int
    var latest: Int
}

/// Finds the frames over which no face is carried.
///
/// The picture changes at a cut, but in a flash as well; so a frame is a cut only where the faces do not go on on
/// its other side.
struct CutFinder {
    private let looks: [Look]
    private let settings: TrackerSettings
    /// A flash may spoil this many looks in a row.
    private static let reach = 3

    init(looks: [Look], settings: TrackerSettings) {
        self.looks = looks
        self.settings = settings
    }

    /// - Parameter changes: change of every frame of the clip against the one before.
    func cuts(changes: [Double]) -> [Cut] {
        var cuts: [Cut] = []
        var next = 0
        for frame in changes.indices.dropFirst() where frame >= next && changes[frame] >= settings.cutChange {
            // The first look at or after the frame ends the span in which nothing tells candidates apart.
            let after = firstLook(from: frame)
            let end = after < looks.count ? looks[after].frame : changes.count - 1
            next = end + 1
            let candidates = (frame...max(frame, end)).filter { changes[$0] >= settings.cutChange }
            guard !continues(over: after) else { continue }
            let best = candidates.max { (changes[$0], -$0) < (changes[$1], -$1) } ?? frame
            cuts.append(Cut(frame: best, earliest: frame, latest: candidates.last ?? frame))
        }
        return cuts
    }

    /// True when the faces before the look with this number are seen after it.
    private func continues(over after: Int) -> Bool {
        guard after < looks.count else { return false }
        for one in stride(from: after - 1, through: max(0, after - Self.reach), by: -1) {
            for two in after..<min(looks.count, after + Self.reach) {
                guard looks[two].time - looks[one].time <= settings.hold else { break }
                if continues(from: looks[one], to: looks[two]) { return true }
            }
        }
        return false
    }

    private func continues(from: Look, to: Look) -> Bool {
        let before = from.detections.filter { $0.score >= settings.startThreshold }
        let after = to.detections.filter { $0.score >= settings.startThreshold }
        guard !before.isEmpty, !after.isEmpty else { return false }
        let motion = CameraMotion.estimated(
            from: before.map(FaceView.init), to: after.map(FaceView.init), sameLook: settings.sameLook
        )
        return share(of: before, seenIn: after, moved: .still) >= 0.5
            || motion.map { share(of: before, seenIn: after, moved: $0) >= 0.5 } ?? false
    }

    /// Gives the share of the smaller of two sets of faces that is in the other one too.
    private func share(of before: [Detection], seenIn after: [Detection], moved motion: CameraMotion) -> Double {
        var isTaken = [Bool](repeating: false, count: after.count)
        var found = 0
        for face in before {
            let place = motion.moved(face.box)
            let match = after.indices.first { position in
                guard !isTaken[position], place.overlap(with: after[position].box) >= 0.25 else { return false }
                guard let one = face.grid, let two = after[position].grid else { return true }
                return one.distance(to: two) <= settings.sameLook * 1.3
            }
            if let match {
                isTaken[match] = true
                found += 1
            }
        }
        return Double(found) / Double(min(before.count, after.count))
    }

    private func firstLook(from frame: Int) -> Int {
        var low = 0
        var high = looks.count
        while low < high {
            let middle = (low + high) / 2
            if looks[middle].frame >= frame { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension FaceView {
    init(_ detection: Detection) {
        self.init(box: detection.box, look: detection.grid.map(Appearance.init))
    }
}
