/// How much memory can still be had without driving the machine, or this process's control group, out of it.
///
/// The kernel does not say: a memory file may be given any length, and reserving its pages goes on until the
/// out-of-memory killer ends some process (measured on Linux 6.18 with default overcommit: neither ftruncate nor
/// posix_fallocate refused 2^50 bytes). So it is asked before.
package enum AvailableMemory {
    /// Bytes that can be had now; the smallest of the machine's figure and those of the control groups above.
    ///
    /// Source: MemAvailable of proc(5); memory.max, memory.current and memory.stat of cgroup v2. A control group of
    /// version 1 is not looked at.
    package static func byteCount() throws(PlatformError) -> Int {
        let text = try contents("/proc/meminfo")
        guard let kibibytes = number(after: "MemAvailable:", in: text) else {
            throw .system(.reserveMemory, .notSupported)
        }
        return min(kibibytes * 1024, groupBytes(groups: groupPath()))
    }

    /// Bytes left under the limits of a control group and its parents; `Int.max` where there is no limit.
    static func groupBytes(groups path: JobPath?) -> Int {
        guard var group = path else { return Int.max }
        var least = Int.max
        while true {
            if let left = bytesLeft(in: group) { least = min(least, left) }
            guard group != root, group.parent != group else { return least }
            group = group.parent
        }
    }

    /// Finds "name   1234" at a line's start.
    static func number(after name: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            let words = line.dropFirst(name.count).split(whereSeparator: \.isWhitespace)
            return words.first.flatMap { Int($0) }
        }
        return nil
    }

    static func contents(_ path: JobPath) throws(PlatformError) -> String {
        let file = try FileSystem.openReadOnly(path)
        return String(decoding: try FileSystem.readAll(file, limit: 1 << 16), as: UTF8.self)
    }

    private static let root: JobPath = "/sys/fs/cgroup"

    private static func groupPath() -> JobPath? {
        guard let text = optionalContents("/proc/self/cgroup") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("0::/") {
            let relative = JobPath(String(line.dropFirst(4)))
            return relative.bytes.isEmpty ? root : root.appending(relative)
        }
        return nil
    }

    /// What a group may still take: file pages that can be dropped count as free.
    private static func bytesLeft(in group: JobPath) -> Int? {
        guard let limit = optionalContents(group.appending("memory.max")).flatMap({ number(after: "", in: $0) }),
            let used = optionalContents(group.appending("memory.current")).flatMap({ number(after: "", in: $0) })
        else { return nil }
        let stat = optionalContents(group.appending("memory.stat")) ?? ""
        let droppable = number(after: "inactive_file ", in: stat) ?? 0
        return max(0, limit - used + droppable)
    }

    /// Nil where the kernel or a sandbox offers no such file: then that source sets no limit.
    private static func optionalContents(_ path: JobPath) -> String? {
        do throws(PlatformError) { return try contents(path) } catch { return nil }
    }
}
