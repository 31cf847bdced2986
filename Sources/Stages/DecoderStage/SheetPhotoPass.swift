import ContactSheet
import Photo
import Platform
import SharedFrames
import StageKit
import TimelineCore
import Wire

/// A photo read for its contact sheet: one small picture of each face.
final class SheetPhotoPass: DecodingPass {
    let slots: SlotSupply
    private let reader: PhotoReader
    private let port: StagePort
    private let plan: SheetPlan
    /// Faces with the part that shows them, in the order that costs fewest decodes.
    private let order: [(place: Int, part: PixelRect)]
    private var sent = 0

    init(
        input: Descriptor, timeline: Timeline, slots: SlotSupply, port: StagePort
    ) throws(StageFailure) {
        do throws(PhotoError) {
            reader = try PhotoReader(descriptor: input.number)
        } catch {
            throw error.failure
        }
        guard timeline.size == reader.info.uprightSize else { throw SheetLooks.otherMedium }
        self.slots = slots
        self.port = port
        let plan = SheetPlan(timeline)
        self.plan = plan
        let parts = plan.faces.indices.compactMap { place in
            plan.part(ofFace: place, at: 0).map { (place: place, part: $0) }
        }
        order = reader.decodeOrder(of: parts.map { LookGeometry(showing: $0.part) }).map { parts[$0] }
    }

    func step() throws(StageFailure) -> StageStep {
        guard sent < order.count else { return .finished(try SheetLooks.end(sent: sent, port)) }
        guard let lease = slots.take() else { return .needsCredit }
        let (place, part) = order[sent]
        do throws(PhotoError) {
            try slots.mapping.withMutableBytes(slot: lease.slot) { (bytes) throws(PhotoError) in
                try self.reader.renderLook(
                    into: bytes, layout: FacePicture.layout, geometry: LookGeometry(showing: part)
                )
            }
        } catch {
            throw error.failure
        }
        port.pulse(now: MonotonicClock.seconds())
        let looks = SheetLooks(frame: 0, ticks: 0, durationTicks: 1)
        try port.send(.look(looks.look(of: place, among: plan.faces.count, part: part, lease)))
        sent += 1
        return .worked
    }
}
