import ContactSheet
import Photo
import Platform
import SharedFrames
import StageKit
import TimelineCore
import Wire

/// A contact sheet being put together: it takes pictures of faces, keeps the sharpest of each, and writes one JPEG.
final class SheetComposition {
    let port: StagePort
    private let mapping: FramePoolMapping
    private let output: Descriptor
    private let plan: SheetPlan
    /// Given away when the sheet is finished.
    private var canvas: SheetCanvas?
    private var taken = 0
    private var totals: FrameTotals?

    init(timeline: Timeline, output: Descriptor, mapping: FramePoolMapping, port: StagePort) {
        self.port = port
        self.mapping = mapping
        self.output = output
        plan = SheetPlan(timeline)
        canvas = SheetCanvas(plan)
    }

    /// Looks at a picture of a face and gives its slot back.
    func take(_ look: Look) throws(StageFailure) {
        // The decoder says which face it is; that the timeline has this face there is for this stage to check.
        guard look.role == .paint, look.looks == plan.faces.count, plan.part(ofFace: look.look, at: look.frame) != nil,
            look.layout == FacePicture.layout, mapping.contains(slot: look.lease.slot),
            look.layout.isSound(capacity: mapping.slotBytes)
        else { throw StageFailure(code: "internal", text: "a picture of no face of the sheet", blame: .stage) }
        taken += 1
        let picture = mapping.withBytes(slot: look.lease.slot) { RGBPicture(packing: $0, layout: look.layout) }
        try port.send(.release(look.lease))
        if let picture { canvas?.take(picture, of: look.look) }
    }

    func end(_ totals: FrameTotals) { self.totals = totals }

    /// Writes the sheet once everything has come; nil before.
    func finishIfEnded() throws(StageFailure) -> StageOutcome? {
        guard let totals, let canvas else { return nil }
        guard totals.looks == taken else {
            throw StageFailure(
                code: "count-mismatch", text: "not every picture for the contact sheet came", blame: .stage
            )
        }
        self.canvas = nil
        var outcome = StageOutcome()
        do throws(PhotoError) {
            let sheet = try canvas.finished(drawing: Self.draw) { self.port.pulse(now: MonotonicClock.seconds()) }
            outcome.outputBytes = try JPEGWriter.encodeJPEG(
                rgb: sheet.rgb, width: sheet.size.width, height: sheet.size.height, to: output.number
            )
        } catch {
            throw error.sheetFailure
        }
        outcome.frames = taken
        return outcome
    }

    private static func draw(_ text: String, height: Int) throws(PhotoError) -> CoverageMask {
        let line = try TextRenderer.line(text, height: height)
        guard let mask = CoverageMask(size: line.size, coverage: line.coverage) else {
            throw .library("text came back in another size")
        }
        return mask
    }
}

extension RGBPicture {
    /// Copies a picture out of a slot; the layout has been found sound for it.
    init?(packing bytes: UnsafeRawBufferPointer, layout: PictureLayout) {
        var rgb: [UInt8] = []
        rgb.reserveCapacity(layout.size.area * 3)
        for row in 0..<layout.size.height {
            let start = layout.offsets[0] + row * layout.strides[0]
            rgb.append(contentsOf: bytes[start..<start + layout.rowBytes(0)])
        }
        self.init(size: layout.size, rgb: rgb)
    }
}

extension PhotoError {
    /// The error as the supervisor takes it, when it came up while a sheet was written.
    fileprivate var sheetFailure: StageFailure {
        switch self {
        // ENOSPC
        case .write(28):
            StageFailure(code: "disk-full", text: "\(sentence); free some space and run again", blame: .environment)
        case .write: StageFailure(code: "cannot-write", text: sentence, blame: .environment)
        case .noTextFont: StageFailure(code: "unsupported", text: sentence, blame: .environment)
        default: StageFailure(code: "internal", text: sentence, blame: .stage)
        }
    }
}
