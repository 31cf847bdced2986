import Media
import Photo
import Platform
import SharedFrames
import StageKit
import TimelineCore
import Wire

// The decoder: the one stage that reads hostile media. It opens photos with libvips and videos with FFmpeg, from a
// descriptor, and hands out upright pictures. It knows no face and no cover; the same program reads source and output.

/// Opens a medium and plays it through a pass.
package struct DecoderStage: Stage {
    private var input: Descriptor?
    private var medium: Medium?
    private var pass: (any DecodingPass)?
    private var port: StagePort?

    package init() {}

    package mutating func open(_ order: StageOrder, _ attachments: Attachments) throws(StageFailure) -> Medium {
        let descriptor = try attachments.descriptor(.input)
        let opened = try MediumOpener.open(descriptor, order.settings)
        input = descriptor
        medium = opened
        return opened
    }

    package mutating func begin(
        _ order: StageOrder, _ attachments: Attachments, port: StagePort
    ) throws(StageFailure) {
        guard let input, let medium, let kind = order.kind else {
            throw StageFailure(code: "internal", text: "a pass was begun without a medium", blame: .stage)
        }
        self.port = port
        let slots = SlotSupply(mapping: try attachments.pool(order, writable: true))
        let settings = order.settings ?? PassSettings()
        if medium.isAnimation {
            guard kind != .sheet else {
                throw StageFailure(
                    code: "unsupported", text: "no contact sheet is made of an animation", blame: .input)
            }
            pass = try AnimationPass(input: input, kind: kind, slots: slots, port: port)
            return
        }
        if kind == .sheet {
            let timeline = try attachments.timeline()
            pass =
                medium.isVideo
                ? try SheetVideoPass(
                    input: input, timeline: timeline, threads: settings.threads, slots: slots, port: port
                ) : try SheetPhotoPass(input: input, timeline: timeline, slots: slots, port: port)
        } else if medium.isVideo {
            pass = try VideoPass(
                input: input, medium: medium, kind: kind, settings: settings, slots: slots, port: port
            )
        } else {
            pass = try PhotoPass(input: input, kind: kind, slots: slots, port: port)
        }
    }

    package mutating func take(_ message: DataMessage, pass: UInt32) throws(StageFailure) {
        guard pass == port?.pass, case .grant(let lease) = message else { return }
        self.pass?.slots.add(lease)
    }

    package mutating func step() throws(StageFailure) -> StageStep {
        guard let pass else { return .needsInput }
        return try pass.step()
    }

    package mutating func abort() { pass = nil }
}

/// A medium being played once from start to end.
protocol DecodingPass: AnyObject {
    var slots: SlotSupply { get }
    func step() throws(StageFailure) -> StageStep
}

/// The slots this decoder may fill.
final class SlotSupply {
    let mapping: FramePoolMapping
    private var leases: [SlotLease] = []

    init(mapping: FramePoolMapping) { self.mapping = mapping }

    func add(_ lease: SlotLease) {
        // A slot outside the pool is the supervisor's mistake; without the lease the pass stands still and is ended.
        if mapping.contains(slot: lease.slot) { leases.append(lease) }
    }

    var isEmpty: Bool { leases.isEmpty }
    func take() -> SlotLease? { leases.isEmpty ? nil : leases.removeFirst() }
}
