import Glibc
import Platform

/// The right to a socket path, checked and taken before ZeroMQ binds, given back by removing our own socket file.
///
/// ZeroMQ's bind deletes whatever has the path, a living socket included, and its close leaves the file behind.
final class EndpointClaim {
    private let path: JobPath
    private var identity: FileIdentity?

    /// Runs a bind under the lock of the endpoint's directory, after checking that the path is free or holds only a
    /// stale socket of this user.
    init(_ path: JobPath, bind: () throws(MessagingError) -> Void) throws(MessagingError) {
        self.path = path
        let lock = try EndpointClaim.lockDirectory(path.parent)
        try EndpointClaim.clear(path)
        try bind()
        identity = try EndpointClaim.asking { () throws(PlatformError) in
            try FileSystem.linkStatus(at: path)?.identity
        }
        withExtendedLifetime(lock) {}
    }

    /// Removes the socket file if it is still the one that was bound.
    ///
    /// Called before the socket closes, so that nobody connects to one that is about to go.
    func release() {
        guard let identity else { return }
        self.identity = nil
        do throws(PlatformError) {
            guard let there = try FileSystem.linkStatus(at: path), there.identity == identity else { return }
            try FileSystem.removeFile(path)
        } catch {
            // What stays is a stale socket of ours, which the next bind removes.
        }
    }

    deinit { release() }

    /// Two processes that start at once must not both find the path free.
    private static func lockDirectory(_ directory: JobPath) throws(MessagingError) -> Descriptor {
        // The lock is held for a bind, under a millisecond; one that stays is held by something else.
        let deadline = MonotonicClock.nanoseconds() + 2_000_000_000
        while true {
            let lock = try asking { () throws(PlatformError) in
                try FileSystem.lockPrivateDirectory(directory)
            }
            if let lock { return lock }
            guard MonotonicClock.nanoseconds() < deadline else {
                throw .endpointDirectory(.file(.lock, .timedOut, directory))
            }
            _ = poll(nil, 0, 5)
        }
    }

    private static func clear(_ path: JobPath) throws(MessagingError) {
        let status = try asking { () throws(PlatformError) in try FileSystem.linkStatus(at: path) }
        guard let status else { return }
        guard status.kind == .socket else { throw .endpointOccupied(path) }
        guard status.owner == CurrentProcess.effectiveUser else { throw .endpointForeign(path) }
        let live = try asking { () throws(PlatformError) in try FileSystem.localSocketIsLive(path) }
        guard !live else { throw .endpointInUse(path) }
        _ = try asking { () throws(PlatformError) in try FileSystem.removeFile(path) }
    }

    private static func asking<R>(_ body: () throws(PlatformError) -> R) throws(MessagingError) -> R {
        do throws(PlatformError) {
            return try body()
        } catch {
            throw .endpointDirectory(error)
        }
    }
}
