import Media
import Photo
import Platform
import SharedFrames
import StageKit
import TimelineCore
import Wire

/// An animation in one pass: a mark for every frame and a look at it; in the verify pass also every frame whole.
///
/// Frames of an animation may have nothing to do with one another, so none is left out.
final class AnimationPass: DecodingPass {
    let slots: SlotSupply
    private let reader: AnimationReader
    private let port: StagePort
    private let kind: PassKind
    private let request: LookPlan.LookRequest
    private var change = SceneChange()
    private var due: [LookRole] = []
    private var ticks: Int64 = 0
    private var totals = FrameTotals(frames: 0, looks: 0, packets: 0)

    init(input: Descriptor, kind: PassKind, slots: SlotSupply, port: StagePort) throws(StageFailure) {
        do throws(PhotoError) {
            reader = try AnimationReader(descriptor: input.number)
        } catch {
            throw error.failure
        }
        self.kind = kind
        self.slots = slots
        self.port = port
        let size = reader.info.size
        request = (kind == .verify ? VideoPass.verifyPlan(size) : VideoPass.analysisPlan(size)).looks[0]
    }

    func step() throws(StageFailure) -> StageStep {
        if let role = due.first {
            guard let lease = slots.take() else { return .needsCredit }
            due.removeFirst()
            try send(role, lease)
            return .worked
        }
        guard let change = try readNext() else {
            try port.send(.endOfFrames(totals))
            var outcome = StageOutcome()
            outcome.frames = totals.frames
            return .finished(outcome)
        }
        totals.frames += 1
        due = kind == .verify ? [.detect, .inspect] : [.detect]
        try port.send(
            .mark(
                FrameMark(
                    frame: reader.frame, ticks: ticks, durationTicks: duration, change: Float(change), looks: 1,
                    isKeyframe: true
                )
            )
        )
        return .worked
    }

    private var duration: Int64 { reader.info.duration(of: reader.frame) }

    /// Decodes the next frame; how much it differs from the one before, or nil at the end.
    private func readNext() throws(StageFailure) -> Double? {
        if reader.frame >= 0 { ticks += duration }
        do throws(PhotoError) {
            guard try reader.advance() else { return nil }
            return change.advance(
                to: try reader.thumbnail(columns: SceneChange.columns, rows: SceneChange.rows)
            )
        } catch {
            throw error.failure
        }
    }

    private func send(_ role: LookRole, _ lease: SlotLease) throws(StageFailure) {
        let whole = PictureLayout.packed(format: .rgb24, size: reader.info.size, fullRange: true)
        let layout = request.layout(for: role, whole: whole)
        do throws(PhotoError) {
            try slots.mapping.withMutableBytes(slot: lease.slot) { (bytes) throws(PhotoError) in
                try self.reader.render(into: bytes, layout: layout)
            }
        } catch {
            throw error.failure
        }
        totals.looks += 1
        try port.send(
            .look(
                request.look(
                    at: reader.frame, ticks: ticks, durationTicks: duration, role: role, whole: whole, lease: lease
                )
            )
        )
    }
}
