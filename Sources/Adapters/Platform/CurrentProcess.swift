import CLinux

/// What this process knows of itself, and the rights it can give up.
package enum CurrentProcess {
    package static var identifier: Int32 { sf_linux_process_id() }
    package static var parentIdentifier: Int32 { sf_linux_parent_process_id() }
    package static var effectiveUser: UInt32 { sf_linux_effective_user() }

    /// Processor time of all threads so far, in seconds.
    package static func cpuSeconds() -> Double { Double(sf_linux_cpu_nanoseconds()) / 1e9 }

    /// The highest resident size so far, in bytes.
    ///
    /// Source: VmHWM of proc(5), which belongs to this program alone; getrusage(2) also counts what the parent had
    /// when it spawned, and is the fall-back where a sandbox hides /proc.
    package static func peakRSSBytes() -> Int {
        do throws(PlatformError) {
            let status = try AvailableMemory.contents("/proc/self/status")
            if let kibibytes = AvailableMemory.number(after: "VmHWM:", in: status) { return kibibytes * 1024 }
        } catch {
            // The fall-back below answers.
        }
        return Int(sf_linux_peak_resident_bytes())
    }

    /// Makes a write beyond the limit of file sizes fail with an error (`EFBIG`) instead of ending the process.
    ///
    /// Not inherited: spawned programs start with every signal at its default, so each calls this first thing.
    package static func surviveFileSizeLimit() { sf_linux_ignore_file_size_signal() }

    /// Makes this process end with its parent; a child calls it first thing.
    ///
    /// The kernel watches the parent's *thread* that spawned: a supervisor spawns from its one loop thread.
    ///
    /// - Parameter parent: the parent's process id, which the parent passes on; it tells a parent that ended before
    ///   this call from one that lives.
    /// - Throws: ``PlatformError/parentGone``: the caller exits.
    package static func dieWithParent(_ parent: Int32) throws(PlatformError) {
        _ = try check(sf_linux_set_parent_death_signal(Signal.kill.number), .restrictProcess)
        guard parentIdentifier == parent else { throw .parentGone }
    }

    /// The signal that the end of the parent will send, or nil.
    package static func parentDeathSignal() throws(PlatformError) -> Signal? {
        let number = try check(sf_linux_parent_death_signal(), .restrictProcess)
        return number == 0 ? nil : Signal(number)
    }

    /// Gives up gaining rights by exec, for ever, for this process and its children.
    package static func denyNewPrivileges() throws(PlatformError) {
        _ = try check(sf_linux_set_no_new_privileges(), .restrictProcess)
    }

    /// Forbids core dumps, in which pictures of children would lie on the disk, and tracing by other processes.
    package static func forbidDumps() throws(PlatformError) {
        _ = try check(sf_linux_set_undumpable(), .restrictProcess)
    }

    package static var mayBeDumped: Bool { sf_linux_is_dumpable() != 0 }

    package static var mayGainPrivileges: Bool { sf_linux_has_no_new_privileges() != 1 }
}
