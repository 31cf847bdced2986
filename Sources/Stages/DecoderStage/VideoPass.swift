import Digest
import Media
import Platform
import SharedFrames
import StageKit
import TimelineCore
import Wire

/// A video in one pass, from its first shown frame to its last.
///
/// Analyse: a mark for every frame, a small picture of some. Render: every frame whole, and the sound. Verify: marks,
/// every frame whole for the validator, small pictures of other frames at another scale for the detectors.
final class VideoPass: DecodingPass {
    let slots: SlotSupply
    private let reader: VideoReader
    private let port: StagePort
    private let medium: Medium
    private let kind: PassKind
    private let plan: LookPlan
    private let sampler: LookSampler
    private var current: PictureInfo?
    /// Looks at the current picture that wait for a slot.
    private var due: [LookRole] = []
    private let route: SoundRoute
    private var sound: SoundBatch
    private var totals = FrameTotals(frames: 0, looks: 0, packets: 0)
    private var isAtEnd = false

    init(
        input: Descriptor, medium: Medium, kind: PassKind, settings: PassSettings, slots: SlotSupply, port: StagePort
    ) throws(StageFailure) {
        do throws(MediaError) {
            reader = try VideoReader(descriptor: input.number, threads: settings.threads)
        } catch {
            throw error.failure
        }
        self.medium = medium
        self.kind = kind
        self.slots = slots
        self.port = port
        let size = reader.info.uprightSize
        plan = kind == .analyze ? Self.analysisPlan(size) : Self.verifyPlan(size)
        sampler = LookSampler(kind: kind, frameRate: medium.frameRate.value)
        route = try SoundRoute(reader.info.audio, settings)
        sound = SoundBatch(isWanted: settings.keepsSound && medium.sound != nil, codec: medium.sound?.codec ?? "")
    }

    /// Long side of a look at a frame, in slot pixels.
    static func analysisPlan(_ size: PixelSize) -> LookPlan { .video(size: size, longSide: 960) }
    /// Another scale than the analysis, so that a face which fell between its cells there does not do so here.
    static func verifyPlan(_ size: PixelSize) -> LookPlan { .video(size: size, longSide: 736) }

    /// A detection this weak may continue a track, and nothing else.
    static let minimumScore: Float = 0.1

    func step() throws(StageFailure) -> StageStep {
        if let role = due.first {
            guard let lease = slots.take() else { return .needsCredit }
            due.removeFirst()
            try send(role, lease)
            return .worked
        }
        if sound.isDue || (isAtEnd && !sound.isEmpty) {
            guard let lease = slots.take() else { return .needsCredit }
            try sendSound(lease)
            return .worked
        }
        if isAtEnd { return .finished(try finish()) }
        switch try readNext() {
        case .picture(let picture): try take(picture)
        case .audio(let packet): if kind != .analyze { sound.add(try route.take(packet)) }
        case .end:
            if kind != .analyze { sound.add(try route.finish()) }
            isAtEnd = true
        }
        // In the verify pass the sound is only fingerprinted.
        if kind == .verify { sound.forget() }
        return .worked
    }

    private func readNext() throws(StageFailure) -> ReadStep {
        do throws(MediaError) {
            return try reader.next()
        } catch {
            throw error.failure
        }
    }

    private func take(_ picture: PictureInfo) throws(StageFailure) {
        current = picture
        totals.frames += 1
        guard kind != .render else {
            due = [.paint]
            return
        }
        let looks = sampler.wants(picture.frame, change: reader.changeFromPrevious)
        due = (looks ? [.detect] : []) + (kind == .verify ? [.inspect] : [])
        try port.send(
            .mark(
                FrameMark(
                    frame: picture.frame, ticks: picture.ticks, durationTicks: picture.durationTicks,
                    change: Float(reader.changeFromPrevious), looks: looks ? 1 : 0, isKeyframe: picture.keyframe
                )
            )
        )
    }

    private func send(_ role: LookRole, _ lease: SlotLease) throws(StageFailure) {
        guard let current else { return }
        let request = plan.looks[0]
        let whole = reader.info.pictureLayout
        let layout = request.layout(for: role, whole: whole)
        do throws(MediaError) {
            try slots.mapping.withMutableBytes(slot: lease.slot) { (bytes) throws(MediaError) in
                if role == .detect {
                    try self.reader.scaleUpright(into: bytes, layout: layout)
                } else {
                    try self.reader.copyUpright(into: bytes, layout: layout)
                }
            }
        } catch {
            throw error.failure
        }
        totals.looks += 1
        try port.send(
            .look(
                request.look(
                    at: current.frame, ticks: current.ticks, durationTicks: current.durationTicks, role: role,
                    whole: whole, lease: lease
                )
            )
        )
    }

    private func sendSound(_ lease: SlotLease) throws(StageFailure) {
        let (bytes, count) = sound.takeBatch(capacity: slots.mapping.slotBytes)
        guard count > 0 else {
            throw StageFailure(
                code: "unsupported", text: "a packet of sound is larger than a frame; use --audio drop", blame: .input
            )
        }
        slots.mapping.withMutableBytes(slot: lease.slot) { $0.copyBytes(from: bytes) }
        totals.packets += count
        try port.send(.packets(PacketBatch(lease: lease, byteCount: bytes.count, count: count)))
    }

    private func finish() throws(StageFailure) -> StageOutcome {
        totals.isTruncated = reader.isTruncated
        try port.send(.endOfFrames(totals))
        var outcome = StageOutcome()
        outcome.frames = totals.frames
        if kind == .analyze {
            let cut = reader.isTruncated ? "the recording is cut off; what could be read of it was covered" : nil
            let notes = [cut, route.note].compactMap(\.self)
            outcome.outputNote = notes.isEmpty ? nil : notes.joined(separator: "; ")
        }
        if kind != .analyze {
            outcome.soundDigest = sound.fingerprint
            outcome.soundPackets = sound.count
        }
        return outcome
    }
}
