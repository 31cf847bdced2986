/// What was being done when the kernel said no; the raw value is for people.
package enum PlatformOperation: String, Sendable {
    case open = "open"
    case openDirectory = "open the directory"
    case openTemporary = "make a temporary file in"
    case read = "read"
    case write = "write"
    case status = "look at"
    case list = "list"
    case lock = "lock"
    case makeDirectory = "make the directory"
    case remove = "remove"
    case setMode = "set the permissions of"
    case setLength = "set the length of"
    case freeSpace = "ask for the free space of"
    case sync = "bring to the disk"
    case publish = "publish"
    case duplicate = "duplicate a descriptor"
    case makeMemory = "make a memory file"
    case reserveMemory = "reserve shared memory"
    case mapMemory = "map shared memory"
    case sealMemory = "seal shared memory"
    case spawn = "start"
    case signal = "signal a process"
    case reap = "reap a process"
    case watchSignals = "watch signals"
    case watchDescriptor = "wait for a descriptor"
    case makeChannel = "make a descriptor channel"
    case send = "send descriptors"
    case receive = "receive descriptors"
    case restrictProcess = "restrict this process"
    case testSocket = "test the socket"
}

/// Everything that can go wrong in this library.
package enum PlatformError: Error, Equatable, Sendable {
    /// The kernel refused an operation that concerns no file name.
    case system(PlatformOperation, Errno)
    /// The kernel refused an operation on a file.
    case file(PlatformOperation, Errno, JobPath)
    /// A path is empty or holds a zero byte.
    case malformedPath(JobPath)
    /// A child's argument or environment entry holds a zero byte.
    case malformedArgument
    /// The name is taken, and nothing may be replaced.
    case alreadyExists(JobPath)
    /// A pipe, device, directory or socket where a file is needed.
    case notRegularFile(JobPath)
    /// The directory belongs to someone else, or others may write to it, or it is a link.
    case unsafeDirectory(JobPath)
    /// The file is larger than its reader accepts.
    case tooLarge(limit: Int)
    /// So much memory would drive the machine, or this process's control group, out of it.
    case notEnoughMemory(wanted: Int, available: Int)
    /// The other end of a channel is gone.
    case peerClosed
    /// A channel message of another shape than ours; its descriptors have been closed.
    case malformedMessage
    /// The process that started this one ended before it could be watched.
    case parentGone
    /// The child has been reaped, so it can no longer be signalled or waited for.
    case alreadyReaped

    static func make(_ operation: PlatformOperation, _ code: Errno, _ path: JobPath?) -> PlatformError {
        guard let path else { return .system(operation, code) }
        return .file(operation, code, path)
    }

    /// The kernel's code, where the kernel was asked.
    package var code: Errno? {
        switch self {
        case .system(_, let code), .file(_, let code, _): code
        default: nil
        }
    }
}

extension PlatformError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let operation, let code): "cannot \(operation.rawValue): \(code.text)"
        case .file(let operation, let code, let path): "cannot \(operation.rawValue) \(path): \(code.text)"
        case .malformedPath: "a path is empty or holds a zero byte"
        case .malformedArgument: "an argument of a program holds a zero byte"
        case .alreadyExists(let path): "\(path) exists already"
        case .notRegularFile(let path): "\(path) is not a regular file"
        case .unsafeDirectory(let path): "\(path) is a link, belongs to someone else, or can be written to by others"
        case .tooLarge(let limit): "the file has more than \(limit) bytes"
        case .notEnoughMemory(let wanted, let available):
            "\(wanted) bytes of memory are wanted and only \(available) can be had"
        case .peerClosed: "the other process has closed the channel"
        case .malformedMessage: "a channel message has the wrong shape"
        case .parentGone: "the parent process has ended"
        case .alreadyReaped: "the child process has already been reaped"
        }
    }
}
