import Glibc

extension CurrentProcess {
    /// The real path of this program's file, links resolved; the name it was called by where /proc is hidden.
    ///
    /// Source: /proc/self/exe, proc(5).
    package static func executablePath() -> JobPath {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initialized in
            initialized = max(0, readlink("/proc/self/exe", UnsafeMutableRawPointer(buffer.baseAddress)?
                .assumingMemoryBound(to: CChar.self), buffer.count))
        }
        return bytes.isEmpty ? JobPath(CommandLine.arguments.first ?? "safefaces") : JobPath(bytes: bytes)
    }
}
