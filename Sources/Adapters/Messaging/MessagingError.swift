import CZeroMQ
import Platform

// Messaging: ZeroMQ sockets over local paths, with every setting that keeps them from dropping, hanging or growing.
//
// It knows bytes and parts, not what they mean. Sockets belong to the thread that made them; the context's shutdown
// is the one call that may come from another. Interrupted calls are repeated here and nowhere else.
//
// Known limits of the library below: a high-water mark counts messages per peer, approximately, and the kernel keeps
// some more; the number of parts of one incoming message is bounded here only once it has arrived whole.

/// An error number of ZeroMQ: the kernel's, or one of its own.
package struct MessagingCode: Hashable, Sendable, CustomStringConvertible {
    package let number: Int32
    package init(_ number: Int32) { self.number = number }

    /// Of the last failing ZeroMQ call in this thread.
    static func last() -> MessagingCode { MessagingCode(zmq_errno()) }

    package var description: String { "\(String(cString: zmq_strerror(number))) (\(number))" }
}

/// What was being done when ZeroMQ said no; the raw value is for people.
package enum MessagingOperation: String, Sendable {
    case makeContext = "make a messaging context"
    case makeSocket = "make a socket"
    case setOption = "set a socket option"
    case bind = "bind a socket"
    case connect = "connect a socket"
    case send = "send a message"
    case receive = "receive a message"
    case poll = "wait for messages"
}

/// Everything that can go wrong in this library.
package enum MessagingError: Error, Equatable, Sendable {
    case system(MessagingOperation, MessagingCode)
    /// The context was shut down: the program is ending.
    case terminated
    /// The path is relative, or has a zero byte.
    case malformedEndpoint(JobPath)
    /// The path is longer than a local socket address can hold.
    case endpointTooLong(JobPath, limit: Int)
    /// Something that is no socket has this path; ZeroMQ would delete it.
    case endpointOccupied(JobPath)
    /// The socket at this path belongs to another user.
    case endpointForeign(JobPath)
    /// A living process answers at this path; ZeroMQ would take it over in silence.
    case endpointInUse(JobPath)
    /// The endpoint's directory could not be used; the platform's reason.
    case endpointDirectory(PlatformError)
    /// A message had more parts than a receiver accepts; it has been discarded.
    case tooManyParts(limit: Int)
    /// A message without parts cannot be sent.
    case emptyMessage
}

extension MessagingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let operation, let code): "cannot \(operation.rawValue): \(code)"
        case .terminated: "messaging has been shut down"
        case .malformedEndpoint(let path): "\(path) is not an absolute path for a socket"
        case .endpointTooLong(let path, let limit): "the socket path \(path) is longer than \(limit) bytes"
        case .endpointOccupied(let path): "\(path) exists and is not a socket"
        case .endpointForeign(let path): "the socket \(path) belongs to another user"
        case .endpointInUse(let path): "another process answers at \(path)"
        case .endpointDirectory(let reason): "the socket's directory cannot be used: \(reason)"
        case .tooManyParts(let limit): "a message has more than \(limit) parts"
        case .emptyMessage: "a message without parts cannot be sent"
        }
    }
}
