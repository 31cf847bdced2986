import Media
import Platform
import Redaction
import SharedFrames
import StageKit
import TimelineCore
import Wire

/// One output video being painted, encoded and written.
final class VideoComposition {
    let port: StagePort
    private let resolver: Resolver
    private let painter: CoverPainter
    private let mapping: FramePoolMapping
    private let writer: VideoWriter
    /// Keeps the descriptor open while the writer holds its number.
    let output: Descriptor
    private let note: String?
    private var nextFrame = 0
    private var totals: FrameTotals?
    private let faults = FaultPlan.current

    init(
        medium: Medium, settings: PassSettings, resolver: Resolver, painter: CoverPainter, output: Descriptor,
        mapping: FramePoolMapping, port: StagePort
    ) throws(StageFailure) {
        self.port = port
        self.resolver = resolver
        self.painter = painter
        self.mapping = mapping
        self.output = output
        let plan = try OutputChoice(medium: medium, settings: settings)
        note = plan.note
        do throws(MediaError) {
            writer = try VideoWriter(
                descriptor: output.number, container: plan.container, video: plan.encoding, audio: plan.audio
            )
        } catch {
            throw error.outputFailure
        }
    }

    /// Paints a frame where it lies, encodes it, and says what was painted.
    func paint(_ look: Look) throws(StageFailure) {
        guard look.role == .paint, look.frame == nextFrame, mapping.contains(slot: look.lease.slot),
            look.layout.isSound(capacity: mapping.slotBytes)
        else { throw StageFailure(code: "internal", text: "a frame out of order", blame: .stage) }
        nextFrame += 1
        let covers = resolver.covers(frame: look.frame)
        let painted = faults.painted(covers, frame: look.frame)
        do throws(RedactionError) {
            try mapping.withMutableBytes(slot: look.lease.slot) { (bytes) throws(RedactionError) in
                let bare = faults.weakness.map { _ in Array(bytes) }
                try painter.paintAll(painted, onto: bytes, layout: look.layout)
                if let bare { faults.weakness?.spoil(painted, bytes, bare: bare, layout: look.layout) }
            }
        } catch {
            throw StageFailure(code: "internal", text: "a cover could not be painted: \(error)", blame: .stage)
        }
        do throws(MediaError) {
            try mapping.withBytes(slot: look.lease.slot) { (bytes) throws(MediaError) in
                try writer.write(
                    picture: bytes, layout: look.layout, ticks: look.ticks, durationTicks: look.durationTicks
                )
            }
        } catch {
            throw error.outputFailure
        }
        try port.send(
            .painted(
                PaintRecord(
                    frame: look.frame, ticks: look.ticks, lease: look.lease,
                    entries: faults.claimed(covers, painted: painted).map(\.entry)
                )
            )
        )
    }

    func write(_ batch: PacketBatch) throws(StageFailure) {
        guard mapping.contains(slot: batch.lease.slot), batch.byteCount <= mapping.slotBytes else {
            throw StageFailure(code: "internal", text: "a batch of sound outside its slot", blame: .stage)
        }
        let bytes = mapping.withBytes(slot: batch.lease.slot) { Array($0.prefix(batch.byteCount)) }
        try port.send(.release(batch.lease))
        let packets: [SoundPacket]
        do throws(WireError) {
            packets = try SoundPacket.decodedAll(bytes, count: batch.count)
        } catch {
            throw StageFailure(code: "internal", text: "a batch of sound is not sound: \(error)", blame: .stage)
        }
        do throws(MediaError) {
            for packet in packets { try writer.write(audio: AudioPacket(packet)) }
        } catch {
            throw error.outputFailure
        }
    }

    func end(_ totals: FrameTotals) { self.totals = totals }

    /// Completes the file once everything has come; nil before.
    func finishIfEnded() throws(StageFailure) -> StageOutcome? {
        guard let totals else { return nil }
        guard totals.frames == nextFrame else {
            throw StageFailure(
                code: "count-mismatch", text: "not every frame that was read was painted", blame: .stage
            )
        }
        do throws(MediaError) {
            try writer.finish()
        } catch {
            throw error.outputFailure
        }
        var outcome = StageOutcome()
        outcome.frames = nextFrame
        outcome.outputNote = note
        return outcome
    }
}

extension MediaError {
    /// The error as the supervisor takes it, when it came up while writing.
    var outputFailure: StageFailure {
        switch self {
        // ENOSPC
        case .output(let code) where code.rawValue == 28:
            StageFailure(
                code: "disk-full", text: "the disk is full; free some space and run again", blame: .environment)
        case .output: StageFailure(code: "cannot-write", text: description, blame: .environment)
        case .soundDoesNotFit:
            StageFailure(
                code: "unsupported", text: "\(description) Use --audio drop, or an output ending in .mkv.",
                blame: .input
            )
        case .unsupportedEncoding, .encoderMissing:
            StageFailure(code: "unsupported", text: description, blame: .input)
        default: StageFailure(code: "internal", text: description, blame: .stage)
        }
    }
}

extension AudioPacket {
    init(_ packet: SoundPacket) {
        let has = { (bit: UInt32) in packet.flags & bit != 0 }
        self.init(
            pts: has(SoundPacket.hasPTS) ? packet.pts : nil, dts: has(SoundPacket.hasDTS) ? packet.dts : nil,
            duration: packet.duration, keyframe: has(SoundPacket.isKey), hidden: has(SoundPacket.isHidden),
            skipStart: packet.skipStart, skipEnd: packet.skipEnd, bytes: packet.bytes
        )
    }
}
