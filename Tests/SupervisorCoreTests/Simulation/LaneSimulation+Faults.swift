import SupervisorCore
import TestSupport
import Wire

/// How a process fails to start.
enum BadStart: CaseIterable {
    case hangs, crashes, saysSo
}

/// What goes wrong in a simulated run.
enum Fault {
    case kill(StageKind)
    case freeze(StageKind)
    /// The stage says something that fits nothing.
    case garbage(StageKind)
    /// The stage says its last words once more.
    case echo(StageKind)
    case fails(StageKind, StageFailure.Blame)
    case cancel
}

/// What a decoder that was taken over may claim.
enum DecoderLie: CaseIterable {
    /// More frames than it sent.
    case totals
    /// Looks that a mark announced and that never come, with totals that agree.
    case swallowedLooks
    /// More pictures of faces than it sent.
    case faces
    /// A frame as a whole among the pictures of faces.
    case wholeFrame
    /// A picture that ends outside its slot.
    case hugeLayout
    case noMedium
    case noWidth
    case endlessSlots
    case negativeSlots
    /// Another file when the source is opened again.
    case changedInput
    /// Other sound in the finished file.
    case otherSound
}

/// A fault and the step of the run at which it strikes.
struct PlannedFault {
    var step: Int
    var fault: Fault
}

extension LaneSimulation {
    func injectFaults() {
        for planned in faults where planned.step <= steps {
            guard result == nil else { break }
            strike(planned.fault)
        }
        faults.removeAll { $0.step <= steps }
        if let kind = killsWhenReady {
            for stage in live(kind) where stage.isReady { die(stage) }
        }
        if let kind = freezesWhenReady {
            for stage in live(kind) where stage.isReady { stage.isFrozen = true }
        }
    }

    private func live(_ kind: StageKind) -> [ModelStage] {
        liveStages.filter { $0.id.kind == kind }
    }

    private func strike(_ fault: Fault) {
        switch fault {
        case .kill(let kind): if let stage = live(kind).randomElement(using: &random) { die(stage) }
        case .freeze(let kind): live(kind).randomElement(using: &random)?.isFrozen = true
        case .garbage(let kind): if let stage = live(kind).randomElement(using: &random) { babble(stage) }
        case .echo(let kind): if let stage = live(kind).randomElement(using: &random) { echo(stage) }
        case .fails(let kind, let blame):
            if let stage = live(kind).first, stage.active != nil { fail(stage, blame: blame) }
        case .cancel: feed(.cancel)
        }
    }

    private func becomeRogue(_ stage: ModelStage) {
        stage.isRogue = true
        hasRogue = true
    }

    private func echo(_ stage: ModelStage) {
        becomeRogue(stage)
        let route = Route(stage: stage.id, channel: .data)
        guard let last = inFlight.first(where: { $0.route == route })?.queue.last else { return }
        post(last, on: .data, from: stage)
    }

    private func babble(_ stage: ModelStage) {
        becomeRogue(stage)
        let pass = UInt32.random(in: 0...(stage.active ?? stage.lastBegun), using: &random)
        let isCurrent = Bool.random(using: &random)
        let number = isCurrent ? stage.active ?? stage.lastBegun : pass
        switch Int.random(in: 0..<3, using: &random) {
        case 0: post(.nonsense(stage.id, "no message"), on: .data, from: stage)
        case 1: post(.data(stage.id, pass: number, randomMessage()), on: .data, from: stage)
        default: report(randomReport(pass: number), from: stage)
        }
    }

    private func randomMessage() -> DataMessage {
        let lease = SlotLease(
            slot: Int.random(in: 0...7, using: &random), generation: UInt64.random(in: 0...9, using: &random)
        )
        let frame = Int.random(in: 0...8, using: &random)
        let role = LookRole.allCases.randomElement(using: &random) ?? .detect
        var look = ModelItem.look(frame, 0, of: 1, role)
        look.lease = lease
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .grant(lease)
        case 1: return .mark(ModelItem.mark(frame, looks: 1))
        case 2: return .look(look)
        case 3: return .packets(PacketBatch(lease: lease, byteCount: 40, count: 1))
        case 4: return .detections(DetectionReply(look: look, busyMicroseconds: 0, detections: []))
        case 5: return .painted(PaintRecord(frame: frame, ticks: 0, lease: PaintRecord.noSlot, entries: []))
        case 6: return .release(lease)
        default: return .endOfFrames(FrameTotals(frames: frame, looks: 0, packets: 0))
        }
    }

    /// Any report but a verdict: the validator is the one stage whose word counts.
    private func randomReport(pass: UInt32) -> StageReport {
        let verbs: [StageReport.Verb] = [.ready, .opened, .begun, .finished, .aborted, .pulse]
        return StageReport(verb: verbs.randomElement(using: &random) ?? .pulse, pass: pass)
    }
}
