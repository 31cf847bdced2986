import Wire

// The failures a lane itself finds, in words for a person.
extension StageFailure {
    static func unavailable(_ kind: StageKind) -> StageFailure {
        StageFailure(
            code: "stage-unavailable",
            text: "the \(kind.rawValue) keeps failing and was not started again; run 'safefaces doctor' to see why",
            blame: .stage
        )
    }

    static func died(_ kind: StageKind) -> StageFailure {
        StageFailure(
            code: "stage-died",
            text: "the \(kind.rawValue) stopped while working on this file, each time it was tried", blame: .input
        )
    }

    static let poisonLook = StageFailure(
        code: "stage-died", text: "the detector stopped twice on the same picture of this file", blame: .input
    )

    static let countMismatch = StageFailure(
        code: "count-mismatch",
        text: "the frames that were sent and the frames that were answered for do not add up", blame: .stage
    )

    static let noVerdict = StageFailure(code: "no-verdict", text: "the check gave no verdict", blame: .stage)

    static let inputChanged = StageFailure(
        code: "input-changed", text: "the file was changed while it was being worked on", blame: .input
    )

    static let wrongTimeline = StageFailure(
        code: "wrong-timeline", text: "the timeline was made from another file; scan this one and review it again",
        blame: .input
    )

    static func frameTooLarge(_ medium: Medium, neededBytes: Int) -> StageFailure {
        StageFailure(
            code: "frame-too-large",
            text: "one frame of \(medium.width)x\(medium.height) does not fit the frame memory; "
                + "set --frame-memory to at least \((neededBytes + (1 << 20) - 1) >> 20) MiB",
            blame: .input
        )
    }
}

extension Verdict {
    static let soundMismatch = Verdict(
        passes: false, code: "sound-mismatch", reason: "the sound of the finished file is not the source's",
        ratio: 0, checkedFrames: 0, requiredCovers: 0, findings: []
    )
}

extension Medium {
    /// False for numbers no picture has: what a decoder says is not trusted further than this.
    ///
    /// Source: the size limit of ``PictureLayout/isSound(capacity:)``; a slot of a TiB is beyond any memory here, and
    /// far from overflow in the sums made with it.
    var isPlausible: Bool {
        (1...1 << 20).contains(width) && (1...1 << 20).contains(height) && (0...1 << 40).contains(lookBytes)
            && (0...1 << 40).contains(frameBytes) && durationSeconds.isFinite
    }
}
