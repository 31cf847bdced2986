import SupervisorCore
import Wire

// What simulated stages do with orders, data and their own time.
extension LaneSimulation {
    func take(_ given: ModelOrder, by stage: ModelStage) {
        let order = given.order
        switch order.verb {
        case .open:
            stage.dropPass()
            stage.openKind = order.kind
            stage.openOutput = order.kind == .verify ? currentOutput : 0
            report(StageReport(verb: .opened, pass: order.pass, medium: medium(for: order.kind)), from: stage)
        case .begin: begin(given, by: stage)
        case .abort:
            if stage.active == order.pass || stage.id.kind == .decoder { stage.dropPass() }
            if stage.recordsPass == order.pass { stage.recordsPass = nil }
            stage.openKind = nil
            report(StageReport(verb: .aborted, pass: order.pass), from: stage)
        case .quit: break
        }
    }

    private func medium(for kind: PassKind?) -> Medium? {
        var medium = item.medium(isOutput: kind == .verify)
        switch lie {
        case .noMedium: return nil
        case .noWidth: medium.width = 0
        case .endlessSlots: medium.lookBytes = .max
        case .negativeSlots: medium.frameBytes = .min
        case .changedInput: if kind == .render || kind == .sheet { medium.sha256 = "another" }
        case .totals, .swallowedLooks, .faces, .wholeFrame, .hugeLayout, .otherSound, nil: break
        }
        return medium
    }

    private func begin(_ given: ModelOrder, by stage: ModelStage) {
        let order = given.order
        stage.dropPass()
        stage.active = order.pass
        stage.lastBegun = order.pass
        stage.order = given
        switch stage.id.kind {
        case .decoder:
            let hasRightMedium =
                order.kind == .verify
                ? stage.openKind == .verify && stage.openOutput == currentOutput
                : stage.openKind != nil && stage.openKind != .verify
            if !hasRightMedium { violate("the decoder was told to read what it does not have open") }
            stage.plan = plan(order.kind)
        case .validator where order.kind == .render:
            stage.recordsPass = order.pass
            stage.recordsOutput = given.output
            stage.records = []
        default: break
        }
        report(StageReport(verb: .begun, pass: order.pass), from: stage)
    }

    private func plan(_ kind: PassKind?) -> [DataMessage] {
        guard let kind else { return [] }
        let plan = item.plan(kind)
        guard lie == .swallowedLooks else { return plan }
        var swallowed = 0
        return plan.compactMap { message in
            switch message {
            case .look(let look) where look.role == .detect:
                swallowed += 1
                return nil
            case .endOfFrames(var totals):
                totals.looks -= swallowed
                return .endOfFrames(totals)
            default: return message
            }
        }
    }

    func take(_ message: DataMessage, pass: UInt32, by stage: ModelStage) {
        if case .painted(let record) = message {
            // Records of the render pass may come after the check was begun: the channels race.
            if stage.recordsPass == pass { stage.records.insert(record.frame) }
            if pass > max(stage.lastBegun, stage.recordsPass ?? 0) { violate("a record came before its pass") }
            return
        }
        if pass > stage.lastBegun { violate("\(stage.id.kind) was sent data of a pass it has not begun") }
        guard stage.wouldAccept(pass), let given = stage.order else { return }
        switch message {
        case .grant(let lease): stage.grants.append((given.pool, lease))
        case .look(let look) where !look.layout.isSound(capacity: given.order.pool?.slotBytes ?? 0):
            violate("a picture outside its slot was handed on")
        case .look, .packets: stage.hand.append(ModelStage.Held(pool: given.pool, message: message))
        case .mark(let mark): stage.marks[mark.frame] = mark.looks
        case .detections(let reply): stage.replies[reply.frame, default: 0] += 1
        case .endOfFrames(let totals): stage.end = totals
        case .painted, .release: violate("\(stage.id.kind) was sent what is not for it")
        }
    }

    /// True when the stage has something to do without being told anything new.
    func hasWork(_ stage: ModelStage) -> Bool {
        if !stage.isReady { return stage.becomesReady }
        guard stage.active != nil else { return false }
        switch stage.id.kind {
        case .decoder:
            guard let next = stage.plan.first else { return false }
            return next.lease == nil || !stage.grants.isEmpty
        case .detector: return !stage.hand.isEmpty
        case .compositor where isFileRender(stage): return true
        case .tracker, .compositor, .validator: return !stage.hand.isEmpty || stage.end != nil
        }
    }

    /// A photo or an animation is painted from its file, without a message.
    private func isFileRender(_ stage: ModelStage) -> Bool {
        (!item.isVideo || item.isAnimation) && stage.order?.order.kind == .render
    }

    func work(_ stage: ModelStage) {
        guard stage.isReady else {
            stage.startDelay -= 1
            guard stage.startDelay < 0 else { return }
            stage.isReady = true
            report(StageReport(verb: .ready), from: stage)
            return
        }
        switch stage.id.kind {
        case .decoder: decode(stage)
        case .detector: answerLook(stage)
        case .tracker: track(stage)
        case .compositor: compose(stage)
        case .validator: validate(stage)
        }
    }

    private func decode(_ stage: ModelStage) {
        var message = stage.plan.removeFirst()
        switch message {
        case .look(var look):
            look.lease = stage.grants.removeFirst().lease
            if lie == .wholeFrame, stage.order?.order.kind == .sheet { look.role = .inspect }
            if lie == .hugeLayout { look.layout.strides[0] = 1 << 27 }
            message = .look(look)
        case .packets(var batch):
            batch.lease = stage.grants.removeFirst().lease
            message = .packets(batch)
        default: break
        }
        if case .endOfFrames(var totals) = message {
            if lie == .totals { totals.frames += 1 }
            if lie == .faces, stage.order?.order.kind == .sheet { totals.looks += 1 }
            message = .endOfFrames(totals)
        }
        send(message, from: stage)
        guard stage.plan.isEmpty else { return }
        var outcome = StageOutcome()
        outcome.frames = item.frames
        outcome.soundDigest = stage.order?.order.kind == .analyze ? nil : "sound"
        if !item.isVideo || item.isAnimation { outcome.soundDigest = nil }
        if lie == .otherSound, stage.order?.order.kind == .verify { outcome.soundDigest = "other" }
        finish(stage, outcome)
    }

    private func answerLook(_ stage: ModelStage) {
        guard case .look(let look) = stage.hand.removeFirst().message else { return }
        if poisonFrame == look.frame, let pass = stage.active, pass != 0 {
            die(stage)
            return
        }
        send(.detections(DetectionReply(look: look, busyMicroseconds: 1000, detections: [])), from: stage)
    }

    private var evidenceIsComplete: (ModelStage) -> Bool {
        { [item] stage in
            Set(stage.marks.keys) == Set(0..<item.frames)
                && stage.marks.allSatisfy { stage.replies[$0.key, default: 0] == $0.value }
        }
    }

    private func track(_ stage: ModelStage) {
        guard evidenceIsComplete(stage) else {
            if !hasRogue { violate("the tracker was told the end before the evidence was complete") }
            fail(stage, blame: .input)
            return
        }
        var outcome = StageOutcome()
        outcome.faces = []
        finish(stage, outcome)
    }

    private func compose(_ stage: ModelStage) {
        if stage.order?.order.kind == .sheet { return collect(stage) }
        if isFileRender(stage) {
            stage.photoStep += 1
            for frame in 0..<item.frames { paint(frame, ticks: 0, lease: PaintRecord.noSlot, by: stage) }
            finish(stage, StageOutcome())
            return
        }
        guard !stage.hand.isEmpty else {
            finish(stage, StageOutcome())
            return
        }
        switch stage.hand.removeFirst().message {
        case .look(let look): paint(look.frame, ticks: look.ticks, lease: look.lease, by: stage)
        case .packets(let batch): send(.release(batch.lease), from: stage)
        default: break
        }
    }

    /// Takes pictures of faces, and makes a sheet of them at the end.
    private func collect(_ stage: ModelStage) {
        if !stage.hand.isEmpty {
            guard case .look(let look) = stage.hand.removeFirst().message else { return }
            stage.facePictures += 1
            send(.release(look.lease), from: stage)
            return
        }
        guard let end = stage.end, let output = stage.order?.output else { return }
        if end.looks != stage.facePictures || end.looks != item.facePictures.reduce(0, +), !hasRogue {
            violate("the compositor was told the end before every picture of a face")
        }
        sheets.insert(output)
        finish(stage, StageOutcome())
    }

    private func paint(_ frame: Int, ticks: Int64, lease: SlotLease, by stage: ModelStage) {
        if let output = stage.order?.output { painted[output, default: []].insert(frame) }
        send(.painted(PaintRecord(frame: frame, ticks: ticks, lease: lease, entries: [])), from: stage)
    }

    private func validate(_ stage: ModelStage) {
        if !stage.hand.isEmpty {
            if case .look(let look) = stage.hand.removeFirst().message { send(.release(look.lease), from: stage) }
            return
        }
        let passes =
            evidenceIsComplete(stage) && stage.recordsPass != nil && stage.recordsOutput == currentOutput
            && stage.records == Set(0..<item.frames)
        if !passes, !hasRogue { violate("the validator lacked evidence although nobody lied") }
        if passes { approvedOutput = currentOutput }
        var outcome = StageOutcome()
        outcome.verdict = Verdict(
            passes: passes, code: passes ? nil : "evidence-missing", ratio: passes ? 1 : 0,
            checkedFrames: item.frames, requiredCovers: 0, findings: []
        )
        if withholdsVerdict { outcome.verdict = nil }
        finish(stage, outcome)
    }

    private func finish(_ stage: ModelStage, _ outcome: StageOutcome) {
        guard let pass = stage.active else { return }
        report(StageReport(verb: .finished, pass: pass, outcome: outcome, counters: StageCounters()), from: stage)
        stage.dropPass()
    }

    func fail(_ stage: ModelStage, blame: StageFailure.Blame) {
        let failure = StageFailure(code: "model-failure", text: "the model failed", blame: blame)
        report(StageReport(verb: .failed, pass: stage.active ?? 0, failure: failure), from: stage)
        stage.dropPass()
    }
}
