import Wire

/// One lane: a decoder, some detectors, a tracker, a compositor and a validator that work on one item at a time.
///
/// A pure state machine: ``handle(_:now:)`` takes what happened and returns what is to be done. It owns the lease
/// table and the counts; it knows no socket, file or clock, so that a simulation can run it through any schedule of
/// faults. Rules it keeps: a slot is written only under a grant; every look is answered or its item fails; a pass
/// ends only when the counts add up; nothing covered is published without a passing verdict of this very output, and
/// of a scan nothing but the contact sheet that was asked for; an item always ends, whoever dies, falls silent or lies.
///
/// A lane that broke (``brokenBy``) stays broken: it has killed its stages and fails every item at once with the
/// reason. The driver makes a new lane when a person, or a later time, gives reason to hope.
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

    /// What the decoder has open: an abort closes it, and a new process has nothing.
    struct OpenMedium: Hashable {
        var decoder: StageID
        var isOutput: Bool
    }

    /// A kind of stage in a kind of pass: the second death there fails the item.
    struct Place: Hashable {
        var stage: StageKind
        var pass: PassKind
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
    /// Since when a stage has owed an answer.
    var owingSince: [StageID: Double] = [:]
    var incarnations = 0
    var budget: RestartBudget
    /// Starts in a row, by kind, that did not get as far as `ready`.
    var failedStarts: [StageKind: Int] = [:]
    /// Set when the lane cannot work any more; every item then fails with it.
    package internal(set) var brokenBy: StageFailure?

    var passCounter: UInt32 = 0
    var pass: UInt32 = 0
    var flow: PassFlow?
    var slots = SlotTable(slots: 0)
    var poolShape = PoolShape(slots: 0, slotBytes: 0)
    /// Stages whose answer the phase waits for.
    var awaited: Set<StageID> = []
    /// The stage that begins the present pass last, as it sends without being asked.
    var pendingSource: StageID?
    /// Stages that have begun the present pass and may be sent data.
    var joined: Set<StageID> = []
    var opened: OpenMedium?

    /// What the detectors run on, as they said last.
    package internal(set) var engine: EngineSummary?
    var medium: Medium?
    var outputMedium: Medium?
    var faces: [StageOutcome.Face] = []
    var verdict: Verdict?
    var note: String?
    /// What the validator would change before rendering again, in words.
    var repairNote: String?
    var sourceSound: String?
    var repairs = 0
    var deaths: [Place: Int] = [:]
    /// Faults since work was last seen to be done.
    var fruitlessFaults = 0
    var restarts: [StageKind: Int] = [:]
    var rows: [LaneResult.StageRow] = []

    package init(configuration: LaneConfiguration) {
        self.configuration = configuration
        budget = RestartBudget(
            limit: configuration.restartBudget, windowSeconds: configuration.restartWindowSeconds
        )
    }

    /// A lane in the place of one that broke: it starts with no process and a fresh budget, and no number of the old
    /// one is used again, so that nothing late is taken for the new one's.
    package init(replacing old: Lane) {
        self.init(configuration: old.configuration)
        incarnations = old.incarnations
        passCounter = old.passCounter
        engine = old.engine
        now = old.now
    }

    /// SHA-256 of the file that is being published, in hexadecimal.
    package var outputSHA256: String? { outputMedium?.sha256 }

    /// True between items: a new one may be started.
    package var isIdle: Bool { phase == .idle }
    /// The processes the lane counts on, started or starting.
    package var runningStages: [StageID] { stages }

    /// Takes one event and returns what is to be done about it.
    ///
    /// - Parameter now: monotonic seconds; never earlier than in the call before.
    package mutating func handle(_ event: LaneEvent, now: Double) -> [LaneAction] {
        self.now = max(now, self.now)
        actions = []
        switch event {
        case .start(let item): start(item)
        case .report(let stage, let report): hear(report, from: stage)
        case .data(let stage, let pass, let message): route(message, pass: pass, from: stage)
        case .nonsense(let stage, _), .died(let stage, _): bury(stage)
        // What is being published cannot be called back.
        case .cancel: if phase != .publishing { abandon(.end(.cancelled)) }
        case .tick: checkStalls()
        case .actionFailed(let failure): actionFailed(failure)
        case .published: if phase == .publishing { end(item?.scansOnly == true ? .scanned : .published) }
        }
        noteDebts()
        return actions
    }

    private mutating func start(_ newItem: LaneItem) {
        precondition(phase == .idle, "a lane works on one item at a time")
        item = newItem
        medium = nil
        outputMedium = nil
        faces = []
        verdict = nil
        note = nil
        repairNote = nil
        sourceSound = nil
        repairs = 0
        deaths = [:]
        fruitlessFaults = 0
        restarts = [:]
        rows = []
        // A number of its own, so that nothing late from the item before is taken for this one's.
        nextPass()
        if let brokenBy {
            end(.failed(brokenBy))
            return
        }
        fillPlaces()
        gather(.analyze)
    }

    mutating func nextPass() {
        passCounter += 1
        pass = passCounter
    }

    private mutating func actionFailed(_ failure: StageFailure) {
        // Perhaps it was the pool that could not be made: the next item asks for one again.
        poolShape = PoolShape(slots: 0, slotBytes: 0)
        abandon(.end(.failed(failure)))
    }

    mutating func end(_ ending: LaneEnding) {
        guard let item else { return }
        dropPass()
        phase = .idle
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

    private mutating func dropPass() {
        flow = nil
        joined = []
        opened = nil
        pendingSource = nil
    }

    /// Drops the running pass everywhere, then does what `next` says.
    ///
    /// Every ready stage has to say that it dropped the pass, so that no slot is given out while one reads it. They
    /// are asked once: a second reason to stop only changes what comes after, and an end stays the first one named.
    mutating func abandon(_ next: Next) {
        guard item != nil else { return }
        if case .aborting(let present) = phase {
            if case .again = present { phase = .aborting(next) }
            return
        }
        dropPass()
        phase = .aborting(next)
        awaited = ready
        for stage in ready.sorted() { give(StageOrder(verb: .abort, pass: pass), to: stage) }
        settleAbort()
    }

    mutating func settleAbort() {
        guard case .aborting(let next) = phase, awaited.isEmpty else { return }
        slots.reset()
        switch next {
        case .end(let ending): end(ending)
        case .again(let kind):
            fillPlaces()
            gather(kind)
        }
    }

    /// Sends an order; from now on the stage owes an answer.
    mutating func give(_ order: StageOrder, to stage: StageID) {
        owingSince[stage] = now
        actions.append(.order(stage, order))
    }
}
