import Foundation
import Glibc

/// A look at the processes of the machine, as `ps` has it.
enum Census {
    struct Entry {
        let identifier: Int32
        let parent: Int32
        /// The program's file name.
        let name: String
        /// Bytes of memory at the most so far.
        let peakBytes: Int
    }

    /// Processes whose command line or environment names a folder: all of one scene and no other's.
    static func processes(of folder: String) throws -> [Entry] {
        let marks = [Array((folder + "/").utf8)]
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
            .filter { $0 != getpid() }
            .compactMap { identifier in
                let words = content("/proc/\(identifier)/cmdline") + content("/proc/\(identifier)/environ")
                guard marks.allSatisfy({ contains(words, $0) }) else { return nil }
                return entry(identifier)
            }
            .filter { Programs.names.contains($0.name) }
    }

    private static func entry(_ identifier: Int32) -> Entry? {
        let status = String(decoding: content("/proc/\(identifier)/status"), as: UTF8.self)
        // A zombie has ended; that nobody has asked for its status yet is another matter.
        guard !status.isEmpty, field("State", of: status)?.hasPrefix("Z") == false else { return nil }
        let words = content("/proc/\(identifier)/cmdline").split(separator: 0)
        let program = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return Entry(
            identifier: identifier, parent: field("PPid", of: status).flatMap { Int32($0) } ?? 0,
            name: (program as NSString).lastPathComponent,
            peakBytes: (field("VmHWM", of: status)?.split(separator: " ").first.flatMap { Int($0) } ?? 0) << 10
        )
    }

    private static func field(_ name: String, of status: String) -> String? {
        status.split(separator: "\n").first { $0.hasPrefix(name + ":") }.map {
            $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        }
    }

    /// Empty for a process that ended meanwhile.
    private static func content(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    static func contains(_ bytes: [UInt8], _ mark: [UInt8]) -> Bool {
        Data(bytes).range(of: Data(mark)) != nil
    }
}
