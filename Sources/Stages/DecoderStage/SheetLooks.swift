import StageKit
import TimelineCore
import Wire

/// What the two passes for a contact sheet say alike: one frame's looks, and the end.
struct SheetLooks {
    var frame: Int
    var ticks: Int64
    var durationTicks: Int64

    /// The look that carries a face's picture; its place among the faces shown says which face it is.
    func look(of place: Int, among faces: Int, part: PixelRect, _ lease: SlotLease) -> Look {
        Look(
            frame: frame, ticks: ticks, durationTicks: durationTicks, lease: lease, look: place, looks: faces,
            role: .paint, layout: FacePicture.layout, geometry: LookGeometry(showing: part)
        )
    }

    /// Says that nothing follows.
    static func end(sent: Int, _ port: StagePort) throws(StageFailure) -> StageOutcome {
        // No frame travels whole, so none is counted.
        try port.send(.endOfFrames(FrameTotals(frames: 0, looks: sent, packets: 0)))
        var outcome = StageOutcome()
        outcome.frames = sent
        return outcome
    }

    static let otherMedium = StageFailure(
        code: "input-changed", text: "the file was changed while it was being worked on", blame: .input
    )
}

extension LookGeometry {
    /// A part of the upright picture as ``FacePicture`` shows it.
    init(showing part: PixelRect) {
        self.init(
            originX: Double(part.left), originY: Double(part.top),
            scaleX: Double(part.width) / Double(FacePicture.side),
            scaleY: Double(part.height) / Double(FacePicture.side)
        )
    }
}
