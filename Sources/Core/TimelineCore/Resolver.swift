/// Answers who is covered in a frame, and by what geometry: the only place that decides it.
///
/// Compositor, validator, preview, contact sheet and report all ask this value; none has a rule of its own. It is
/// a pure function of the timeline: the same timeline gives the same covers, in the same order.
package struct Resolver: Sendable {
    package let timeline: Timeline
    package let settings: ResolverSettings
    private let index: SampleIndex
    private let shots: ShotMap
    private let doubts: DoubtIndex
    private let regions: [RegionSpan]

    /// Builds the index over all frames once.
    /// - Complexity: one pass over the samples, and one over the frames where a visible face meets a covered one.
    package init(timeline: Timeline, settings: ResolverSettings = .standard) {
        var ordered = timeline
        for face in ordered.faces.indices { ordered.faces[face].samples.sortByFrameIfNeeded() }
        let frames = ordered.frameTimes.count
        let index = SampleIndex(faces: ordered.faces, frameCount: frames)
        let shots = ShotMap(cuts: ordered.cuts, frameCount: frames)
        self.timeline = ordered
        self.settings = settings
        self.index = index
        self.shots = shots
        doubts = DoubtIndex(timeline: ordered, index: index, shots: shots, settings: settings)
        regions = ordered.regions.map { RegionSpan($0, frameTimes: ordered.frameTimes) }
    }

    /// The subject of the cover that hides a frame of which the timeline knows nothing.
    package static let unknownFrame = CoverSubject.region(-1)

    /// Gives the covers of one frame: faces by ascending id, then regions in the timeline's order.
    ///
    /// A frame that is not in the timeline was looked at by nobody: it gives one cover over the whole picture.
    /// Faces and regions outside the picture give none.
    /// - Complexity: O(log n) in the clip's length, plus the faces in this frame.
    package func covers(frame: Int) -> [Cover] {
        guard timeline.frameTimes.indices.contains(frame) else { return [whole] }
        var covers: [Cover] = []
        for position in index.positions(frame: frame) {
            let entry = index.entries[position]
            let face = timeline.faces[Int(entry.face)]
            guard !face.visible || doubts[entry: position] else { continue }
            let cover = cover(face: face, sample: Int(entry.sample))
            if !cover.area.isEmpty { covers.append(cover) }
        }
        for (number, region) in regions.enumerated() where region.frames.contains(frame) {
            let cover = cover(region: region, number: number, time: timeline.frameTimes[frame])
            if !cover.area.isEmpty { covers.append(cover) }
        }
        return covers
    }

    /// Gives the faces that may be seen in one frame, by ascending id: visible, and in no doubt.
    package func exposed(frame: Int) -> [(id: Int, box: PixelBox)] {
        var exposed: [(id: Int, box: PixelBox)] = []
        for position in index.positions(frame: frame) {
            let entry = index.entries[position]
            let face = timeline.faces[Int(entry.face)]
            guard face.visible, !doubts[entry: position] else { continue }
            exposed.append((id: face.id, box: face.samples[Int(entry.sample)].box))
        }
        return exposed
    }

    private func cover(face: FaceTrack, sample position: Int) -> Cover {
        let sample = face.samples[position]
        let body = settings.headBox(of: sample.box, in: timeline.size)
        var reach = body
        for neighbour in [position - 1, position + 1] where face.samples.indices.contains(neighbour) {
            let other = face.samples[neighbour]
            // Only the frame next to it, and never over a cut: the head was elsewhere there.
            guard abs(other.frame - sample.frame) == 1,
                shots.number(of: other.frame) == shots.number(of: sample.frame)
            else { continue }
            let there = settings.headBox(of: other.box, in: timeline.size)
            reach = reach.union(body.blended(with: there, share: settings.neighbourShare))
        }
        let area = timeline.size.blocks(
            around: settings.hidden(around: reach, of: sample.box), blockSize: settings.blockSize(of: timeline.kind)
        )
        return Cover(
            subject: .face(face.id), target: sample.box, body: body, area: area, palette: face.palette
        )
    }

    private func cover(region: RegionSpan, number: Int, time: Double) -> Cover {
        // A region without a keyframe says that something is to be hidden, not what.
        let box = region.box(at: time) ?? timeline.size.rect.box
        // A region has no head and margin around it, so the blocks are the wide ones in a video too.
        let area = timeline.size.blocks(around: box, blockSize: settings.photoBlock)
        return Cover(subject: .region(number), target: box, body: box, area: area)
    }

    private var whole: Cover {
        let rect = timeline.size.rect
        return Cover(subject: Self.unknownFrame, target: rect.box, body: rect.box, area: rect)
    }
}

extension [FaceSample] {
    /// Timelines made here are in order; one that came from a document need not be.
    fileprivate mutating func sortByFrameIfNeeded() {
        let inOrder = indices.dropFirst().allSatisfy { self[$0 - 1].frame <= self[$0].frame }
        guard !inOrder else { return }
        self = enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
            .map(\.element)
    }
}
