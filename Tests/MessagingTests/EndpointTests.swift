import Foundation
import Glibc
import Messaging
import Platform
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct EndpointTests {
    let directory: EndpointDirectory
    let context: MessagingContext

    init() throws {
        directory = try EndpointDirectory()
        context = try MessagingContext()
    }

    private func bound(_ endpoint: Endpoint) throws -> Socket {
        let socket = try Socket(context, .pull, options())
        try socket.bind(endpoint)
        return socket
    }

    private func expectRoundTrip(_ receiver: Socket, _ endpoint: Endpoint) throws {
        let sender = try Socket(context, .push, options())
        try sender.connect(endpoint)
        #expect(try sender.send(parts: [bytes("hello")]) == .sent)
        #expect(try receiver.receive() == [bytes("hello")])
    }

    /// A path of exactly this many bytes in the directory.
    private func path(ofLength length: Int) -> JobPath {
        let padding = String(repeating: "x", count: length - directory.path.bytes.count - 1)
        return directory[JobPath(padding)]
    }

    @Test func `a path of 107 bytes works, one of 108 is refused by name`() throws {
        let longest = path(ofLength: 107)
        let endpoint = try Endpoint(path: longest)
        try expectRoundTrip(try bound(endpoint), endpoint)
        let tooLong = path(ofLength: 108)
        #expect(throws: MessagingError.endpointTooLong(tooLong, limit: 107)) { try Endpoint(path: tooLong) }
    }

    @Test(arguments: [JobPath("*"), "@abstract", "relative/s", "", JobPath(bytes: [0x2F, 0x61, 0])])
    func `a path that ZeroMQ would read in a way of its own is refused`(path: JobPath) {
        #expect(throws: MessagingError.malformedEndpoint(path)) { try Endpoint(path: path) }
    }

    @Test func `a file at the path is refused and stays as it is`() throws {
        let file = try FileSystem.openUnnamedTemporary(in: directory.path)
        try FileSystem.write(bytes("precious"), to: file.descriptor, at: 0)
        try FileSystem.publish(file, to: directory["s"], replacing: false)
        #expect(throws: MessagingError.endpointOccupied(directory["s"])) { try bound(try directory.endpoint()) }
        let after = try FileSystem.readAll(try FileSystem.openReadOnly(directory["s"]), limit: 100)
        #expect(after == bytes("precious"))
    }

    @Test func `a link at the path is refused, also one to a stale socket`() throws {
        try makeStaleSocket(directory["real"])
        #expect(symlink("real", try #require(directory["s"].string)) == 0)
        #expect(throws: MessagingError.endpointOccupied(directory["s"])) { try bound(try directory.endpoint()) }
        #expect(try directory.names == ["real", "s"])
    }

    @Test func `a second bind is refused and the first goes on working`() throws {
        let endpoint = try directory.endpoint()
        let first = try bound(endpoint)
        let otherContext = try MessagingContext()
        let second = try Socket(otherContext, .pull, options())
        #expect(throws: MessagingError.endpointInUse(directory["s"])) { try second.bind(endpoint) }
        try expectRoundTrip(first, endpoint)
    }

    @Test func `of many that bind at once exactly one succeeds`() throws {
        let endpoint = try directory.endpoint()
        for _ in 0..<5 {
            let race = BindRace(contenders: 8)
            // Threads of their own: tasks would run two at a time here, one after the other's release.
            for _ in 0..<race.contenders { Thread.detachNewThread { race.run(endpoint) } }
            while race.finished.load(ordering: .acquiring) < race.contenders { sched_yield() }
            #expect(race.wins.load(ordering: .relaxed) == 1)
            #expect(try directory.names == [])
        }
    }

    @Test func `a stale socket of our own is taken over`() throws {
        try makeStaleSocket(directory["s"])
        let endpoint = try directory.endpoint()
        try expectRoundTrip(try bound(endpoint), endpoint)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a socket away"))
    func `a stale socket of someone else is refused`() throws {
        try makeStaleSocket(directory["s"])
        #expect(chown(try #require(directory["s"].string), 65_534, 65_534) == 0)
        #expect(throws: MessagingError.endpointForeign(directory["s"])) { try bound(try directory.endpoint()) }
        #expect(try directory.names == ["s"])
    }

    @Test func `a directory that others can write to is refused`() throws {
        #expect(chmod(try #require(directory.path.string), 0o777) == 0)
        #expect(throws: MessagingError.endpointDirectory(.unsafeDirectory(directory.path))) {
            try bound(try directory.endpoint())
        }
    }

    @Test func `a missing directory is an error that names it`() throws {
        let endpoint = try Endpoint(path: directory["none/s"])
        let reason = PlatformError.file(.openDirectory, .notFound, directory["none"])
        #expect(throws: MessagingError.endpointDirectory(reason)) { try bound(endpoint) }
    }

    @Test func `a closed socket leaves no file, and one that could not bind does not take the winner's`() throws {
        let endpoint = try directory.endpoint()
        do {
            let first = try bound(endpoint)
            do {
                let second = try Socket(context, .pull, options())
                #expect(throws: MessagingError.endpointInUse(directory["s"])) { try second.bind(endpoint) }
            }
            #expect(try directory.names == ["s"])
            withExtendedLifetime(first) {}
        }
        #expect(try directory.names == [])
    }

    @Test func `closing does not remove what someone else has put at the path since`() throws {
        do {
            let socket = try bound(try directory.endpoint())
            try FileSystem.removeFile(directory["s"])
            try makeStaleSocket(directory["s"])
            withExtendedLifetime(socket) {}
        }
        #expect(try directory.names == ["s"])
    }

    /// Leaves a socket file behind, as a killed process does.
    private func makeStaleSocket(_ path: JobPath) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes) }
        let descriptor = Descriptor(adopting: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(status == 0)
    }
}

/// Several sockets, each with a context of its own as in processes of their own, that want one path.
private final class BindRace: Sendable {
    let contenders: Int
    let wins = Atomic<Int>(0)
    let finished = Atomic<Int>(0)
    private let tried = Atomic<Int>(0)

    init(contenders: Int) { self.contenders = contenders }

    func run(_ endpoint: Endpoint) {
        defer { finished.add(1, ordering: .releasing) }
        do throws(MessagingError) {
            let socket = try Socket(try MessagingContext(), .pull, options())
            var won = true
            do throws(MessagingError) {
                try socket.bind(endpoint)
            } catch .endpointInUse {
                won = false
            }
            if won { wins.add(1, ordering: .relaxed) }
            tried.add(1, ordering: .relaxed)
            // The winner holds the path until all have tried, so that nobody else wins after an honest release.
            while won, tried.load(ordering: .relaxed) < contenders { sched_yield() }
        } catch {
            Issue.record("unexpected: \(error)")
            tried.add(1, ordering: .relaxed)
        }
    }
}
