import FoundationEssentials
import TimelineCore

extension TimelineDocument {
    /// The timeline that the document describes, checked.
    ///
    /// - Parameter measured: the frame times of the source where the caller knows them; they win over the document's,
    ///   and must be as many as the document says.
    /// - Throws: ``DocumentError/invalid(_:_:)``.
    package func timeline(measured: [Double]? = nil) throws(DocumentError) -> Timeline {
        try TimelineCheck(document: self).run()
        if let measured, measured.count != source.frames {
            throw .invalid(.timeline, "it has \(source.frames) frames, the file has \(measured.count)")
        }
        return Timeline(
            kind: source.kind.kind, size: PixelSize(width: source.width, height: source.height),
            frameTimes: measured ?? frameTimes ?? reconstructedTimes(), faces: faces.map(Self.track),
            regions: regions.map(\.region), cuts: cuts ?? []
        )
    }

    private static func track(_ face: TimelineFace) -> FaceTrack {
        FaceTrack(
            id: face.id, visible: face.visible, samples: face.samples.map(\.sample),
            origin: face.origin?.origin ?? .detected,
            palette: face.palette.flatMap { ColourGrid(cells: Array($0)) }
        )
    }

    /// Frame times put together from what the samples say: exact in frames with a sample, evenly spaced between them,
    /// and towards the end spaced so that the last frame ends with the clip.
    ///
    /// For a clip of constant rate this is right; for one of varying rate it is the best the document can tell, which
    /// is why measured times go first.
    func reconstructedTimes() -> [Double] {
        var known: [Int: Double] = [0: 0]
        for sample in faces.lazy.flatMap(\.samples) { known[sample.frame] = sample.time }
        // One past the last frame, where the clip ends; never before what the samples say.
        let latest = known.values.max() ?? 0
        known[source.frames] = max(source.durationSeconds, latest)
        let anchors = known.sorted { $0.key < $1.key }
        var times: [Double] = []
        times.reserveCapacity(source.frames)
        for (left, right) in zip(anchors, anchors.dropFirst()) {
            let step = (right.value - left.value) / Double(right.key - left.key)
            for frame in left.key..<right.key {
                times.append(left.value + step * Double(frame - left.key))
            }
        }
        return times
    }
}
