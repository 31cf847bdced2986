import ContactSheet
import Media
import Platform
import SharedFrames
import StageKit
import TimelineCore
import Wire

/// A video read once for its contact sheet: small pictures of the faces, at the frames that the plan names.
///
/// It stops after the last of these frames. Nothing of a frame leaves the decoder but the faces' own squares.
final class SheetVideoPass: DecodingPass {
    let slots: SlotSupply
    private let reader: VideoReader
    private let port: StagePort
    private let plan: SheetPlan
    private let placesByFrame: [Int: [Int]]
    private let lastFrame: Int
    private var current: PictureInfo?
    /// Places of faces in the current picture that wait for a slot.
    private var due: ArraySlice<Int> = []
    private var sent = 0

    init(
        input: Descriptor, timeline: Timeline, threads: Int, slots: SlotSupply, port: StagePort
    ) throws(StageFailure) {
        do throws(MediaError) {
            reader = try VideoReader(descriptor: input.number, threads: threads)
        } catch {
            throw error.failure
        }
        guard timeline.size == reader.info.uprightSize else { throw SheetLooks.otherMedium }
        self.slots = slots
        self.port = port
        plan = SheetPlan(timeline)
        placesByFrame = plan.placesByFrame
        lastFrame = placesByFrame.keys.max() ?? -1
    }

    func step() throws(StageFailure) -> StageStep {
        if let place = due.first {
            guard let lease = slots.take() else { return .needsCredit }
            due.removeFirst()
            try send(place, lease)
            return .worked
        }
        // Many frames may go by without a face to send: that is work, not silence.
        port.pulse(now: MonotonicClock.seconds())
        if (current?.frame ?? -1) >= lastFrame { return .finished(try SheetLooks.end(sent: sent, port)) }
        switch try readNext() {
        case .picture(let picture):
            current = picture
            due = ArraySlice(placesByFrame[picture.frame] ?? [])
        case .audio: break
        // The analysis saw frames that are not there any more.
        case .end: throw SheetLooks.otherMedium
        }
        return .worked
    }

    private func readNext() throws(StageFailure) -> ReadStep {
        do throws(MediaError) {
            return try reader.next()
        } catch {
            throw error.failure
        }
    }

    private func send(_ place: Int, _ lease: SlotLease) throws(StageFailure) {
        guard let current, let part = plan.part(ofFace: place, at: current.frame) else { return }
        do throws(MediaError) {
            try slots.mapping.withMutableBytes(slot: lease.slot) { (bytes) throws(MediaError) in
                try self.reader.scaleUpright(into: bytes, layout: FacePicture.layout, crop: part)
            }
        } catch {
            throw error.failure
        }
        let looks = SheetLooks(frame: current.frame, ticks: current.ticks, durationTicks: current.durationTicks)
        try port.send(.look(looks.look(of: place, among: plan.faces.count, part: part, lease)))
        sent += 1
    }
}
