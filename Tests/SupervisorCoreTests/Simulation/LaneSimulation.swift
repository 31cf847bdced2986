import SupervisorCore
import TestSupport
import Wire

/// A lane, its stages, its driver and everything in flight between them, in one deterministic process.
///
/// Control and data are separate sockets: messages of one sender on one channel stay in order, everything else may
/// arrive in any order, and the random scheduler tries them all. Time moves on only in small steps while somebody
/// can do something, and in large ones when nobody can.
final class LaneSimulation {
    /// A channel to the lane.
    enum Channel: Hashable {
        case control, data
    }

    struct Route: Hashable {
        var stage: StageID
        var channel: Channel
    }

    enum Choice {
        case order(ModelStage)
        case data(ModelStage)
        case work(ModelStage)
        case arrival(Int)
        case driver(Int)
    }

    var random: SeededRandom
    var lane: Lane
    var now: Double = 0
    var item: ModelItem
    /// Live processes, by name of place and incarnation.
    var processes: [StageID: ModelStage] = [:]
    /// The same in the order of their start, so that every choice is the same in every run.
    var liveStages: [ModelStage] = []
    /// Messages on the way to the lane: a queue for every sender and channel that has any.
    var inFlight: [(route: Route, queue: [LaneEvent])] = []
    /// Events of the driver, in any order: deaths seen, publishing done.
    var driverEvents: [LaneEvent] = []

    var pool = 0
    var currentOutput = 0
    var approvedOutput: Int?
    var painted: [Int: Set<Int>] = [:]
    /// Outputs into which a whole contact sheet was written; every pass has an output of its own.
    var sheets: Set<Int> = []
    var hasTimeline = false

    var faults: [PlannedFault] = []
    var hasRogue = false
    var lie: DecoderLie?
    var withholdsVerdict = false
    var hasPool = false
    /// Something of the present batch of actions could not be made: its orders and data are not sent.
    var batchFailed = false
    var poisonFrame: Int?
    var failsPublishing = false
    var cancelsWhilePublishing = false
    var isPublishing = false
    var failsMaking = false
    /// How many more processes of a kind fail to start, and how.
    var badStarts: [StageKind: (count: Int, how: BadStart)] = [:]
    var killsWhenReady: StageKind?
    var freezesWhenReady: StageKind?

    var result: LaneResult?
    var publications = 0
    var kills = 0
    var spawns = 0
    var orders = 0
    var steps = 0
    var log: [LaneAction] = []
    var keepsLog = false
    private(set) var violations: [String] = []

    init(
        seed: UInt64, isVideo: Bool, scansOnly: Bool = false, wantsSheet: Bool = false, detectors: Int = 2,
        configuration: LaneConfiguration? = nil
    ) {
        random = SeededRandom(seed: seed)
        item = ModelItem(
            number: 1, isVideo: isVideo, scansOnly: scansOnly, wantsSheet: scansOnly && wantsSheet, random: &random
        )
        lane = Lane(
            configuration: configuration
                ?? LaneConfiguration(
                    lane: 0, detectors: detectors,
                    // From three to six slots, in every pass.
                    frameMemoryBytes: FacePicture.layout.byteCount * Int.random(in: 3...6, using: &random)
                )
        )
    }

    func violate(_ law: String) { violations.append("step \(steps): \(law)") }

    // MARK: - Running

    /// Steps are bounded by what the work needs many times over: a run that takes more hangs or spins.
    static let mostSteps = 20_000

    /// Starts the present item and runs until it ends.
    func run() {
        prepare()
        finish()
    }

    /// Starts the present item.
    func prepare() {
        result = nil
        publications = 0
        approvedOutput = nil
        feed(.start(item.laneItem))
    }

    /// Runs until the item ends.
    func finish() {
        let limit = steps + Self.mostSteps
        while result == nil, steps < limit { step() }
        if result == nil { violate("the item did not end: \(lane.runningStages.map(\.name))") }
        if result != nil, !lane.isIdle { violate("the lane is not idle after the end") }
    }

    /// Runs another item in the same lane, with whatever is still in flight; no new faults.
    func runNext(isVideo: Bool, scansOnly: Bool = false, wantsSheet: Bool = false) {
        choose(isVideo: isVideo, scansOnly: scansOnly, wantsSheet: wantsSheet)
        run()
    }

    /// Makes another item the present one.
    func choose(isVideo: Bool, scansOnly: Bool = false, wantsSheet: Bool = false) {
        faults = []
        badStarts = [:]
        killsWhenReady = nil
        freezesWhenReady = nil
        poisonFrame = nil
        lie = nil
        withholdsVerdict = false
        failsPublishing = false
        cancelsWhilePublishing = false
        failsMaking = false
        hasRogue = false
        item = ModelItem(
            number: item.number + 1, isVideo: isVideo, scansOnly: scansOnly, wantsSheet: scansOnly && wantsSheet,
            random: &random
        )
    }

    func feed(_ event: LaneEvent) {
        let actions = lane.handle(event, now: now)
        if keepsLog { log.append(contentsOf: actions) }
        batchFailed = false
        for action in actions { perform(action) }
    }

    func step() {
        steps += 1
        injectFaults()
        if isPublishing, cancelsWhilePublishing { feed(.cancel) }
        isPublishing = false
        guard result == nil else { return }
        let choices = self.choices
        guard let choice = choices.randomElement(using: &random) else {
            now += 10
            feed(.tick)
            return
        }
        if Int.random(in: 0..<20, using: &random) == 0 {
            now += Double.random(in: 0...0.05, using: &random)
            feed(.tick)
        }
        make(choice)
    }

    private var choices: [Choice] {
        var choices: [Choice] = []
        for stage in liveStages where !stage.isFrozen {
            if stage.isReady, !stage.orders.isEmpty { choices.append(.order(stage)) }
            if !stage.inbox.isEmpty { choices.append(.data(stage)) }
            if hasWork(stage) { choices.append(.work(stage)) }
        }
        for index in inFlight.indices { choices.append(.arrival(index)) }
        for index in driverEvents.indices { choices.append(.driver(index)) }
        return choices
    }

    private func make(_ choice: Choice) {
        switch choice {
        case .order(let stage): take(stage.orders.removeFirst(), by: stage)
        case .data(let stage):
            let (pass, message) = stage.inbox.removeFirst()
            take(message, pass: pass, by: stage)
        case .work(let stage): work(stage)
        case .arrival(let index):
            let event = inFlight[index].queue.removeFirst()
            if inFlight[index].queue.isEmpty { inFlight.remove(at: index) }
            feed(event)
        case .driver(let index): feed(driverEvents.remove(at: index))
        }
    }

    // MARK: - On the way to the lane

    func post(_ event: LaneEvent, on channel: Channel, from stage: ModelStage) {
        let route = Route(stage: stage.id, channel: channel)
        if let index = inFlight.firstIndex(where: { $0.route == route }) {
            inFlight[index].queue.append(event)
        } else {
            inFlight.append((route, [event]))
        }
    }

    func report(_ report: StageReport, from stage: ModelStage) {
        post(.report(stage.id, report), on: .control, from: stage)
    }

    func send(_ message: DataMessage, from stage: ModelStage) {
        guard let pass = stage.active else { return }
        post(.data(stage.id, pass: pass, message), on: .data, from: stage)
    }

    /// A process ends by itself or is killed from outside: what it has not read is lost, what it sent is not.
    func die(_ stage: ModelStage) {
        guard processes.removeValue(forKey: stage.id) != nil else { return }
        liveStages.removeAll { $0 === stage }
        driverEvents.append(.died(stage.id, how: "signal 9"))
    }
}
