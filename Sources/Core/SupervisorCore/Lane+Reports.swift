import Wire

// The control channel: what stages report, and what must be true at the end of a pass.
extension Lane {
    mutating func hear(_ report: StageReport, from stage: StageID) {
        guard stages.contains(stage) else { return }
        lastHeard[stage] = now
        if let summary = report.engine { engine = summary }
        switch report.verb {
        case .ready: becameReady(stage)
        case .pulse: break
        case .aborted where report.pass == pass:
            // Asked once per stage and pass, so this is the answer.
            if case .aborting = phase { awaited.remove(stage) }
            settleAbort()
        case .failed: fail(report, from: stage)
        case .opened where report.pass == pass: hasOpened(report, by: stage)
        case .begun where report.pass == pass: begun(stage)
        case .finished where report.pass == pass: finished(report, by: stage)
        default:
            // Of a pass that was dropped: late, not wrong.
            break
        }
    }

    private mutating func becameReady(_ stage: StageID) {
        guard ready.insert(stage).inserted else { return }
        failedStarts[stage.kind] = 0
        if case .running(let kind) = phase, stage.kind == .detector, participants(in: kind).contains(.detector) {
            // A detector started in the middle of a pass joins it.
            orderBegin(stage, kind)
        }
        beginWhenGathered()
    }

    private mutating func fail(_ report: StageReport, from stage: StageID) {
        let failure =
            report.failure ?? StageFailure(code: "internal", text: "the \(stage.kind.rawValue) failed", blame: .stage)
        if !ready.contains(stage) {
            // It could not even start: starting it again would only repeat that.
            breakDown(failure)
            return
        }
        guard report.pass == pass else { return }
        switch phase {
        case .idle, .publishing, .aborting: return
        case .gathering, .opening, .beginning, .running:
            if failure.blame == .stage {
                bury(stage, failure: failure)
            } else {
                abandon(.end(.failed(failure)))
            }
        }
    }

    private mutating func hasOpened(_ report: StageReport, by stage: StageID) {
        guard case .opening(let kind) = phase, awaited.contains(stage) else { return }
        guard let found = report.medium, found.isPlausible else {
            bury(stage)
            return
        }
        awaited.remove(stage)
        opened = OpenMedium(decoder: stage, isOutput: kind == .verify)
        switch kind {
        case .analyze:
            medium = found
            if let required = item?.requiredSHA256, required != found.sha256 {
                abandon(.end(.failed(.wrongTimeline)))
                return
            }
        case .verify: outputMedium = found
        case .render, .sheet:
            guard found.sha256 == medium?.sha256 else {
                abandon(.end(.failed(.inputChanged)))
                return
            }
        }
        begin(kind)
    }

    /// A stage is ready to read, or the source to send.
    mutating func begun(_ stage: StageID) {
        if case .running = phase {
            joined.insert(stage)
            feedDetectors()
        }
        guard case .beginning(let kind) = phase, awaited.remove(stage) != nil else { return }
        joined.insert(stage)
        guard awaited.isEmpty else { return }
        if let source = pendingSource {
            pendingSource = nil
            awaited = [source]
            orderBegin(source, kind)
        } else {
            run(kind)
        }
    }

    private mutating func finished(_ report: StageReport, by stage: StageID) {
        guard case .running(let kind) = phase, let flow, flow.unfinished.contains(stage) else { return }
        guard stage.kind == .decoder || flow.toldEnd else {
            // It cannot know that nothing more comes: what it finished is not this pass.
            bury(stage)
            return
        }
        self.flow?.unfinished.remove(stage)
        fruitlessFaults = 0
        note(report.counters ?? StageCounters(), of: stage.kind, processes: 1, in: kind)
        take(report.outcome, from: stage.kind, in: kind)
        completePassIfDone()
    }

    private mutating func note(_ counters: StageCounters, of kind: StageKind, processes: Int, in pass: PassKind) {
        rows.append(
            LaneResult.StageRow(
                stage: kind, pass: pass, processes: processes, counters: counters, restarts: restarts[kind] ?? 0
            )
        )
    }

    private mutating func take(_ outcome: StageOutcome?, from stage: StageKind, in kind: PassKind) {
        switch (stage, kind) {
        case (.tracker, _):
            faces = outcome?.faces ?? []
            if let seconds = outcome?.durationSeconds { medium?.durationSeconds = seconds }
        case (.decoder, .analyze):
            if let frames = outcome?.frames { medium?.expectedFrames = frames }
            note = outcome?.outputNote
        case (.decoder, .render): sourceSound = outcome?.soundDigest
        case (.decoder, .verify): if outcome?.soundDigest != sourceSound { verdict = .soundMismatch }
        case (.compositor, .render): add(outcome?.outputNote)
        case (.validator, _):
            repairNote = outcome?.outputNote
            // A mismatch of the sound found by the decoder is not overruled.
            if verdict == nil { verdict = outcome?.verdict }
            if let known = outcome?.faces { faces = known }
        default: break
        }
    }

    /// Adds to the item's note; after a repair a stage may say the same again.
    private mutating func add(_ text: String?) {
        guard let text, note?.contains(text) != true else { return }
        note = [note, text].compactMap(\.self).joined(separator: "; ")
    }

    mutating func completePassIfDone() {
        guard let flow, case .running(let kind) = phase, flow.unfinished.isEmpty, flow.isDrained else { return }
        guard flow.addsUp else {
            abandon(.end(.failed(.countMismatch)))
            return
        }
        if participants(in: kind).contains(.detector) {
            let counters = flow.detectorCounters(processes: configuration.detectors, until: now)
            note(counters, of: .detector, processes: configuration.detectors, in: kind)
        }
        self.flow = nil
        slots.reset()
        switch kind {
        case .analyze: analysed()
        case .render: gather(.verify)
        case .verify: judge()
        case .sheet: publish()
        }
    }

    private mutating func analysed() {
        guard let item, item.scansOnly else { return gather(.render) }
        if item.wantsSheet { gather(.sheet) } else { end(.scanned) }
    }

    private mutating func publish() {
        phase = .publishing
        actions.append(.publish)
    }

    /// Rounds of rendering again with what the verify pass found. Source: DESIGN section 2.
    private static let mostRepairs = 2

    private mutating func judge() {
        guard let verdict else {
            abandon(.end(.failed(.noVerdict)))
            return
        }
        guard verdict.passes else {
            if verdict.isRepaired, item?.settings.repairs == true, repairs < Self.mostRepairs {
                repairs += 1
                add(repairNote)
                self.verdict = nil
                gather(.render)
                return
            }
            end(.blocked(verdict))
            return
        }
        publish()
    }
}
