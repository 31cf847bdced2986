import Control
import Messaging
import Platform
import SupervisorCore
import Wire

/// The supervisor's one thread: it owns every socket, feeds every lane, and never waits for anything but its poller.
final class SupervisorLoop {
    private let settings: SupervisorSettings
    private let signals: SignalSource
    private let clients: Socket
    private let control: Socket
    private let data: Socket
    private let poller = Poller()
    private let host: StageHost
    private let desk: JobDesk
    private var lanes: [LaneDriver] = []
    private var lastTick = 0.0
    private var idleSince = 0.0

    /// Data messages taken in one turn, so that control messages wait for that many at most.
    private static let messagesPerTurn = 64

    init(
        settings: SupervisorSettings, places: Places, signals: SignalSource, environment: [String: String]
    ) throws {
        self.settings = settings
        self.signals = signals
        let context = try MessagingContext()
        // A client gets one event an item before it reads the first.
        var wide = SocketOptions(highWaterMark: 1 << 17)
        wide.maximumPartBytes = 1 << 30
        control = try Socket(context, .router, SocketOptions(highWaterMark: 256))
        data = try Socket(context, .router, SocketOptions(highWaterMark: 4096))
        clients = try Socket(context, .router, wide)
        try control.bind(Endpoint(path: places.controlSocket))
        try data.bind(Endpoint(path: places.dataSocket))
        host = StageHost(places: places, environment: Self.stageEnvironment(environment))
        desk = JobDesk(
            clients: clients, journal: try JobDesk.openJournal(places), settings: settings, place: places.runtime
        )
        for number in 0..<settings.lanes {
            lanes.append(
                LaneDriver(
                    configuration: settings.configuration(lane: number), host: host, control: control, data: data,
                    stageOptions: [], willPublish: { [desk] in desk.willPublish($0, outputSHA256: $1) }
                )
            )
        }
        try desk.takeOver()
        // Last, so that whoever finds this socket finds a supervisor that works.
        try clients.bind(Endpoint(path: places.clientSocket))
        _ = poller.add(signals.descriptor)
        for socket in [clients, control, data] { _ = poller.add(socket) }
    }

    /// Stages get what they need and nothing else of the environment.
    private static func stageEnvironment(_ environment: [String: String]) -> [String] {
        let passed = ["SAFEFACES_MODELS", "SAFEFACES_OPENVINO", "SAFEFACES_FAULT", "HOME", "PATH", "XDG_CACHE_HOME"]
        var result = passed.compactMap { name in environment[name].map { "\(name)=\($0)" } }
        // Each allocator arena keeps its own freed memory; two are enough for stages of one or two busy threads.
        result += ["LC_ALL=C.UTF-8", "MALLOC_ARENA_MAX=2", "VIPS_CONCURRENCY=2"]
        return result
    }

    /// Runs until stopped, then takes the stages down.
    func run() throws {
        defer { host.shutDown() }
        while !desk.mayLeave, !isForgotten() {
            _ = try poller.wait(timeoutMilliseconds: 200)
            guard try takeSignals() else { return }
            try takeRequests()
            try takeReports()
            try takeMessages()
            takeEnded()
            tick()
            dispatch()
        }
    }

    /// True for a supervisor that a command left behind and that has had nothing to do for long enough.
    private func isForgotten() -> Bool {
        guard let limit = settings.idleSeconds else { return false }
        let now = MonotonicClock.seconds()
        if !desk.isIdle || idleSince == 0 { idleSince = now }
        return now - idleSince > limit
    }

    /// False when told to leave at once.
    private func takeSignals() throws -> Bool {
        while let signal = try signals.next() {
            if signal == .terminate || signal == .interrupt {
                desk.tellEveryoneGoodbye()
                return false
            }
        }
        return true
    }

    private func takeRequests() throws {
        while let parts = try clients.receive(dontWait: true) {
            guard parts.count == 2 else { continue }
            switch desk.take(parts[1], from: parts[0], stages: host.names) {
            case .nothing: break
            case .cancel(let job): cancel(job)
            }
        }
    }

    private func cancel(_ job: Job) {
        for lane in lanes where lane.work.map({ desk.owner(of: $0.number) === job }) ?? false {
            tell(lane.handle(.cancel))
        }
        desk.finishCancelled(job)
    }

    private func lane(of stage: StageID) -> LaneDriver? {
        lanes.indices.contains(stage.lane) ? lanes[stage.lane] : nil
    }

    private func takeReports() throws {
        while let parts = try control.receive(dontWait: true) {
            guard parts.count == 2, let stage = StageID(name: String(decoding: parts[0], as: UTF8.self)),
                let lane = lane(of: stage)
            else { continue }
            do throws(ControlError) {
                tell(lane.handle(.report(stage, try ControlCodec.report(parts[1]))))
            } catch {
                tell(lane.handle(.nonsense(stage, "\(error)")))
            }
        }
    }

    private func takeMessages() throws {
        for _ in 0..<Self.messagesPerTurn {
            guard let parts = try data.receive(dontWait: true) else { return }
            guard parts.count == 2, let stage = StageID(name: String(decoding: parts[0], as: UTF8.self)),
                let lane = lane(of: stage)
            else { continue }
            do throws(WireError) {
                let (pass, message) = try DataMessage.decoded(parts[1])
                tell(lane.handle(.data(stage, pass: pass, message)))
            } catch {
                tell(lane.handle(.nonsense(stage, "\(error)")))
            }
        }
    }

    private func takeEnded() {
        for ended in host.collectEnded() {
            if let lane = lane(of: ended.stage) { tell(lane.handle(.died(ended.stage, how: ended.how))) }
        }
    }

    private func tick() {
        let now = MonotonicClock.seconds()
        guard now - lastTick > 0.25 else { return }
        lastTick = now
        for lane in lanes { tell(lane.handle(.tick)) }
    }

    /// Gives waiting items to idle lanes.
    private func dispatch() {
        for lane in lanes {
            while lane.isIdle, let (item, work) = desk.nextItem() {
                tell(lane.start(item, work: work))
            }
        }
    }

    private func tell(_ news: [LaneNews]) {
        for piece in news { desk.hear(piece, engine: lanes.compactMap { $0.lane.engine }.first) }
    }
}
