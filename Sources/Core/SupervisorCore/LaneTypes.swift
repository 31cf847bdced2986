import Wire

/// Limits and sizes of one lane.
package struct LaneConfiguration: Hashable, Sendable {
    package var lane: Int
    package var detectors: Int
    /// Bytes the frame pool may take.
    package var frameMemoryBytes: Int
    /// A stage that owes an answer and is silent for this long is killed.
    package var stallSeconds: Double
    /// Restarts within ``restartWindowSeconds`` before the lane gives up.
    package var restartBudget: Int
    package var restartWindowSeconds: Double

    package init(
        lane: Int, detectors: Int = 2, frameMemoryBytes: Int = 192 << 20, stallSeconds: Double = 60,
        restartBudget: Int = 5, restartWindowSeconds: Double = 60
    ) {
        self.lane = lane
        self.detectors = detectors
        self.frameMemoryBytes = frameMemoryBytes
        self.stallSeconds = stallSeconds
        self.restartBudget = restartBudget
        self.restartWindowSeconds = restartWindowSeconds
    }

    /// Fewer slots than this cannot keep decoder and readers apart.
    static let fewestSlots = 3
    static let mostSlots = 12
    /// Bytes of a slot at the least, for sound beside tiny pictures: one page.
    static let leastSlotBytes = 4096
    /// Looks a detector may hold: one in work, one waiting, so that it never idles between two.
    static let looksPerDetector = 2
    /// Deaths over the same picture, or of the same kind of stage in the same pass, that fail an item.
    ///
    /// Source: the design's rule that what kills a stage twice fails its item and only that.
    static let deathsThatFail = 2
    /// Starts in a row that end before `ready` until the lane gives up.
    ///
    /// A start that hangs takes the whole stall time
    /// and so never meets the restart budget.
    static let startTries = 3
    /// Faults in a row without a single answer between them until the item is given up.
    ///
    /// Faults too slow for the restart budget must not go on for ever. Source: as many as the default budget allows in its window.
    static let mostFruitlessFaults = 5
}

/// One medium to work on, as the lane sees it: no paths, the driver knows them.
package struct LaneItem: Hashable, Sendable {
    package var number: Int
    /// Analysis only.
    package var scansOnly: Bool
    /// A scan is to be followed by a contact sheet.
    package var wantsSheet: Bool
    package var settings: PassSettings
    /// The source must have this digest: a reviewed timeline was made from it.
    package var requiredSHA256: String?

    package init(
        number: Int, scansOnly: Bool, wantsSheet: Bool = false, settings: PassSettings, requiredSHA256: String? = nil
    ) {
        self.number = number
        self.scansOnly = scansOnly
        self.wantsSheet = wantsSheet
        self.settings = settings
        self.requiredSHA256 = requiredSHA256
    }
}

/// How an item ended.
package enum LaneEnding: Hashable, Sendable {
    case scanned
    case published
    case blocked(Verdict)
    case failed(StageFailure)
    case cancelled
}

/// Everything known about an item when it ended.
package struct LaneResult: Hashable, Sendable {
    /// What one kind of stage did in one pass.
    package struct StageRow: Hashable, Sendable {
        package var stage: StageKind
        package var pass: PassKind
        package var processes: Int
        package var counters: StageCounters
        package var restarts: Int
    }

    package var number: Int
    package var ending: LaneEnding
    package var medium: Medium?
    package var output: Medium?
    package var faces: [StageOutcome.Face]
    package var verdict: Verdict?
    package var note: String?
    package var repaired: Int
    package var stages: [StageRow]
}

/// What happens to a lane.
package enum LaneEvent: Sendable {
    /// A new item; only when the lane is idle.
    case start(LaneItem)
    case report(StageID, StageReport)
    case data(StageID, pass: UInt32, DataMessage)
    /// Bytes that are no message came from a stage.
    case nonsense(StageID, String)
    /// A process ended, by itself or not; also one the lane had killed, or that could not be started.
    case died(StageID, how: String)
    /// The present item is not wanted any more; while it is being published, or between items, this is too late.
    case cancel
    /// Time has passed: to be fed a few times per stall time at least.
    case tick
    /// The driver could not make or publish something; the item cannot go on.
    ///
    /// Of the batch with that action the driver sends no further orders and data; it still kills and spawns. A process
    /// that could not be spawned is not this, but ``died(_:how:)``.
    case actionFailed(StageFailure)
    /// The finished file is in its place.
    case published
}

/// What a lane wants done; the driver does it at once, in order.
package enum LaneAction: Hashable, Sendable {
    case spawn(StageID)
    case kill(StageID)
    /// Attachments are the current item's, by name.
    case order(StageID, StageOrder)
    case data(StageID, pass: UInt32, DataMessage)
    case makePool(PoolShape)
    /// A fresh, empty timeline file, in place of an earlier one.
    case makeTimeline
    /// A fresh, empty work file, in place of an earlier one.
    case makeOutput
    case publish
    case progress(PassKind, done: Int, total: Int)
    case end(LaneResult)
}
