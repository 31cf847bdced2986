import Wire

// Stages come and go: who runs, who owes an answer, and what a death means for the item.
extension Lane {
    /// Starts a process for every place that has none.
    mutating func fillPlaces() {
        for kind in StageKind.allCases {
            for index in 0..<(kind == .detector ? configuration.detectors : 1)
            where !stages.contains(where: { $0.kind == kind && $0.index == index }) {
                incarnations += 1
                let stage = StageID(
                    lane: configuration.lane, kind: kind, index: index, incarnation: incarnations
                )
                stages.append(stage)
                lastHeard[stage] = now
                actions.append(.spawn(stage))
            }
        }
        stages.sort()
    }

    func stage(_ kind: StageKind) -> StageID? { stages.first { $0.kind == kind } }
    var detectors: [StageID] { stages.filter { $0.kind == .detector } }

    /// A stage is gone (or to be treated as gone): its process is killed, its work taken back.
    ///
    /// - Parameter failure: what the stage itself said about it, if it could.
    mutating func bury(_ stage: StageID, failure: StageFailure? = nil) {
        guard stages.contains(stage) else { return }
        let wasReady = ready.contains(stage)
        remove(stage)
        restarts[stage.kind, default: 0] += 1
        if !wasReady { failedStarts[stage.kind, default: 0] += 1 }
        let startsFailed = failedStarts[stage.kind, default: 0] >= LaneConfiguration.startTries
        guard budget.take(now: now), !startsFailed else {
            breakDown(.unavailable(stage.kind))
            return
        }
        guard item != nil else { return }
        fruitlessFaults += 1
        guard fruitlessFaults <= LaneConfiguration.mostFruitlessFaults else {
            if phase != .publishing { abandon(.end(.failed(failure ?? .died(stage.kind)))) }
            settleAbort()
            return
        }
        recover(from: stage, failure: failure)
    }

    private mutating func remove(_ stage: StageID) {
        stages.removeAll { $0 == stage }
        ready.remove(stage)
        awaited.remove(stage)
        joined.remove(stage)
        lastHeard[stage] = nil
        owingSince[stage] = nil
        if opened?.decoder == stage { opened = nil }
        actions.append(.kill(stage))
    }

    /// Stops the lane for good: no process is left, so there is nothing to wait for.
    mutating func breakDown(_ failure: StageFailure) {
        brokenBy = failure
        for stage in stages { remove(stage) }
        switch phase {
        case .idle, .publishing: return
        case .aborting(.end(let ending)): end(ending)
        default: end(.failed(failure))
        }
    }

    private mutating func recover(from stage: StageID, failure: StageFailure?) {
        switch phase {
        case .idle, .publishing:
            // The next item fills the place.
            return
        case .gathering(let kind):
            if kind == .verify, stage.kind == .validator {
                // It had the paint records of the output that is to be checked.
                retry(kind, after: stage, failure: failure)
            } else {
                fillPlaces()
            }
        case .aborting(let next):
            if next == .again(.verify), stage.kind == .validator { phase = .aborting(.again(.render)) }
            settleAbort()
        case .opening(let kind), .beginning(let kind):
            guard participants(in: kind).contains(stage.kind) else { return fillPlaces() }
            // No detector has had a picture yet, so it is no fault of the item's.
            if stage.kind == .detector { abandon(.again(kind)) } else { retry(kind, after: stage, failure: failure) }
        case .running(let kind):
            guard participants(in: kind).contains(stage.kind) else { return fillPlaces() }
            guard stage.kind == .detector else { return retry(kind, after: stage, failure: failure) }
            fillPlaces()
            reassign(from: stage)
        }
    }

    /// The pass starts again; a validator that died took the paint records with it, so rendering does too.
    private mutating func retry(_ kind: PassKind, after stage: StageID, failure: StageFailure?) {
        let place = Place(stage: stage.kind, pass: kind)
        deaths[place, default: 0] += 1
        guard deaths[place, default: 0] < LaneConfiguration.deathsThatFail else {
            abandon(.end(.failed(failure ?? .died(stage.kind))))
            return
        }
        abandon(.again(kind == .verify && stage.kind == .validator ? .render : kind))
    }

    // MARK: - Silence

    mutating func checkStalls() {
        for stage in stages where owes(stage) {
            let since = max(lastHeard[stage] ?? now, owingSince[stage] ?? now)
            if now - since > configuration.stallSeconds { bury(stage) }
        }
    }

    /// A stage is silent only since it owes something: idling before that is no fault.
    mutating func noteDebts() {
        for stage in stages {
            if !owes(stage) {
                owingSince[stage] = nil
            } else if owingSince[stage] == nil {
                owingSince[stage] = now
            }
        }
    }

    /// True when the lane waits for this stage and for nobody else before it.
    private func owes(_ stage: StageID) -> Bool {
        guard ready.contains(stage), !awaited.contains(stage) else { return true }
        guard let flow, case .running = phase else { return false }
        if flow.holds(stage) { return true }
        switch stage.kind {
        case .decoder:
            // Once all is sent only its report is missing; before, a grant in hand is a picture owed.
            return flow.totals == nil ? slots.grantedCount > 0 : flow.unfinished.contains(stage)
        case .detector: return participants(in: flow.kind).contains(.detector) && !joined.contains(stage)
        case .compositor:
            guard participants(in: flow.kind).contains(.compositor) else { return false }
            return !flow.packetSlots.isEmpty || flow.toldEnd && (flow.unfinished.contains(stage) || !flow.isDrained)
        case .tracker, .validator: return flow.toldEnd && flow.unfinished.contains(stage)
        }
    }
}
