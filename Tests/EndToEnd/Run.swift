import Foundation
import Glibc
import Platform
import TestSupport

/// One process under test with its two outputs, read as they come.
final class Run {
    /// How it ended and all it said.
    struct Ended {
        /// The exit status; 128 and the signal's number for one that was killed, as shells say it.
        var status: Int32
        var output: [UInt8]
        var errors: String
    }

    let child: ChildProcess
    private let output: Descriptor
    private let errors: Descriptor
    private var outputBytes: [UInt8] = []
    private var errorBytes: [UInt8] = []
    /// Bytes of `outputBytes` that ``nextLine(withinSeconds:)`` has given out.
    private var taken = 0

    init(_ executable: String, _ arguments: [String], environment: [String: String]) throws {
        let out = try Self.makePipe()
        let err = try Self.makePipe()
        child = try ChildProcess.spawn(
            executable: JobPath(executable), arguments: arguments,
            environment: environment.map { "\($0.key)=\($0.value)" },
            descriptors: [(out.writer, 1), (err.writer, 2)]
        )
        output = out.reader
        errors = err.reader
    }

    private static func makePipe() throws -> (reader: Descriptor, writer: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestFault("no pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (Descriptor(adopting: ends[0]), Descriptor(adopting: ends[1]))
    }

    /// Takes what is there to read.
    private func drain() {
        Self.drain(output, into: &outputBytes)
        Self.drain(errors, into: &errorBytes)
    }

    private static func drain(_ descriptor: Descriptor, into bytes: inout [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor.number, &buffer, buffer.count)
            guard count > 0 else { return }
            bytes += buffer[..<count]
        }
    }

    /// Waits until one of both outputs has something or the process ended; false at the deadline.
    private func waitForNews(until deadline: Double) -> Bool {
        let left = deadline - Moment.now
        guard left > 0 else { return false }
        var watched = [output, errors, child.processDescriptor].map {
            pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
        }
        _ = poll(&watched, nfds_t(watched.count), Int32(min(left * 1000 + 1, 10_000)))
        // A closed pipe is readable for ever: the process's own end is then all there is to wait for.
        for index in 0..<2 where watched[index].revents & Int16(POLLIN) == 0 && watched[index].revents != 0 {
            _ = poll(&watched[2], 1, 20)
        }
        return true
    }

    /// The next line of standard output, or nil when the process ended without another.
    func nextLine(withinSeconds seconds: Double) throws -> String? {
        let deadline = Moment.now + seconds
        var hasEnded = false
        while true {
            drain()
            if let end = outputBytes[taken...].firstIndex(of: 10) {
                defer { taken = end + 1 }
                return String(decoding: outputBytes[taken..<end], as: UTF8.self)
            }
            if hasEnded { return nil }
            hasEnded = try child.processDescriptor.waitUntilReadable(timeoutMilliseconds: 0)
            if !hasEnded, !waitForNews(until: deadline) { throw TestFault("no line came in \(seconds) s; \(said)") }
        }
    }

    /// The next event that fits, events before it skipped; nil when the process ended without one.
    func nextEvent(withinSeconds seconds: Double, where fits: (JSONValue) -> Bool) throws -> JSONValue? {
        let deadline = Moment.now + seconds
        while let line = try nextLine(withinSeconds: max(0.01, deadline - Moment.now)) {
            let event = try JSONValue(parsing: Array(line.utf8))
            if fits(event) { return event }
        }
        return nil
    }

    /// Waits for the end; a process that does not end in time is killed, and that is a fault.
    func finish(withinSeconds seconds: Double) throws -> Ended {
        let deadline = Moment.now + seconds
        while try !child.processDescriptor.waitUntilReadable(timeoutMilliseconds: 0) {
            drain()
            guard waitForNews(until: deadline) else {
                try child.send(.kill)
                throw TestFault("it did not end within \(seconds) s; \(said)")
            }
        }
        let exit = try child.reap()
        drain()
        let status: Int32 =
            switch exit.ending {
            case .exited(let code): code
            case .killed(let signal): 128 + signal.number
            }
        return Ended(status: status, output: outputBytes, errors: String(decoding: errorBytes, as: UTF8.self))
    }

    private var said: String {
        "it said: \(String(decoding: errorBytes, as: UTF8.self)) \(String(decoding: outputBytes.suffix(500), as: UTF8.self))"
    }
}

/// Seconds of a clock that never goes back.
enum Moment {
    static var now: Double { Double(MonotonicClock.nanoseconds()) / 1e9 }

    /// Looks again and again until something is true; false at the deadline.
    ///
    /// For what no descriptor tells of, such as the end of a process that is nobody's child here.
    static func comes(withinSeconds seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
        let deadline = now + seconds
        while true {
            if try condition() { return true }
            if now > deadline { return false }
            _ = poll(nil, 0, 20)
        }
    }
}
