import Platform
import Wire

/// What one turn of a stage's own work came to.
package enum StageStep: Sendable {
    /// Something was done; call again.
    case worked
    /// Nothing to do until a message comes.
    case needsInput
    /// Nothing can be done until a slot is granted.
    case needsCredit
    /// This stage's part of the pass is complete.
    case finished(StageOutcome)
}

/// The descriptors that came with an order, by what they are.
package struct Attachments: Sendable {
    private var descriptors: [Attachment: Descriptor]

    init(_ descriptors: [Attachment: Descriptor]) { self.descriptors = descriptors }

    package func descriptor(_ attachment: Attachment) throws(StageFailure) -> Descriptor {
        guard let descriptor = descriptors[attachment] else {
            throw StageFailure(
                code: "internal", text: "the order came without its \(attachment.rawValue)", blame: .stage)
        }
        return descriptor
    }

    package func optional(_ attachment: Attachment) -> Descriptor? { descriptors[attachment] }
}

/// The part of a stage that differs from kind to kind; ``StageRunner`` does the rest.
///
/// All calls come from one thread, one at a time. Whatever is thrown ends the pass: the supervisor is told, and an
/// abort follows.
package protocol Stage {
    /// Looks at a medium; only decoders are asked.
    mutating func open(_ order: StageOrder, _ attachments: Attachments) throws(StageFailure) -> Medium
    /// Gets ready for a pass; data flows only after this returned.
    mutating func begin(_ order: StageOrder, _ attachments: Attachments, port: StagePort) throws(StageFailure)
    /// What the stage runs on in the pass begun, where that is worth a report.
    var engine: EngineSummary? { get }
    /// Takes one data message of pass `pass`, which need not be the present one.
    mutating func take(_ message: DataMessage, pass: UInt32) throws(StageFailure)
    /// Does one unit of the stage's own work.
    mutating func step() throws(StageFailure) -> StageStep
    /// Drops the pass and everything held for it; must not fail.
    mutating func abort()
}

extension Stage {
    package mutating func open(_ order: StageOrder, _ attachments: Attachments) throws(StageFailure) -> Medium {
        throw StageFailure(code: "internal", text: "this stage opens no media", blame: .stage)
    }

    package mutating func step() throws(StageFailure) -> StageStep { .needsInput }

    package var engine: EngineSummary? { nil }
}
