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

    /// What the faces on both sides of a change say.
    private enum Evidence {
        case goOn
        case doNotGoOn
        /// No face on one of the sides.
        case none
    }

    /// - Parameter changes: change of every frame of the clip against the one before.
    func cuts(changes: [Double]) -> [Cut] {
        var cuts: [Cut] = []
        var next = 0
        for frame in changes.indices.dropFirst() where frame >= next && isCandidate(frame, changes) {
            // The first look at or after the frame ends the span in which nothing tells candidates apart.
            let after = firstLook(from: frame)
            let end = after < looks.count ? looks[after].frame : changes.count - 1
            next = end + 1
            let candidates = (frame...max(frame, end)).filter { isCandidate($0, changes) }
            let best = candidates.max { (changes[$0], -$0) < (changes[$1], -$1) } ?? frame
            switch evidence(over: after) {
            case .goOn: continue
            // A hand before the lens changes the picture as well: without faces only a large change is a cut.
            case .none where changes[best] < settings.cutChange: continue
            case .none, .doNotGoOn: break
            }
            cuts.append(Cut(frame: best, earliest: frame, latest: candidates.last ?? frame))
        }
        return cuts
    }

    private func isCandidate(_ frame: Int, _ changes: [Double]) -> Bool {
        let change = changes[frame]
        if change >= settings.cutChange { return true }
        guard change >= settings.cutHint else { return false }
        let around = (max(1, frame - 2)...min(changes.count - 1, frame + 2)).filter { $0 != frame }
        return around.allSatisfy { changes[$0] * settings.cutContrast <= change }
    }

    /// Compares the faces before the look with this number with those after.
    private func evidence(over after: Int) -> Evidence {
        guard after < looks.count else { return .none }
        var evidence = Evidence.none
        for one in stride(from: after - 1, through: max(0, after - Self.reach), by: -1) {
            for two in after..<min(looks.count, after + Self.reach) {
                guard looks[two].time - looks[one].time <= settings.hold else { break }
                switch compared(looks[one], looks[two]) {
                case .goOn: return .goOn
                case .doNotGoOn: evidence = .doNotGoOn
                case .none: continue
                }
            }
        }
        return evidence
    }

    private func compared(_ from: Look, _ to: Look) -> Evidence {
        let before = from.detections.filter { $0.score >= settings.startThreshold }.map(FaceView.init)
        let after = to.detections.filter { $0.score >= settings.startThreshold }.map(FaceView.init)
        guard !before.isEmpty, !after.isEmpty else { return .none }
        if share(of: before, seenIn: after, moved: .still) >= 0.5 { return .goOn }
        let motion = CameraMotion.estimated(from: before, to: after, sameLook: settings.sameLook)
        guard let motion, share(of: before, seenIn: after, moved: motion) >= 0.5 else { return .doNotGoOn }
        return .goOn
    }

    /// Gives the share of the smaller of two sets of faces that is in the other one too.
    private func share(of before: [FaceView], seenIn after: [FaceView], moved motion: CameraMotion) -> Double {
        var isTaken = [Bool](repeating: false, count: after.count)
        var found = 0
        for face in before {
            let place = motion.moved(face.box)
            let match = after.indices.first { !isTaken[$0] && isSame(face, at: place, after[$0]) }
            if let match {
                isTaken[match] = true
                found += 1
            }
        }
        return Double(found) / Double(min(before.count, after.count))
    }

    /// True when a face is in its place, or near it and looks the same.
    private func isSame(_ face: FaceView, at place: PixelBox, _ other: FaceView) -> Bool {
        let isInPlace = place.overlap(with: other.box) >= 0.25
        guard let one = face.look, let two = other.look else { return isInPlace }
        let look = one.distance(to: two)
        if isInPlace { return look <= 1.3 * settings.sameLook }
        let ratio = max(place.meanSide / other.box.meanSide, other.box.meanSide / place.meanSide)
        return look <= settings.sameLook && ratio <= 1.3
            && place.centreDistance(to: other.box) <= 1.5 * place.meanSide
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
