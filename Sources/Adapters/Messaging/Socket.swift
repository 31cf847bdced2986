import CZeroMQ
import Glibc
import Platform

/// What became of a message that was to be sent.
package enum SendResult: Sendable {
    case sent
    /// No room, or nobody connected, within the time allowed.
    case wouldBlock
    /// A router knows no such peer (any more).
    case unreachable
}

/// A ZeroMQ socket that blocks instead of dropping, owned by the thread that made it.
///
/// Owns: the connection and, where bound to a path, the socket file. Messages not yet taken by the peer are lost with
/// it (linger 0): protocols that need the last message wait for its answer.
package final class Socket {
    /// The most parts of one message that a receiver accepts.
    package static let maximumParts = 16

    package let kind: SocketKind
    let handle: UnsafeMutableRawPointer
    private let context: MessagingContext
    private var claims: [EndpointClaim] = []

    /// Makes a socket with all its settings.
    package init(
        _ context: MessagingContext, _ kind: SocketKind, _ options: SocketOptions
    ) throws(MessagingError) {
        guard let handle = zmq_socket(context.handle, kind.number) else { throw .failed(.makeSocket) }
        do throws(MessagingError) {
            try Socket.apply(options, kind, to: handle)
        } catch {
            _ = zmq_close(handle)
            throw error
        }
        self.context = context
        self.kind = kind
        self.handle = handle
    }

    deinit {
        for claim in claims { claim.release() }
        _ = zmq_close(handle)
    }

    /// Binds.
    ///
    /// A path must lie in a directory that only this user can write to, and be free or hold a stale socket.
    ///
    /// - Throws: ``MessagingError/endpointOccupied(_:)``, ``MessagingError/endpointForeign(_:)``,
    ///   ``MessagingError/endpointInUse(_:)``, ``MessagingError/endpointDirectory(_:)``: nothing was touched then.
    package func bind(_ endpoint: Endpoint) throws(MessagingError) {
        let handle = handle
        let bind = { () throws(MessagingError) in
            try Socket.call(.bind, endpoint) { zmq_bind(handle, $0) }
        }
        guard let path = endpoint.path else { return try bind() }
        claims.append(try EndpointClaim(path, bind: bind))
    }

    /// Connects, now or as soon as somebody binds there.
    package func connect(_ endpoint: Endpoint) throws(MessagingError) {
        let handle = handle
        try Socket.call(.connect, endpoint) { zmq_connect(handle, $0) }
    }

    private static func call(
        _ operation: MessagingOperation, _ endpoint: Endpoint, _ body: (UnsafePointer<CChar>) -> Int32
    ) throws(MessagingError) {
        let status: Int32
        do throws(PlatformError) {
            status = try endpoint.address.withCString(body)
        } catch {
            throw .malformedEndpoint(endpoint.address)
        }
        guard status == 0 else { throw .failed(operation) }
    }
}

// One thread owns a socket: this line makes the compiler refuse to let it cross to another.
@available(*, unavailable)
extension Socket: Sendable {}

extension MessagingError {
    /// The error of the ZeroMQ call that has just failed in this thread.
    static func failed(_ operation: MessagingOperation) -> MessagingError {
        let code = MessagingCode.last()
        return code == .terminated ? .terminated : .system(operation, code)
    }
}

extension MessagingCode {
    static let wouldBlock = MessagingCode(EAGAIN)
    static let interrupted = MessagingCode(EINTR)
    static let unreachable = MessagingCode(EHOSTUNREACH)
    /// ETERM; the macro is an expression that does not import.
    ///
    /// Source: zmq.h, ZMQ_HAUSNUMERO + 53.
    static let terminated = MessagingCode(156_384_712 + 53)
}
