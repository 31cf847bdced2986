/// Turns the detections of a whole clip into its timeline.
///
/// Works offline: every look is known, so a face is locked before the detector was sure of it and after. It is a
/// pure function; neither the order of detections within a frame nor anything else changes its result.
package enum FaceTracker {
    /// Gives the timeline of a clip or photo, with every face covered.
    /// - Parameter observations: one for every shown frame, numbered from 0, in any order.
    package static func timeline(
        observations: [FrameObservation], kind: MediaKind, size: PixelSize, settings: TrackerSettings = .standard
    ) -> Timeline {
        let ordered = observations.sorted { $0.frame < $1.frame }
        precondition(
            ordered.enumerated().allSatisfy { $0.offset == $0.element.frame },
            "every shown frame has exactly one observation"
        )
        var timeline = Timeline(kind: kind, size: size, frameTimes: ordered.map(\.time))
        switch kind {
        case .photo: timeline.faces = photoFaces(ordered, settings: settings)
        case .video: track(ordered, into: &timeline, settings: settings)
        }
        number(&timeline.faces)
        return timeline
    }

    private static func photoFaces(_ observations: [FrameObservation], settings: TrackerSettings) -> [FaceTrack] {
        observations.flatMap { observation in
            Look(observation, settings: settings).detections.filter { $0.score >= settings.photoThreshold }.map {
                let sample = FaceSample(
                    frame: observation.frame, time: observation.time, box: $0.box, score: $0.score, origin: .detected
                )
                return FaceTrack(id: 0, samples: [sample], palette: $0.grid)
            }
        }
    }

    private static func track(
        _ observations: [FrameObservation], into timeline: inout Timeline, settings: TrackerSettings
    ) {
        let looks = observations.filter(\.looked).map { Look($0, settings: settings) }
        let cuts = CutFinder(looks: looks, settings: settings).cuts(changes: observations.map(\.change))
        timeline.cuts = cuts.map(\.frame)
        let shots = ShotMap(cuts: timeline.cuts, frameCount: observations.count)
        var start = 0
        for number in 0..<shots.count {
            let end = looks[start...].firstIndex { $0.frame >= shots[number].upperBound } ?? looks.count
            // Where it is not known which frame is the cut, both shots' faces are covered.
            let first = number > 0 ? cuts[number - 1].earliest : 0
            let last = number < cuts.count ? cuts[number].latest : observations.count
            timeline.faces += faces(
                looks: Array(looks[start..<end]), reach: first..<last, timeline: timeline, settings: settings
            )
            start = end
        }
    }

    private static func faces(
        looks: [Look], reach: Range<Int>, timeline: Timeline, settings: TrackerSettings
    ) -> [FaceTrack] {
        let (tracklets, camera) = TrackletBuilder(looks: looks, settings: settings).build()
        let stitched = TrackletStitcher(tracklets: tracklets, camera: camera, settings: settings).stitched()
        let whole = FragmentAbsorber(camera: camera, settings: settings).absorbed(stitched)
        let shaper = TrackShaper(
            frameTimes: timeline.frameTimes, size: timeline.size, camera: camera, reach: reach, settings: settings
        )
        return whole.filter { isFace($0, settings: settings) }.map {
            FaceTrack(id: 0, samples: shaper.samples(of: $0), palette: $0.palette)
        }
    }

    /// A sure detection is a face by itself; doubtful ones only if several looks agree.
    private static func isFace(_ tracklet: Tracklet, settings: TrackerSettings) -> Bool {
        if tracklet.bestScore >= settings.startThreshold { return true }
        let mean = tracklet.points.reduce(0) { $0 + $1.score } / Double(tracklet.points.count)
        return tracklet.points.count >= settings.confirmingLooks && mean >= settings.tentativeThreshold
    }

    /// Numbers faces from 1 by first appearance: frame, then x, then y.
    private static func number(_ faces: inout [FaceTrack]) {
        faces = faces.filter { !$0.samples.isEmpty }.sorted { one, two in
            let a = one.samples[0]
            let b = two.samples[0]
            let left = (a.frame, a.box.x, a.box.y, a.box.width, a.box.height)
            return left < (b.frame, b.box.x, b.box.y, b.box.width, b.box.height)
        }
        for position in faces.indices { faces[position].id = position + 1 }
    }
}
