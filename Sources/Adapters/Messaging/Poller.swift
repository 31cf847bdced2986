import CZeroMQ
import Glibc
import Platform

/// What to wait for, and what has come.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: Int16
    package init(rawValue: Int16) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: Int16(ZMQ_POLLIN))
    package static let writable = Readiness(rawValue: Int16(ZMQ_POLLOUT))
    /// A descriptor's other end is gone or in error; never asked for, always reported.
    package static let failed = Readiness(rawValue: Int16(ZMQ_POLLERR))
}

/// Waits for several sockets and descriptors at once.
///
/// Owns: it keeps what it watches alive. Not for more than one thread.
package final class Poller {
    /// Names something that is watched.
    package struct Token: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// Which of the watched are ready.
    package struct Ready: Sendable {
        fileprivate(set) var found: [Token: Readiness] = [:]

        package var isEmpty: Bool { found.isEmpty }
        package func contains(_ token: Token) -> Bool { found[token] != nil }
        package subscript(token: Token) -> Readiness { found[token] ?? [] }
    }

    private enum Watched {
        case socket(Socket)
        case descriptor(Descriptor)
    }

    private var items: [zmq_pollitem_t] = []
    private var watched: [Watched] = []
    private var tokens: [Token] = []
    private var nextNumber = 0

    package init() {}

    /// Watches a socket.
    package func add(_ socket: Socket, for interest: Readiness = .readable) -> Token {
        add(.socket(socket), zmq_pollitem_t(socket: socket.handle, fd: 0, events: interest.rawValue, revents: 0))
    }

    /// Watches a descriptor.
    package func add(_ descriptor: Descriptor, for interest: Readiness = .readable) -> Token {
        add(
            .descriptor(descriptor),
            zmq_pollitem_t(socket: nil, fd: descriptor.number, events: interest.rawValue, revents: 0))
    }

    /// Changes what is waited for; an empty interest leaves a socket alone and still reports a failed descriptor.
    package func setInterest(_ interest: Readiness, of token: Token) {
        guard let index = tokens.firstIndex(of: token) else { return }
        items[index].events = interest.rawValue
    }

    /// Stops watching.
    package func remove(_ token: Token) {
        guard let index = tokens.firstIndex(of: token) else { return }
        items.remove(at: index)
        watched.remove(at: index)
        tokens.remove(at: index)
    }

    /// Waits until something is ready; empty after the timeout (milliseconds, negative without end).
    package func wait(timeoutMilliseconds: Int) throws(MessagingError) -> Ready {
        let deadline = MonotonicClock.nanoseconds() + Int64(max(0, timeoutMilliseconds)) * 1_000_000
        var left = timeoutMilliseconds
        while zmq_poll(&items, Int32(items.count), left) < 0 {
            guard MessagingCode.last() == .interrupted else { throw .failed(.poll) }
            guard timeoutMilliseconds > 0 else { continue }
            // Rounded up, so that the last wait is not a busy one.
            left = Int(max(0, (deadline - MonotonicClock.nanoseconds() + 999_999) / 1_000_000))
        }
        var ready = Ready()
        for (index, item) in items.enumerated() where item.revents != 0 {
            ready.found[tokens[index]] = Readiness(rawValue: item.revents)
        }
        return ready
    }

    private func add(_ target: Watched, _ item: zmq_pollitem_t) -> Token {
        let token = Token(number: nextNumber)
        nextNumber += 1
        items.append(item)
        watched.append(target)
        tokens.append(token)
        return token
    }
}

@available(*, unavailable)
extension Poller: Sendable {}
