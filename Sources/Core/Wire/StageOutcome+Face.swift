import TimelineCore

extension StageOutcome.Face {
    /// The line of a track; nil for one without samples.
    package init?(_ track: FaceTrack) {
        guard let first = track.samples.first, let last = track.samples.last else { return nil }
        let origin =
            switch track.origin {
            case .detected: "detected"
            case .manual: "manual"
            case .verifier: "verifier"
            }
        self.init(
            id: track.id, firstTime: first.time, lastTime: last.time, frames: track.samples.count,
            visible: track.visible, origin: origin
        )
    }
}
