import CLinux

// Platform: descriptors, memory files, child processes, signals, local sockets and files, as values with owners.
//
// It is the only adapter that others may import, and the only place (with SharedFrames) that reaches the kernel
// directly. It knows nothing of frames, jobs, faces or messages.
//
// Diagnostics: every failing call throws a PlatformError that names the operation, the kernel's code and, for
// files, the path. EINTR is retried below this layer.
// Threads: nothing here starts one. Values that are not Sendable belong to the thread that made them.
// Limits: the peak memory that reaping a child reports has the parent's own size at the time of the spawn as its
// floor, because the kernel carries the high-water mark across exec. A stage that wants its own figure asks
// `CurrentProcess.peakRSSBytes()`.

/// Turns a negated errno into an error; passes every other result through.
@inline(__always)
func check(_ status: Int32, _ operation: PlatformOperation, _ path: JobPath? = nil) throws(PlatformError) -> Int32 {
    guard status < 0 else { return status }
    throw PlatformError.make(operation, Errno(-status), path)
}

/// Turns a negated errno in a 64-bit result into an error; passes every other result through.
@inline(__always)
func check(_ status: Int64, _ operation: PlatformOperation, _ path: JobPath? = nil) throws(PlatformError) -> Int64 {
    guard status < 0 else { return status }
    throw PlatformError.make(operation, Errno(Int32(truncatingIfNeeded: -status)), path)
}
