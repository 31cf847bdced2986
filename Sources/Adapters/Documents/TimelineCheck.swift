import TimelineCore

/// Everything that must hold in a timeline document before anything is covered by it.
struct TimelineCheck {
    let document: TimelineDocument

    /// How far a sample's time may lie from its frame's, in seconds: half a millisecond, for hand-rounded decimals.
    private static let timeTolerance = 0.0005

    func run() throws(DocumentError) {
        try checkSource()
        try checkFrameTimes()
        try checkCuts()
        try checkFaces()
        try RegionEntry.check(document.regions, as: .timeline)
        let size = PixelSize(width: document.source.width, height: document.source.height)
        try RegionEntry.checkReach(document.regions, size: size, as: .timeline)
    }

    private func checkSource() throws(DocumentError) {
        let source = document.source
        guard DocumentLimits.isSHA256(source.sha256) else {
            throw .invalid(.timeline, "source.sha256 is not 64 lower-case hexadecimal digits")
        }
        let sides = 1...DocumentLimits.coordinate
        guard sides.contains(source.width), sides.contains(source.height) else {
            throw .invalid(.timeline, "source.width and source.height must be 1 to \(DocumentLimits.coordinate)")
        }
        guard (1...DocumentLimits.frames).contains(source.frames) else {
            throw .invalid(.timeline, "source.frames must be 1 to \(DocumentLimits.frames)")
        }
        guard source.kind == .video || source.frames == 1 else {
            throw .invalid(.timeline, "a photo has one frame, not \(source.frames)")
        }
        guard DocumentLimits.isSane(time: source.durationSeconds) else {
            throw .invalid(.timeline, "source.durationSeconds must be 0 or more")
        }
    }

    private func checkFrameTimes() throws(DocumentError) {
        guard let times = document.frameTimes else { return }
        guard times.count == document.source.frames else {
            throw .invalid(
                .timeline, "frameTimes has \(times.count) times for \(document.source.frames) frames"
            )
        }
        guard times.first == 0 else { throw .invalid(.timeline, "frameTimes must begin with 0") }
        var last = 0.0
        for (frame, time) in times.enumerated() {
            guard DocumentLimits.isSane(time: time), time >= last else {
                throw .invalid(.timeline, "frameTimes[\(frame)] is \(time), before the frame ahead of it")
            }
            last = time
        }
    }

    private func checkCuts() throws(DocumentError) {
        var last = 0
        for cut in document.cuts ?? [] {
            guard cut > last, cut < document.source.frames else {
                throw .invalid(.timeline, "cuts must ascend from 1 to \(document.source.frames - 1), not \(cut)")
            }
            last = cut
        }
    }

    private func checkFaces() throws(DocumentError) {
        guard document.faces.count <= DocumentLimits.faces,
            document.faces.reduce(0, { $0 + $1.samples.count }) <= DocumentLimits.samples
        else { throw .invalid(.timeline, "it has too many faces or samples") }
        var ids: Set<Int> = []
        var times: [Int: Double] = [:]
        for face in document.faces {
            guard face.id > 0 else { throw .invalid(.timeline, "face ids start at 1, not \(face.id)") }
            guard ids.insert(face.id).inserted else {
                throw .invalid(.timeline, "the face id \(face.id) occurs twice")
            }
            if let palette = face.palette, palette.count != ColourGrid.byteCount {
                throw .invalid(
                    .timeline,
                    "face \(face.id) has a palette of \(palette.count) bytes, not \(ColourGrid.byteCount)"
                )
            }
            if let fault = fault(of: face, times: &times) {
                throw .invalid(.timeline, "face \(face.id) \(fault)")
            }
        }
        if document.frameTimes == nil { try checkAgreement(times) }
    }

    /// What is wrong with a face's samples, nil if nothing is; notes the time of each frame in `times`.
    private func fault(of face: TimelineFace, times: inout [Int: Double]) -> String? {
        if face.samples.isEmpty { return "has no samples: take the whole face out instead" }
        var last = -1
        for sample in face.samples {
            let frame = sample.frame
            guard (0..<document.source.frames).contains(frame) else {
                return "has a sample in frame \(frame), the last frame is \(document.source.frames - 1)"
            }
            if frame <= last { return "has samples that are not in order of frames (\(frame) after \(last))" }
            last = frame
            if !DocumentLimits.isSane(sample.box.box) {
                return "has a box in frame \(frame) that has no area or lies too far out"
            }
            if !(sample.score.isFinite && (0...1).contains(sample.score)) {
                return "has a score in frame \(frame) that is not between 0 and 1"
            }
            let expected = document.frameTimes?[frame] ?? times[frame] ?? sample.time
            if !DocumentLimits.isSane(time: sample.time) || abs(sample.time - expected) > Self.timeTolerance {
                return "says frame \(frame) is at \(sample.time) s, elsewhere it is at \(expected) s"
            }
            times[frame] = expected
        }
        return nil
    }

    /// Without frame times the samples are all there is: later frames must have later times.
    private func checkAgreement(_ times: [Int: Double]) throws(DocumentError) {
        var last = 0.0
        for (frame, time) in times.sorted(by: { $0.key < $1.key }) {
            guard time >= last, frame > 0 || time == 0 else {
                throw .invalid(.timeline, "frame \(frame) is at \(time) s, before a frame ahead of it")
            }
            last = time
        }
    }
}
