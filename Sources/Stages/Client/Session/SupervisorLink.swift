import Control
import Messaging
import Platform

/// A connection to a supervisor: the one that runs, or a private one for the length of this command.
final class SupervisorLink {
    /// Why no supervisor could be reached: one sentence.
    struct Unreachable: Error {
        var sentence: String
    }

    private let places: Places
    private let socket: Socket
    private let poller = Poller()
    /// The private supervisor and its folder, where this command started one.
    private let child: ChildProcess?
    private let isPrivate: Bool

    /// How long a new supervisor may take to open its sockets.
    private static let startSeconds = 15.0

    /// Connects, starting a private supervisor where none runs.
    convenience init(places: Places, environment: [String: String], options: [String]) throws {
        if try Platform.FileSystem.localSocketIsLive(places.clientSocket) {
            try self.init(places: places, child: nil)
            return
        }
        var mine = places
        mine.runtime = places.runtime.appending(JobPath("p\(CurrentProcess.identifier)"))
        try Platform.FileSystem.makeDirectories(places.runtime.parent)
        try Platform.FileSystem.makePrivateDirectory(places.runtime)
        try StalePlaces.sweep(places.runtime)
        let child = try Self.spawn(
            mine, environment, options: ["--lives-for", "\(CurrentProcess.identifier)"] + options
        )
        do {
            try Self.waitUntilLive(mine, child)
        } catch {
            try child.send(.kill)
            _ = try child.reap()
            try Platform.FileSystem.removeTree(mine.runtime)
            throw error
        }
        try self.init(places: mine, child: child)
    }

    private init(places: Places, child: ChildProcess?) throws {
        self.places = places
        self.child = child
        isPrivate = child != nil
        var options = SocketOptions(highWaterMark: 4096)
        options.maximumPartBytes = 1 << 30
        socket = try Socket(try MessagingContext(), .dealer, options)
        try socket.connect(Endpoint(path: places.clientSocket))
        _ = poller.add(socket)
    }

    /// Connects to the supervisor that runs; nil where none does.
    static func existing(_ places: Places) throws -> SupervisorLink? {
        guard try Platform.FileSystem.localSocketIsLive(places.clientSocket) else { return nil }
        return try SupervisorLink(places: places, child: nil)
    }

    /// Starts a supervisor that stays, and returns once it answers.
    static func startLasting(places: Places, environment: [String: String], options: [String]) throws {
        try Platform.FileSystem.makeDirectories(places.runtime.parent)
        try Platform.FileSystem.makeDirectories(places.state.parent)
        try Platform.FileSystem.makePrivateDirectory(places.state)
        // It outlives the command, whose standard output may be a pipe that somebody reads to its end.
        let log = try Platform.FileSystem.openUnnamedTemporary(in: places.state, mode: 0o600)
        try Platform.FileSystem.publish(log, to: places.log, replacing: true)
        let child = try spawn(
            places, environment, options: options, grouping: .session,
            descriptors: [(log.descriptor, 1), (log.descriptor, 2)]
        )
        try waitUntilLive(places, child)
        child.letGo()
    }

    private static func spawn(
        _ places: Places, _ environment: [String: String], options: [String], grouping: ProcessGrouping = .own,
        descriptors: [(Descriptor, Int32)] = []
    ) throws -> ChildProcess {
        var variables = environment.filter { $0.key != "SAFEFACES_RUNTIME" && $0.key != "SAFEFACES_STATE" }
            .map { Array("\($0.key)=\($0.value)".utf8) }
        variables.append(Array("SAFEFACES_RUNTIME=".utf8) + places.runtime.bytes)
        variables.append(Array("SAFEFACES_STATE=".utf8) + places.state.bytes)
        return try ChildProcess.spawn(
            executable: places.programs.appending("safefacesd"), argumentBytes: options.map { Array($0.utf8) },
            environmentBytes: variables, descriptors: descriptors, grouping: grouping
        )
    }

    private static func waitUntilLive(_ places: Places, _ child: ChildProcess) throws {
        let deadline = MonotonicClock.seconds() + startSeconds
        while MonotonicClock.seconds() < deadline {
            if try Platform.FileSystem.localSocketIsLive(places.clientSocket) { return }
            if try child.reap(timeoutMilliseconds: 20) != nil {
                throw Unreachable(sentence: "the supervisor could not be started; 'safefaces doctor' says more")
            }
        }
        throw Unreachable(sentence: "the supervisor did not answer within \(Int(startSeconds)) seconds")
    }

    func send(_ request: ClientRequest) throws {
        guard try socket.send(parts: [try ControlCodec.encoded(request)]) == .sent else {
            throw Unreachable(sentence: "the supervisor does not answer")
        }
    }

    /// The next message, or nil when none came in time.
    ///
    /// - Throws: ``Unreachable`` when the private supervisor has ended.
    func receive(timeoutMilliseconds: Int) throws -> SupervisorReply? {
        if let bytes = try socket.receive(dontWait: true)?.last { return try ControlCodec.reply(bytes) }
        _ = try poller.wait(timeoutMilliseconds: timeoutMilliseconds)
        if let bytes = try socket.receive(dontWait: true)?.last { return try ControlCodec.reply(bytes) }
        if let child, try child.reapIfEnded() != nil {
            throw Unreachable(sentence: "the supervisor ended unexpectedly; nothing was published after that")
        }
        if !isPrivate, try !Platform.FileSystem.localSocketIsLive(places.clientSocket) {
            throw Unreachable(sentence: "the supervisor is gone; nothing was published after that")
        }
        return nil
    }

    /// Takes the private supervisor down and removes its folder; a shared one is left alone.
    func close() {
        guard let child else { return }
        do {
            try send(ClientRequest(verb: .stop))
            if try child.reap(timeoutMilliseconds: 5000) == nil {
                try child.send(.kill)
                _ = try child.reap()
            }
        } catch {
            // It has ended already; what is left is its folder.
        }
        do {
            try Platform.FileSystem.removeTree(places.runtime)
        } catch {
            Terminal.say(SummaryText.error("\(places.runtime) could not be removed: \(error)"))
        }
    }
}
