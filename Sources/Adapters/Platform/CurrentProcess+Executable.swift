import Glibc

extension CurrentProcess {
    /// The real path of this program's file, links resolved; the name it was called by where /proc is hidden.
    ///
    /// Source: /proc/self/exe, proc(5).
    package static func executablePath() -> JobPath {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return JobPath(CommandLine.arguments.first ?? "safefaces") }
        return JobPath(bytes: buffer.prefix(count).map { UInt8(bitPattern: $0) })
    }
}
