import CLinux

/// How a child ended, and what it used.
package struct ChildExit: Hashable, Sendable {
    package enum Ending: Hashable, Sendable {
        case exited(Int32)
        case killed(Signal)
    }

    package var ending: Ending
    /// User and system time of all its threads, in seconds.
    package var cpuSeconds: Double
    /// Not below the size that the parent had at the spawn.
    package var peakRSSBytes: Int

    package init(ending: Ending, cpuSeconds: Double, peakRSSBytes: Int) {
        self.ending = ending
        self.cpuSeconds = cpuSeconds
        self.peakRSSBytes = peakRSSBytes
    }

    package var isSuccess: Bool { ending == .exited(0) }
}

/// How a child stands towards the terminal's signals.
package enum ProcessGrouping: Int32, Sendable {
    /// Ctrl-C reaches it as it reaches the parent.
    case inherited = 0
    /// A process group of its own: Ctrl-C reaches the parent only, which then decides.
    case own = 1
    /// A session of its own, without a terminal: for a daemon.
    case session = 2
}

/// A program started by this process.
///
/// Owns: the process. One that is dropped without having been reaped is killed and reaped, unless it was let go.
package final class ChildProcess {
    package let identifier: Int32
    /// Readable once the child has ended; for a poller.
    package let processDescriptor: Descriptor
    private var isOurs = true

    private init(identifier: Int32, processDescriptor: Descriptor) {
        self.identifier = identifier
        self.processDescriptor = processDescriptor
    }

    deinit {
        guard isOurs else { return }
        _ = sf_linux_pidfd_signal(processDescriptor.number, Signal.kill.number)
        var result = sf_linux_exit()
        _ = sf_linux_reap(identifier, 1, &result)
    }

    /// Starts a program with exactly this environment and exactly these descriptors.
    ///
    /// Shape:   arguments without the program's own name, which is `executable`; environment as "NAME=value";
    ///          descriptor `descriptors[i].0` becomes number `descriptors[i].1`. Number 0 is /dev/null, 1 and 2 are
    ///          this process's, unless given; all others are closed. The signal mask is empty, dispositions default.
    /// Owns:    the caller keeps its descriptors.
    /// - Throws: ``PlatformError/file(_:_:_:)`` when the program cannot be started, ``PlatformError/malformedArgument``.
    /// Source: posix_spawn(3).
    package static func spawn(
        executable: JobPath, argumentBytes: [[UInt8]], environmentBytes: [[UInt8]],
        descriptors: [(Descriptor, Int32)] = [], grouping: ProcessGrouping = .own
    ) throws(PlatformError) -> ChildProcess {
        let words = try CStringList([executable.bytes] + argumentBytes)
        let settings = try CStringList(environmentBytes)
        let sources = descriptors.map { $0.0.number }
        let targets = descriptors.map { $0.1 }
        var pid: Int32 = -1
        var pidfd: Int32 = -1
        let status = try executable.withCString { path in
            sources.withUnsafeBufferPointer { sources in
                targets.withUnsafeBufferPointer { targets in
                    var request = sf_linux_spawn_request(
                        path: path, arguments: words.pointers, environment: settings.pointers,
                        sources: sources.baseAddress, targets: targets.baseAddress, count: targets.count,
                        group: grouping.rawValue)
                    return sf_linux_spawn(&request, &pid, &pidfd)
                }
            }
        }
        withExtendedLifetime((words, settings, descriptors)) {}
        _ = try check(status, .spawn, executable)
        return ChildProcess(identifier: pid, processDescriptor: Descriptor(adopting: pidfd))
    }

    /// Starts a program whose arguments are text.
    package static func spawn(
        executable: JobPath, arguments: [String], environment: [String],
        descriptors: [(Descriptor, Int32)] = [], grouping: ProcessGrouping = .own
    ) throws(PlatformError) -> ChildProcess {
        try spawn(
            executable: executable, argumentBytes: arguments.map { Array($0.utf8) },
            environmentBytes: environment.map { Array($0.utf8) }, descriptors: descriptors, grouping: grouping)
    }

    /// Sends a signal.
    ///
    /// One that has ended but is not yet reaped takes it silently.
    package func send(_ signal: Signal) throws(PlatformError) {
        guard isOurs else { throw .alreadyReaped }
        let status = sf_linux_pidfd_signal(processDescriptor.number, signal.number)
        guard status != -Errno.noSuchProcess.number else { return }
        _ = try check(status, .signal)
    }

    /// Waits for the child's end.
    package func reap() throws(PlatformError) -> ChildExit {
        guard let exit = try reap(blocking: 1) else { throw .system(.reap, .inputOutput) }
        return exit
    }

    /// The child's end if it has ended, else nil; never waits.
    package func reapIfEnded() throws(PlatformError) -> ChildExit? { try reap(blocking: 0) }

    /// Waits for the child's end, but no longer than this; nil after the timeout.
    package func reap(timeoutMilliseconds: Int32) throws(PlatformError) -> ChildExit? {
        guard try processDescriptor.waitUntilReadable(timeoutMilliseconds: timeoutMilliseconds) else { return nil }
        return try reap()
    }

    /// Leaves the child running when this object goes: for a daemon.
    package func letGo() { isOurs = false }

    private func reap(blocking: Int32) throws(PlatformError) -> ChildExit? {
        guard isOurs else { throw .alreadyReaped }
        var result = sf_linux_exit()
        guard try check(sf_linux_reap(identifier, blocking, &result), .reap) == 1 else { return nil }
        isOurs = false
        return ChildExit(
            ending: result.exited == 1 ? .exited(result.code) : .killed(Signal(result.code)),
            cpuSeconds: Double(result.cpu_nanoseconds) / 1e9, peakRSSBytes: Int(result.peak_resident_bytes))
    }
}
