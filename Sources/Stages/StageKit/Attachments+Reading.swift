import Platform
import SharedFrames
import TimelineCore
import Wire

extension Attachments {
    /// Maps the frame pool that came with an order.
    package func pool(_ order: StageOrder, writable: Bool) throws(StageFailure) -> FramePoolMapping {
        guard let shape = order.pool else {
            throw StageFailure(code: "internal", text: "the order names no frame pool", blame: .stage)
        }
        let descriptor = try descriptor(.pool)
        do throws(SharedFramesError) {
            return try FramePoolMapping(
                descriptor: descriptor, slotCount: shape.slots, slotBytes: shape.slotBytes, writable: writable
            )
        } catch {
            throw StageFailure(code: "no-frame-memory", text: error.description, blame: .stage)
        }
    }

    /// Reads a timeline that came with an order.
    package func timeline(_ attachment: Attachment = .timeline) throws(StageFailure) -> Timeline {
        let descriptor = try descriptor(attachment)
        let bytes: [UInt8]
        do throws(PlatformError) {
            bytes = try FileSystem.readAll(descriptor, limit: 1 << 31)
        } catch {
            throw StageFailure(code: "internal", text: "the timeline could not be read: \(error)", blame: .stage)
        }
        do throws(WireError) {
            return try TimelineCodec.decoded(bytes)
        } catch {
            throw StageFailure(code: "internal", text: "the timeline is not sound: \(error)", blame: .stage)
        }
    }

    /// Writes a timeline in place of what the attached file held.
    package func replaceTimeline(_ timeline: Timeline) throws(StageFailure) {
        let descriptor = try descriptor(.timeline)
        do throws(PlatformError) {
            try FileSystem.setLength(0, of: descriptor)
            try FileSystem.write(TimelineCodec.encoded(timeline), to: descriptor, at: 0)
        } catch {
            throw StageFailure(code: "no-memory", text: "the timeline could not be kept: \(error)", blame: .environment)
        }
    }
}
