/// Finds the samples of every face at one frame, in constant time per sample.
///
/// Built once per timeline: two-hour clips have 216,000 frames, and every stage asks for each of them.
struct SampleIndex: Sendable {
    /// One sample of one face: positions in the timeline's arrays.
    struct Entry: Hashable, Sendable {
        var face: Int32
        var sample: Int32
    }

    /// `starts[f] ..< starts[f + 1]` are the entries of frame `f`.
    private var starts: [Int]
    private(set) var entries: [Entry]

    /// Indexes the faces in ascending order of id; samples outside `0 ..< frameCount` belong to no frame.
    init(faces: [FaceTrack], frameCount: Int) {
        var starts = [Int](repeating: 0, count: frameCount + 1)
        for face in faces {
            for sample in face.samples where sample.frame >= 0 && sample.frame < frameCount {
                starts[sample.frame + 1] += 1
            }
        }
        for frame in 0..<frameCount { starts[frame + 1] += starts[frame] }
        var next = starts
        var entries = [Entry](repeating: Entry(face: 0, sample: 0), count: starts[frameCount])
        for face in Self.orderById(faces) {
            for (position, sample) in faces[face].samples.enumerated()
            where sample.frame >= 0 && sample.frame < frameCount {
                entries[next[sample.frame]] = Entry(face: Int32(face), sample: Int32(position))
                next[sample.frame] += 1
            }
        }
        self.starts = starts
        self.entries = entries
    }

    /// Positions in ``entries`` of one frame; empty for a frame that is not there.
    func positions(frame: Int) -> Range<Int> {
        guard frame >= 0, frame + 1 < starts.count else { return 0..<0 }
        return starts[frame]..<starts[frame + 1]
    }

    private static func orderById(_ faces: [FaceTrack]) -> [Int] {
        faces.indices.sorted { (faces[$0].id, $0) < (faces[$1].id, $1) }
    }
}
