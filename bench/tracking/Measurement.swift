import TimelineCore

/// What a timeline is worth against the truth.
struct Measurement {
    private var faceFrames = 0
    private var uncovered: [(frame: Int, name: String, share: Double, isEntry: Bool)] = []
    private var longestRun = 0
    private var outside = 0.0
    /// What the resolver itself covers outside when every box is exactly right: margins and whole blocks.
    private var outsideOfTruth = 0.0
    private var identity = IdentityScore()
    private var flicker = 0
    private let clip: Clip
    private let options: Options
    private let timeline: Timeline
    private let seconds: Double

    /// Faces smaller than this, in pixels, hold too little to be found. Source: PRIVACY 1.4.
    private static let leastSide = 20.0

    init(clip: Clip, options: Options) {
        self.clip = clip
        self.options = options
        let clock = ContinuousClock()
        let start = clock.now
        timeline = FaceTracker.timeline(observations: clip.observations, kind: .video, size: clip.size)
        let elapsed = (clock.now - start).components
        seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
        measure(Resolver(timeline: timeline))
        countFlicker()
    }

    /// Covered area off every face, by the origin of the sample that asked for it, in percent of the picture.
    private(set) var byOrigin: [Double] = [0, 0, 0]

    private mutating func measure(_ resolver: Resolver) {
        var runs: [String: Int] = [:]
        var seen: [String: Int] = [:]
        let ideal = Resolver(timeline: exactTimeline)
        for frame in clip.truth.indices {
            let areas = RectUnion(resolver.covers(frame: frame).map(\.area))
            var missed: [String: Int] = [:]
            for face in clip.truth[frame] where face.visible >= 0.5 && face.box.width >= Self.leastSide {
                faceFrames += 1
                // A new sight of a face after an absence is an entry too.
                let sinceEntry = seen[face.name].map { frame - $0 } ?? 1_000
                if sinceEntry > 1 { runs[face.name + "#entry"] = frame }
                seen[face.name] = frame
                let share = areas.coveredShare(of: face.box.intersection(clip.size.rect.box))
                guard share < 0.9 else { continue }
                missed[face.name] = (runs[face.name] ?? 0) + 1
                longestRun = max(longestRun, missed[face.name] ?? 0)
                let isEntry = frame - (runs[face.name + "#entry"] ?? frame) < 15
                uncovered.append((frame, face.name, share, isEntry))
            }
            for face in clip.truth[frame] { runs[face.name] = missed[face.name] ?? 0 }
            outside += outsideShare(areas, frame: frame)
            for face in timeline.faces {
                guard let sample = face.samples.first(where: { $0.frame == frame }) else { continue }
                let cover = resolver.covers(frame: frame).filter { $0.subject == .face(face.id) }.map(\.area)
                let share = outsideShare(RectUnion(cover), frame: frame)
                byOrigin[Int(sample.origin.rawValue)] += share
            }
            outsideOfTruth += outsideShare(RectUnion(ideal.covers(frame: frame).map(\.area)), frame: frame)
            identity.add(truth: clip.truth[frame], found: present(frame))
        }
    }

    /// The timeline of a tracker that makes no mistake.
    private var exactTimeline: Timeline {
        var names: [String: Int] = [:]
        var faces: [FaceTrack] = []
        for (frame, present) in clip.truth.enumerated() {
            for face in present {
                let time = clip.observations[frame].time
                let sample = FaceSample(frame: frame, time: time, box: face.box, score: 1, origin: .detected)
                if let number = names[face.name] {
                    faces[number].samples.append(sample)
                } else {
                    names[face.name] = faces.count
                    faces.append(FaceTrack(id: faces.count + 1, samples: [sample]))
                }
            }
        }
        return Timeline(kind: .video, size: clip.size, frameTimes: clip.observations.map(\.time), faces: faces)
    }

    /// Share of the picture covered though no face is within half a face's size.
    private func outsideShare(_ areas: RectUnion, frame: Int) -> Double {
        let allowed = clip.truth[frame].map { face -> PixelRect in
            let grown = face.box.expanded(left: 0.5, top: 0.5, right: 0.5, bottom: 0.5)
            return clip.size.blocks(around: grown, blockSize: 1)
        }
        let both = RectUnion(areas.rects + allowed).area - RectUnion(allowed).area
        return Double(both) / Double(clip.size.area)
    }

    private func present(_ frame: Int) -> [Claim] {
        timeline.faces.compactMap { face in
            face.samples.first { $0.frame == frame }.map {
                Claim(id: face.id, box: $0.box, isHeld: $0.origin == .tracked)
            }
        }
    }

    /// Counts gaps of less than half a second within a track, which a viewer sees as flicker.
    private mutating func countFlicker() {
        for face in timeline.faces {
            for (one, two) in zip(face.samples, face.samples.dropFirst())
            where two.frame - one.frame > 1 && two.time - one.time < 0.5 { flicker += 1 }
        }
    }

    /// One JSON line.
    var line: String {
        let perFrame = 100 / Double(max(1, clip.truth.count))
        var lines: [String] = []
        if options.listsFrames {
            lines += uncovered.map { "  uncovered frame \($0.frame) \($0.name) covered \(Self.short($0.share))" }
            lines += identity.shared.map { "  id \($0.id) is shared by \($0.names)" }
            lines += identity.switches.map { "  switch frame \($0.frame) \($0.name): \($0.from) to \($0.to)" }
        }
        lines.append(
            """
            {"bench":"tracking","clip":"\(clip.name)","interval":\(options.interval),"phase":\(options.phase),\
            "faceFrames":\(faceFrames),"uncovered":\(uncovered.count),"longestRun":\(longestRun),\
            "uncoveredAtEntry":\(uncovered.count { $0.isEntry }),"outsidePercent":\(Self.short(outside * perFrame)),\
            "outsidePercentOfTruth":\(Self.short(outsideOfTruth * perFrame)),\
            "byOrigin":\(byOrigin.map { Self.short($0 * perFrame) }),"faces":\(timeline.faces.count),"trueFaces":\(identity.names),"idSwitches":\(identity.switches.count),\
            "shared":\(identity.shared.count),"idf1":\(Self.short(identity.score)),"flicker":\(flicker),\
            "cuts":\(timeline.cuts),"seconds":\(Self.short(seconds))}
            """
        )
        return lines.joined(separator: "\n")
    }

    private static func short(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
