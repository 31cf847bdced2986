import TimelineCore

/// Faces of a clip that are hidden in the finished frames.
struct ClipScore {
    let name: String
    private var frames = 0
    private var faceFrames = 0
    private var uncovered = 0
    private var atEntry = 0
    private var entryFrames = 0
    private var longestRun = 0
    private var outside = 0.0
    /// By identity: the last frame it was to be judged in, the first of that appearance, the uncovered run it ends.
    private var lastSeen: [String: (frame: Int, since: Int, run: Int)] = [:]
    private var misses: [String] = []

    /// A face is covered when at least this share of its box in the picture is.
    private static let coveredShare = 0.9
    /// Faces with a shorter side are not judged, nor those of which less than half is to be seen.
    private static let leastSide = 20.0
    private static let leastVisible = 0.5
    /// The first frames of an appearance, where a detector that comes late shows.
    private static let entry = 5

    init(name: String) { self.name = name }

    mutating func add(_ frame: Int, _ faces: [TrueFace], _ mask: CoverMask) {
        frames += 1
        outside += mask.shareOutside(faces.map(\.box.neighbourhood))
        for face in faces where face.visible >= Self.leastVisible {
            guard min(face.box.width, face.box.height) >= Self.leastSide, let share = mask.share(of: face.box) else {
                continue
            }
            judge(face, frame: frame, share: share)
        }
    }

    private mutating func judge(_ face: TrueFace, frame: Int, share: Double) {
        let before = lastSeen[face.name]
        let isNew = before.map { frame - $0.frame > 1 } ?? true
        let since = isNew ? frame : before?.since ?? frame
        let isEntry = frame - since < Self.entry
        let isCovered = share >= Self.coveredShare
        let run = isCovered ? 0 : (isNew ? 0 : before?.run ?? 0) + 1
        lastSeen[face.name] = (frame, since, run)
        faceFrames += 1
        entryFrames += isEntry ? 1 : 0
        guard !isCovered else { return }
        uncovered += 1
        atEntry += isEntry ? 1 : 0
        longestRun = max(longestRun, run)
        misses.append(
            "miss \(name) frame \(frame) \(face.name) \(Int(face.box.width))x\(Int(face.box.height)) "
                + "at \(Int(face.box.x)),\(Int(face.box.y)) covered \(Int(100 * share))%"
        )
    }

    /// JSON lines, then what was missed.
    var lines: [String] {
        [
            resultLine("clip.\(name).uncovered", "face-frames", Double(uncovered), n: faceFrames),
            resultLine("clip.\(name).uncovered-share", "%", percent(uncovered, of: faceFrames), n: faceFrames),
            resultLine("clip.\(name).longest-run", "frames", Double(longestRun), n: frames),
            resultLine("clip.\(name).uncovered-at-entry", "face-frames", Double(atEntry), n: entryFrames),
            resultLine("clip.\(name).outside", "% of picture", 100 * outside / Double(max(1, frames)), n: frames),
        ] + misses
    }
}
