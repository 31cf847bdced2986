import Wire

/// One lane: a decoder, some detectors, a tracker, a compositor and a validator that work on one item at a time.
///
/// A pure state machine: ``handle(_:now:)`` takes what happened and returns what is to be done. It owns the lease
/// table and the counts; it knows no socket, file or clock, so that a simulation can run it through any schedule of
/// faults. Rules it keeps: a slot is written only under a grant; every look is answered or its item fails; a pass
/// ends only when the counts add up; nothing is published without a passing verdict of this very output.
package struct Lane: Sendable {
    enum Phase: Hashable {
        case idle
        /// Waiting for stages to be ready, then the pass begins.
        case gathering(PassKind)
        case opening(PassKind)
        case beginning(PassKind)
        case running(PassKind)
        /// Waiting for every stage to have dropped the pass; then what is named.
        case aborting(Next)
        case publishing
    }

    enum Next: Hashable {
        case again(PassKind)
        case end(LaneEnding)
    }

    let configuration: LaneConfiguration
    var phase: Phase = .idle
    var item: LaneItem?
    var actions: [LaneAction] = []
    var now: Double = 0

    /// The current process of every place, by kind and index.
    var stages: [StageID] = []
    var ready: Set<StageID> = []
    var lastHeard: [StageID: Double] = [:]
    var incarnations = 0
    var budget: RestartBudget
    /// Set when the lane cannot work any more; every item then fails with it.
    package private(set) var brokenBy: StageFailure?

    var passCounter: UInt32 = 0
    var pass: UInt32 = 0
    var flow: PassFlow?
    var slots = SlotTable(slots: 0)
    var poolShape = PoolShape(slots: 0, slotBytes: 0)
    var awaited: Set<StageID> = []
    /// Stages that have begun the present pass and may be sent data.
    var joined: Set<StageID> = []

    /// What the detectors run on, as they said last.
    package internal(set) var engine: EngineSummary?
    var medium: Medium?
    var outputMedium: Medium?
    var faces: [StageOutcome.Face] = []
    var verdict: Verdict?
    var note: String?
    var sourceSound: String?
    var repairs = 0
    var attempts = 0
    var restarts: [StageKind: Int] = [:]
    var rows: [LaneResult.StageRow] = []

    package init(configuration: LaneConfiguration) {
        self.configuration = configuration
        budget = RestartBudget(
            limit: configuration.restartBudget, windowSeconds: configuration.restartWindowSeconds
        )
    }

    package var isIdle: Bool { phase == .idle }
    package var runningStages: [StageID] { stages }

    /// Takes one event and returns what is to be done about it.
    ///
    /// - Parameter now: monotonic seconds; never earlier than in the call before.
    package mutating func handle(_ event: LaneEvent, now: Double) -> [LaneAction] {
        self.now = now
        actions = []
        switch event {
        case .start(let item): start(item)
        case .report(let stage, let report): hear(report, from: stage)
        case .data(let stage, let pass, let message): route(message, pass: pass, from: stage)
        case .nonsense(let stage, _): bury(stage, asFault: true)
        case .died(let stage, _): bury(stage, asFault: true)
        case .cancel: if phase != .idle { abandon(.end(.cancelled)) }
        case .tick: checkStalls()
        case .actionFailed(let failure): abandon(.end(.failed(failure)))
        case .published: if phase == .publishing { end(.published) }
        }
        return actions
    }

    // MARK: - Start and end

    private mutating func start(_ newItem: LaneItem) {
        precondition(phase == .idle, "a lane works on one item at a time")
        item = newItem
        medium = nil
        outputMedium = nil
        faces = []
        verdict = nil
        note = nil
        sourceSound = nil
        repairs = 0
        attempts = 0
        restarts = [:]
        rows = []
        if let brokenBy {
            end(.failed(brokenBy))
            return
        }
        fillPlaces()
        gather(.analyze)
    }

    mutating func end(_ ending: LaneEnding) {
        guard let item else { return }
        phase = .idle
        flow = nil
        awaited = []
        slots.reset()
        self.item = nil
        actions.append(
            .end(
                LaneResult(
                    number: item.number, ending: ending, medium: medium, output: outputMedium, faces: faces,
                    verdict: verdict, note: note, repaired: repairs, stages: rows
                )
            )
        )
    }

    /// Drops the running pass everywhere, then does what `next` says.
    mutating func abandon(_ next: Next) {
        guard item != nil else { return }
        flow = nil
        joined = []
        if case .aborting(.end) = phase { return }
        phase = .aborting(next)
        awaited = ready
        for stage in ready.sorted() {
            actions.append(.order(stage, StageOrder(verb: .abort, pass: pass)))
            lastHeard[stage] = now
        }
        settleAbort()
    }

    mutating func settleAbort() {
        guard case .aborting(let next) = phase, awaited.isEmpty else { return }
        slots.reset()
        switch next {
        case .end(let ending): end(ending)
        case .again(let kind):
            fillPlaces()
            if brokenBy == nil { gather(kind) }
        }
    }

    // MARK: - Stages come and go

    /// Starts a process for every place that has none.
    private mutating func fillPlaces() {
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
    mutating func bury(_ stage: StageID, asFault: Bool) {
        guard let place = stages.firstIndex(of: stage) else { return }
        stages.remove(at: place)
        let wasReady = ready.remove(stage) != nil
        awaited.remove(stage)
        joined.remove(stage)
        lastHeard[stage] = nil
        actions.append(.kill(stage))
        guard asFault else { return }
        restarts[stage.kind, default: 0] += 1
        guard budget.take(now: now) else {
            breakDown(
                StageFailure(
                    code: "stage-unavailable",
                    text: "the \(stage.kind.rawValue) keeps failing and was not started again; "
                        + "run 'safefaces doctor' to see why",
                    blame: .stage
                )
            )
            return
        }
        recover(from: stage, wasReady: wasReady)
    }

    mutating func breakDown(_ failure: StageFailure) {
        brokenBy = failure
        if item != nil {
            if case .aborting = phase { phase = .aborting(.end(.failed(failure))) } else { abandon(.end(.failed(failure))) }
            settleAbort()
        }
    }

    private mutating func recover(from stage: StageID, wasReady: Bool) {
        switch phase {
        case .idle: return
        case .gathering: fillPlaces()
        case .aborting: settleAbort()
        case .publishing: fillPlaces()
        case .opening(let kind), .beginning(let kind), .running(let kind):
            if stage.kind == .detector, case .running = phase {
                fillPlaces()
                reassign(from: stage)
            } else if isNeeded(stage.kind, in: kind) {
                retry(kind, after: stage)
            } else {
                fillPlaces()
            }
        }
    }

    private func isNeeded(_ kind: StageKind, in pass: PassKind) -> Bool {
        switch pass {
        case .analyze: [.decoder, .detector, .tracker].contains(kind)
        case .render: [.decoder, .compositor, .validator].contains(kind)
        case .verify: [.decoder, .detector, .validator].contains(kind)
        }
    }

    /// The pass starts again; a validator that died took the paint records with it, so rendering does too.
    private mutating func retry(_ kind: PassKind, after stage: StageID) {
        attempts += 1
        guard attempts < 3 else {
            abandon(
                .end(
                    .failed(
                        StageFailure(
                            code: "stage-died",
                            text: "the \(stage.kind.rawValue) stopped while working on this file, each time it was tried",
                            blame: .input
                        )
                    )
                )
            )
            return
        }
        abandon(.again(kind == .verify && stage.kind == .validator ? .render : kind))
    }

    private mutating func checkStalls() {
        for stage in stages where owes(stage) {
            if now - (lastHeard[stage] ?? now) > configuration.stallSeconds { bury(stage, asFault: true) }
        }
    }

    /// True when the lane waits for this stage and for nobody else before it.
    private func owes(_ stage: StageID) -> Bool {
        if !ready.contains(stage) { return true }
        if awaited.contains(stage) { return true }
        guard let flow, case .running = phase else { return false }
        if !flow.held(by: stage).isEmpty { return true }
        switch stage.kind {
        case .decoder: return flow.unfinished.contains(stage) && (flow.totals != nil || slots.grantedCount > 0)
        case .compositor where !(medium?.isVideo ?? true): return flow.unfinished.contains(stage)
        case .detector: return false
        default: return flow.toldEnd && flow.unfinished.contains(stage)
        }
    }

    mutating func gather(_ kind: PassKind) {
        phase = .gathering(kind)
        beginWhenGathered()
    }

    mutating func beginWhenGathered() {
        guard case .gathering(let kind) = phase, ready.count == stages.count else { return }
        passCounter += 1
        pass = passCounter
        flow = nil
        if kind == .render {
            begin(kind)
        } else {
            open(kind)
        }
    }
}
