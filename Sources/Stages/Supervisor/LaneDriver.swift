import Control
import Messaging
import Platform
import SharedFrames
import SupervisorCore
import Wire

/// What a lane driver tells the desk.
enum LaneNews {
    case progress(item: Int, PassKind, done: Int, total: Int)
    case ended(LaneResult, timeline: [UInt8]?)
}

/// Carries out what a ``Lane`` wants: processes, descriptors, messages, files. It decides nothing.
final class LaneDriver {
    private(set) var lane: Lane
    private let host: StageHost
    private let control: Socket
    private let data: Socket
    private let stageOptions: [String]
    private(set) var work: ItemWork?
    private var pool: FramePool?
    /// Events that came up while actions were carried out.
    private var pending: [LaneEvent] = []
    private var isWorking = false
    /// An action of the present batch could not be done: what was to be sent on the strength of it is not.
    private var hasFailed = false
    private var news: [LaneNews] = []
    /// Told before a finished file gets its name: the item, and the file's SHA-256.
    private let willPublish: (Int, String) -> Void
    /// How often in a row the lane broke, and when it did last.
    private var breaks = 0
    private var brokeAt = 0.0

    /// A lane that breaks this often in a row rests: on a machine where nothing works, a long job ends soon.
    private static let mostBreaks = 3
    private static let restSeconds = 60.0

    init(
        configuration: LaneConfiguration, host: StageHost, control: Socket, data: Socket, stageOptions: [String],
        willPublish: @escaping (Int, String) -> Void
    ) {
        self.willPublish = willPublish
        lane = Lane(configuration: configuration)
        self.host = host
        self.control = control
        self.data = data
        self.stageOptions = stageOptions
    }

    var isIdle: Bool { lane.isIdle }

    func start(_ item: LaneItem, work: ItemWork) -> [LaneNews] {
        self.work = work
        replaceIfBroken()
        return handle(.start(item))
    }

    /// What broke the lane may have been one item's doing, or have passed.
    private func replaceIfBroken() {
        guard lane.brokenBy != nil, lane.isIdle else { return }
        guard breaks < Self.mostBreaks || MonotonicClock.seconds() - brokeAt > Self.restSeconds else { return }
        lane = Lane(replacing: lane)
    }

    /// Feeds an event to the lane and does everything that follows from it.
    func handle(_ event: LaneEvent) -> [LaneNews] {
        pending.append(event)
        guard !isWorking else { return [] }
        isWorking = true
        defer { isWorking = false }
        while !pending.isEmpty {
            let event = pending.removeFirst()
            hasFailed = false
            for action in lane.handle(event, now: MonotonicClock.seconds()) { perform(action) }
        }
        defer { news = [] }
        return news
    }

    private func perform(_ action: LaneAction) {
        switch action {
        case .spawn(let stage): spawn(stage)
        case .kill(let stage): host.kill(stage)
        case .order(let stage, let order): if !hasFailed { send(order, to: stage) }
        case .data(let stage, let pass, let message):
            if !hasFailed { send(message.encoded(pass: pass), to: stage) }
        case .makePool(let shape): makePool(shape)
        case .makeTimeline: attempt { () throws(PlatformError) in try work?.makeTimeline() }
        case .makeOutput: attempt { () throws(PlatformError) in try work?.makeOutput() }
        case .publish: publish()
        case .progress(let pass, let done, let total):
            if let work { news.append(.progress(item: work.number, pass, done: done, total: total)) }
        case .end(let result): end(result)
        }
    }

    private func spawn(_ stage: StageID) {
        do throws(PlatformError) {
            try host.spawn(stage, options: stageOptions)
        } catch {
            pending.append(.died(stage, how: error.description))
        }
    }

    private func send(_ order: StageOrder, to stage: StageID) {
        var order = order
        if order.pool != nil, let pool { order.pool = PoolShape(slots: pool.slotCount, slotBytes: pool.slotBytes) }
        do {
            let descriptors = try work?.descriptors(for: order, pool: pool) ?? []
            if !order.attachments.isEmpty { try host.send(descriptors, pass: order.pass, to: stage) }
            let bytes = try ControlCodec.encoded(order)
            guard try control.send(parts: [Array(stage.name.utf8), bytes]) == .sent else {
                pending.append(.died(stage, how: "takes no orders"))
                return
            }
        } catch {
            pending.append(.died(stage, how: String(describing: error)))
        }
    }

    private func send(_ bytes: [UInt8], to stage: StageID) {
        do throws(MessagingError) {
            if try data.send(parts: [Array(stage.name.utf8), bytes]) == .sent { return }
            pending.append(.died(stage, how: "takes no messages"))
        } catch {
            pending.append(.died(stage, how: error.description))
        }
    }

    private func makePool(_ shape: PoolShape) {
        pool = nil
        do throws(SharedFramesError) {
            pool = try FramePool(slotCount: shape.slots, slotBytes: shape.slotBytes)
        } catch {
            fail(
                StageFailure(
                    code: "no-frame-memory", text: "\(error); lower --frame-memory or free some memory",
                    blame: .environment
                )
            )
        }
    }

    private func attempt(_ body: () throws(PlatformError) -> Void) {
        do throws(PlatformError) {
            try body()
        } catch {
            fail(Self.failure(error))
        }
    }

    private func fail(_ failure: StageFailure) {
        hasFailed = true
        pending.append(.actionFailed(failure))
    }

    private func publish() {
        do throws(PlatformError) {
            if let work, let digest = lane.outputSHA256 { willPublish(work.number, digest) }
            try work?.publish()
            pending.append(.published)
        } catch {
            fail(Self.failure(error))
        }
    }

    static func failure(_ error: PlatformError) -> StageFailure {
        switch error {
        case .alreadyExists:
            StageFailure(
                code: "cannot-write",
                text: "the output appeared while this was in work and was left alone; use --overwrite to replace it",
                blame: .environment
            )
        default:
            StageFailure(
                code: error.code == .noSpace ? "disk-full" : "cannot-write", text: error.description,
                blame: .environment
            )
        }
    }

    private func end(_ result: LaneResult) {
        var timeline: [UInt8]?
        if result.ending == .scanned {
            do throws(PlatformError) {
                timeline = try work?.timeline?.readAll(limit: ItemWork.mostTimelineBytes)
            } catch {
                timeline = nil
            }
        }
        work = nil
        if lane.brokenBy == nil {
            breaks = 0
        } else {
            breaks += 1
            brokeAt = MonotonicClock.seconds()
        }
        news.append(.ended(result, timeline: timeline))
    }
}
