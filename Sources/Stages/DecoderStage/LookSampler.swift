import Wire

/// Chooses the frames of a video that detectors look at.
struct LookSampler {
    private let step: Int
    private let offset: Int

    /// Source: a face moves at most about its own width in 0.1 s of the test clips; between two looks that near, the
    /// tracker's straight line stays inside the margin of the head box.
    private static let analysisSeconds = 0.1
    private static let verifySeconds = 0.2
    /// A change this large may be a cut: what came with it has to be seen at once.
    private static let suddenChange = 0.25

    init(kind: PassKind, frameRate: Double) {
        let rate = frameRate.isFinite && frameRate > 0 ? min(frameRate, 1000) : 25
        let seconds = kind == .verify ? Self.verifySeconds : Self.analysisSeconds
        step = max(1, Int((rate * seconds).rounded(.down)))
        // The verify pass looks between the frames that the analysis looked at.
        offset = kind == .verify ? step / 2 : 0
    }

    func wants(_ frame: Int, change: Double) -> Bool {
        frame == 0 || frame % step == offset || change > Self.suddenChange
    }
}
