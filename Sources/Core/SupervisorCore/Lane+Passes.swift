import Wire

// The three passes, one after another: who takes part, what each is given, what must be true at the end.
extension Lane {
    /// Has the decoder look at the source (analyse) or at the finished work file (verify).
    mutating func open(_ kind: PassKind) {
        guard let decoder = stage(.decoder), let item else { return }
        phase = .opening(kind)
        awaited = [decoder]
        lastHeard[decoder] = now
        actions.append(
            .order(
                decoder,
                StageOrder(verb: .open, pass: pass, kind: kind, attachments: [.input], settings: item.settings)
            )
        )
    }

    /// Sizes the pool for the medium and hands everything to the stages of the pass.
    mutating func begin(_ kind: PassKind) {
        guard let subject = kind == .verify ? outputMedium : medium else { return }
        guard fitPool(to: subject) else { return }
        phase = .beginning(kind)
        slots = SlotTable(slots: poolShape.slots)
        if kind == .analyze { actions.append(.makeTimeline) }
        if kind == .render { actions.append(.makeOutput) }
        let members = members(of: kind)
        awaited = Set(members)
        joined = []
        for member in members { orderBegin(member, kind, subject: subject) }
    }

    private mutating func orderBegin(_ member: StageID, _ kind: PassKind, subject: Medium) {
        lastHeard[member] = now
        actions.append(
            .order(
                member,
                StageOrder(
                    verb: .begin, pass: pass, kind: kind, attachments: attachments(for: member.kind, in: kind),
                    pool: poolShape, medium: subject, settings: item?.settings
                )
            )
        )
    }

    private func members(of kind: PassKind) -> [StageID] {
        let isVideo = medium?.isVideo ?? true
        let kinds: [StageKind] =
            switch kind {
            case .analyze: [.decoder, .detector, .tracker]
            case .render: isVideo ? [.decoder, .compositor, .validator] : [.compositor, .validator]
            case .verify: [.decoder, .detector, .validator]
            }
        return stages.filter { kinds.contains($0.kind) }
    }

    private func attachments(for stage: StageKind, in kind: PassKind) -> [Attachment] {
        switch (stage, kind) {
        case (.tracker, _): item?.settings.isReviewed == true ? [.timeline, .reviewed] : [.timeline]
        case (.compositor, _): medium?.isVideo == false ? [.pool, .timeline, .output, .input] : [.pool, .timeline, .output]
        case (.validator, _): [.pool, .timeline]
        default: [.pool]
        }
    }

    /// Makes a pool that holds the medium's frames, unless the present one does.
    private mutating func fitPool(to medium: Medium) -> Bool {
        let bytes = max(medium.lookBytes, medium.frameBytes, 4096)
        let fits = poolShape.slots >= LaneConfiguration.fewestSlots && poolShape.slotBytes >= bytes
        // A pool made for one huge picture is not kept for the small ones after it.
        if fits, poolShape.slotBytes <= 4 * bytes || poolShape.slotBytes <= 8 << 20 { return true }
        let slots = min(LaneConfiguration.mostSlots, configuration.frameMemoryBytes / bytes)
        guard slots >= LaneConfiguration.fewestSlots else {
            let needed = (bytes * LaneConfiguration.fewestSlots + (1 << 20) - 1) >> 20
            abandon(
                .end(
                    .failed(
                        StageFailure(
                            code: "frame-too-large",
                            text: "one frame of \(medium.width)x\(medium.height) does not fit the frame memory; "
                                + "set --frame-memory to at least \(needed) MiB",
                            blame: .input
                        )
                    )
                )
            )
            return false
        }
        poolShape = PoolShape(slots: slots, slotBytes: bytes)
        actions.append(.makePool(poolShape))
        return true
    }

    // MARK: - Reports

    mutating func hear(_ report: StageReport, from stage: StageID) {
        guard stages.contains(stage) else { return }
        lastHeard[stage] = now
        if let summary = report.engine { engine = summary }
        switch report.verb {
        case .ready:
            ready.insert(stage)
            if case .running(let kind) = phase, stage.kind == .detector, kind != .render, let medium {
                // A detector started in the middle of a pass joins it.
                orderBegin(stage, kind, subject: kind == .verify ? outputMedium ?? medium : medium)
            }
            beginWhenGathered()
        case .pulse: break
        case .aborted:
            awaited.remove(stage)
            settleAbort()
        case .failed: fail(report, from: stage)
        case .opened where report.pass == pass: opened(report, by: stage)
        case .begun where report.pass == pass: begun(stage)
        case .finished where report.pass == pass: finished(report, by: stage)
        default: break
        }
    }

    private mutating func fail(_ report: StageReport, from stage: StageID) {
        let failure =
            report.failure ?? StageFailure(code: "internal", text: "the \(stage.kind.rawValue) failed", blame: .stage)
        if !ready.contains(stage) {
            // It could not even start: starting it again would only repeat that.
            breakDown(failure)
            return
        }
        guard report.pass == pass, item != nil else { return }
        abandon(.end(.failed(failure)))
    }

    private mutating func opened(_ report: StageReport, by stage: StageID) {
        guard case .opening(let kind) = phase, awaited.remove(stage) != nil, let found = report.medium else { return }
        if kind == .verify {
            outputMedium = found
        } else {
            medium = found
            if let required = item?.requiredSHA256, required != found.sha256 {
                abandon(
                    .end(
                        .failed(
                            StageFailure(
                                code: "wrong-timeline",
                                text: "the timeline was made from another file; scan this one and review it again",
                                blame: .input
                            )
                        )
                    )
                )
                return
            }
        }
        begin(kind)
    }

    private mutating func begun(_ stage: StageID) {
        joined.insert(stage)
        if case .running = phase { feedDetectors() }
        guard case .beginning(let kind) = phase else { return }
        awaited.remove(stage)
        guard awaited.isEmpty else { return }
        phase = .running(kind)
        var flow = PassFlow(pass: pass, kind: kind)
        flow.unfinished = Set(members(of: kind).filter { $0.kind != .detector })
        if kind == .render { flow.unfinished = flow.unfinished.filter { $0.kind != .validator } }
        if kind == .render, medium?.isVideo == false {
            flow.totals = FrameTotals(frames: 1, looks: 0, packets: 0)
            flow.toldEnd = true
        }
        self.flow = flow
        for member in flow.unfinished { lastHeard[member] = now }
        grantFreeSlots()
    }

    mutating func grantFreeSlots() {
        guard let flow, flow.totals == nil, let decoder = stage(.decoder) else { return }
        while let lease = slots.grant() { actions.append(.data(decoder, pass: pass, .grant(lease))) }
    }

    private mutating func finished(_ report: StageReport, by stage: StageID) {
        guard case .running(let kind) = phase, flow?.unfinished.remove(stage) != nil else { return }
        note(report.counters ?? StageCounters(), of: stage, in: kind)
        if let outcome = report.outcome { take(outcome, from: stage.kind, in: kind) }
        completePassIfDone()
    }

    mutating func note(_ counters: StageCounters, of stage: StageID, in kind: PassKind) {
        rows.append(
            LaneResult.StageRow(
                stage: stage.kind, pass: kind, processes: stage.kind == .detector ? configuration.detectors : 1,
                counters: counters, restarts: restarts[stage.kind] ?? 0
            )
        )
    }

    private mutating func take(_ outcome: StageOutcome, from stage: StageKind, in kind: PassKind) {
        switch (stage, kind) {
        case (.tracker, _):
            faces = outcome.faces ?? []
            if let seconds = outcome.durationSeconds { medium?.durationSeconds = seconds }
        case (.decoder, .analyze): if let frames = outcome.frames { medium?.expectedFrames = frames }
        case (.decoder, .render): sourceSound = outcome.soundDigest
        case (.decoder, .verify):
            if outcome.soundDigest != sourceSound { verdict = soundVerdict }
        case (.compositor, _): note = outcome.outputNote
        case (.validator, _):
            // A mismatch of the sound found by the decoder is not overruled.
            if verdict?.passes != false { verdict = outcome.verdict }
        default: break
        }
    }

    private var soundVerdict: Verdict {
        Verdict(
            passes: false, code: "sound-mismatch", reason: "the sound of the finished file is not the source's",
            ratio: 0, checkedFrames: 0, requiredCovers: 0, findings: []
        )
    }

    mutating func completePassIfDone() {
        guard let flow, case .running(let kind) = phase, flow.unfinished.isEmpty, flow.isDrained else { return }
        guard flow.addsUp else {
            abandon(
                .end(
                    .failed(
                        StageFailure(
                            code: "count-mismatch",
                            text: "the frames that were sent and the frames that were answered for do not add up",
                            blame: .stage
                        )
                    )
                )
            )
            return
        }
        self.flow = nil
        slots.reset()
        switch kind {
        case .analyze: item?.scansOnly == true ? end(.scanned) : gather(.render)
        case .render:
            verdict = nil
            gather(.verify)
        case .verify: judge()
        }
    }

    private mutating func judge() {
        guard let verdict else {
            abandon(.end(.failed(StageFailure(code: "no-verdict", text: "the check gave no verdict", blame: .stage))))
            return
        }
        guard verdict.passes else {
            end(.blocked(verdict))
            return
        }
        phase = .publishing
        actions.append(.publish)
    }
}
