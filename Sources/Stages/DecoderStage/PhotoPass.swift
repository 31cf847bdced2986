import Photo
import Platform
import SharedFrames
import StageKit
import TimelineCore
import Wire

/// A photo in one pass: looks for the detectors, and in the verify pass every row for the validator.
final class PhotoPass: DecodingPass {
    let slots: SlotSupply
    private let reader: PhotoReader
    private let port: StagePort
    private let kind: PassKind
    private let plan: LookPlan
    /// Positions in the plan, in the order that costs fewest decodes.
    private let order: [Int]
    /// How a picture with alpha is looked at: as its colours are stored, where a face may hide under transparency, and
    /// laid over white, where a face may be drawn by alpha alone.
    private let views: [AlphaView]
    private var sentMark = false
    private var nextLook = 0
    private var nextRow = 0
    private var sentBands = 0

    init(input: Descriptor, kind: PassKind, slots: SlotSupply, port: StagePort) throws(StageFailure) {
        do throws(PhotoError) {
            reader = try PhotoReader(descriptor: input.number)
        } catch {
            throw error.failure
        }
        self.kind = kind
        self.slots = slots
        self.port = port
        views = reader.info.hasAlpha ? [.ignored, .overWhite] : [.ignored]
        let size = reader.info.uprightSize
        plan = kind == .analyze ? Self.analysisPlan(size) : Self.verifyPlan(size)
        order = reader.decodeOrder(of: plan.looks.map(\.geometry))
    }

    /// Source: bench/accuracy: levels a factor √2 apart cover 95.3 % of the faces from 20 px, a factor 2 apart 94.8 %; a
    /// lower threshold that finds as many there covers a half more of the background.
    static func analysisPlan(_ size: PixelSize) -> LookPlan {
        .photo(size: size, start: 640, ratio: 2.0.squareRoot())
    }
    static func verifyPlan(_ size: PixelSize) -> LookPlan { .photo(size: size, start: 800, ratio: 2) }

    /// Detections below this are not asked for: the tracker's own threshold is above.
    static let minimumScore: Float = 0.1

    static func bandRows(_ size: PixelSize) -> Int {
        min(size.height, max(16, MediumOpener.bandBytes / (size.width * 3 + PictureLayout.alignment)))
    }

    static func bandLayout(_ size: PixelSize, rows: Int) -> PictureLayout {
        .packed(format: .rgb24, size: PixelSize(width: size.width, height: rows), fullRange: true)
    }

    private var looks: Int { plan.looks.count * views.count }

    func step() throws(StageFailure) -> StageStep {
        if !sentMark {
            sentMark = true
            try port.send(
                .mark(
                    FrameMark(
                        frame: 0, ticks: 0, durationTicks: 1, change: 0, looks: looks, isKeyframe: true
                    )
                )
            )
            return .worked
        }
        if nextLook < looks { return try sendLook() }
        if kind == .verify, nextRow < reader.info.uprightSize.height { return try sendBand() }
        try port.send(.endOfFrames(FrameTotals(frames: 1, looks: looks + sentBands, packets: 0)))
        var outcome = StageOutcome()
        outcome.frames = 1
        return .finished(outcome)
    }

    private func sendLook() throws(StageFailure) -> StageStep {
        guard let lease = slots.take() else { return .needsCredit }
        // All views of a part in turn: they share the decoded rows.
        let position = order[nextLook / views.count]
        let view = nextLook % views.count
        let request = plan.looks[position]
        nextLook += 1
        try render(into: lease) { (bytes) throws(PhotoError) in
            try self.reader.renderLook(
                into: bytes, layout: request.layout, geometry: request.geometry, alpha: self.views[view]
            )
        }
        try send(
            request.layout, request.geometry, lease, look: position * views.count + view, of: looks, role: .detect,
            // The check of the finished file is against faces that were there to be seen: upright.
            triesTurns: kind == .analyze && request.triesTurns
        )
        return .worked
    }

    private func sendBand() throws(StageFailure) -> StageStep {
        guard let lease = slots.take() else { return .needsCredit }
        let size = reader.info.uprightSize
        let top = nextRow
        let rows = min(Self.bandRows(size), size.height - top)
        let layout = Self.bandLayout(size, rows: rows)
        nextRow += rows
        sentBands += 1
        try render(into: lease) { (bytes) throws(PhotoError) in
            try self.reader.renderBand(top: top, rows: rows, into: bytes, layout: layout)
        }
        try send(layout, LookGeometry(originY: Double(top)), lease, look: 0, of: 1, role: .inspect)
        return .worked
    }

    private func render(
        into lease: SlotLease, _ body: (UnsafeMutableRawBufferPointer) throws(PhotoError) -> Void
    ) throws(StageFailure) {
        do throws(PhotoError) {
            try slots.mapping.withMutableBytes(slot: lease.slot, body)
        } catch {
            throw error.failure
        }
        port.pulse(now: MonotonicClock.seconds())
    }

    private func send(
        _ layout: PictureLayout, _ geometry: LookGeometry, _ lease: SlotLease, look: Int, of looks: Int,
        role: LookRole, triesTurns: Bool = false
    ) throws(StageFailure) {
        try port.send(
            .look(
                Look(
                    frame: 0, ticks: 0, durationTicks: 1, lease: lease, look: look, looks: looks, role: role,
                    layout: layout, geometry: geometry, minimumScore: Self.minimumScore, wantsGrid: role == .detect,
                    triesTurns: triesTurns
                )
            )
        )
    }
}
