import Control
import Redaction
import SharedFrames
import StageKit
import TimelineCore
import Wire

// The validator: judges the finished file. It links neither codec nor model. It holds what the compositor says it
// painted against what the resolver demands, looks at the finished file's own pixels in every frame, and weighs what
// the detectors see in it.

/// Collects evidence through the render and the verify pass, and gives a verdict.
package struct ValidatorStage: Stage {
    private var judge: Judge?
    private var mapping: FramePoolMapping?
    private var port: StagePort?
    private var totals: FrameTotals?
    private var renderPass: UInt32 = 0
    private var attachments: Attachments?

    package init() {}

    package mutating func begin(
        _ order: StageOrder, _ attachments: Attachments, port: StagePort
    ) throws(StageFailure) {
        guard let settings = order.settings, let medium = order.medium, let kind = order.kind else {
            throw StageFailure(code: "internal", text: "the order says nothing of the medium", blame: .stage)
        }
        self.port = port
        self.attachments = attachments
        totals = nil
        switch kind {
        case .render:
            judge = Judge(
                resolver: Resolver(timeline: try attachments.timeline()), source: medium
            )
            renderPass = order.pass
        case .verify:
            guard judge != nil else {
                throw StageFailure(code: "no-verdict", text: "nothing is known of how this was painted", blame: .stage)
            }
            let emoji = try attachments.emoji().flatMap { EmojiBitmap(size: $0.size, rgba: $0.rgba) }
            judge?.beginVerify(
                output: medium, style: settings.coverStyle, emoji: emoji,
                coding: CodingError(
                    quality: settings.quality, isVideo: medium.isVideo, fileExtension: settings.outputExtension
                ),
                audit: try FinishedFile.audit(attachments, fileExtension: settings.outputExtension)
            )
            mapping = try attachments.pool(order, writable: false)
        case .analyze, .sheet:
            throw StageFailure(code: "internal", text: "nothing to validate in this pass", blame: .stage)
        }
    }

    package mutating func take(_ message: DataMessage, pass: UInt32) throws(StageFailure) {
        switch message {
        // Records of the render pass may still be on their way when the verify pass has begun.
        case .painted(let record): if pass == renderPass { judge?.take(record) }
        case .mark(let mark): if pass == port?.pass { judge?.take(mark) }
        case .detections(let reply): if pass == port?.pass { judge?.take(reply) }
        case .look(let look): if pass == port?.pass { try inspect(look) }
        case .endOfFrames(let totals): if pass == port?.pass { self.totals = totals }
        default: throw StageFailure(code: "internal", text: "a message that no validator takes", blame: .stage)
        }
    }

    package mutating func step() throws(StageFailure) -> StageStep {
        guard let totals, let judge else { return .needsInput }
        self.totals = nil
        var outcome = StageOutcome()
        var verdict = judge.verdict(totals)
        if let repair = judge.repair(verdict) {
            try attachments?.replaceTimeline(repair.timeline)
            verdict.isRepaired = true
            outcome.faces = repair.timeline.faces.compactMap(StageOutcome.Face.init)
            outcome.outputNote = repair.note
        }
        outcome.verdict = verdict
        outcome.frames = totals.frames
        return .finished(outcome)
    }

    package mutating func abort() {
        totals = nil
        mapping = nil
    }

    private mutating func inspect(_ look: Look) throws(StageFailure) {
        guard let mapping, look.role == .inspect, mapping.contains(slot: look.lease.slot),
            look.layout.isSound(capacity: mapping.slotBytes)
        else { throw StageFailure(code: "internal", text: "a picture that cannot be inspected", blame: .stage) }
        do throws(RedactionError) {
            try mapping.withBytes(slot: look.lease.slot) { (bytes) throws(RedactionError) in
                try judge?.inspect(look, bytes)
            }
        } catch {
            throw StageFailure(code: "internal", text: "a picture could not be inspected: \(error)", blame: .stage)
        }
        try port?.send(.release(look.lease))
    }
}
