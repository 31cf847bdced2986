import CLinux

/// A file in the making that has no name, or, where the file system offers no such thing, a hidden one.
///
/// Owns: the descriptor, and the hidden name, which goes with it unless the file was published. A process killed in
/// between leaves the hidden name only; `FileSystem.removeStaleTemporaries(in:)` finds it.
package final class TemporaryFile: Sendable {
    package let descriptor: Descriptor
    /// Nil for a file without a name.
    package let hiddenPath: JobPath?

    init(descriptor: Descriptor, hiddenPath: JobPath?) {
        self.descriptor = descriptor
        self.hiddenPath = hiddenPath
    }

    deinit {
        guard let hiddenPath else { return }
        do throws(PlatformError) {
            let mine = try FileSystem.status(of: descriptor)
            guard let there = try FileSystem.linkStatus(at: hiddenPath), there.identity == mine.identity else { return }
            try FileSystem.removeFile(hiddenPath)
        } catch {
            // Nothing can be reported from here; the sweep of stale temporaries takes what stays.
        }
    }

    // Names are unguessable so that none is taken, not for secrecy: 64 random bits in hexadecimal.
    private static let prefix = ".safefaces-"
    private static let suffix = ".tmp"
    private static let digits = 16

    /// A new hidden name in a directory.
    static func newName(in directory: JobPath) -> JobPath {
        let random = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let padded = String(repeating: "0", count: digits - random.count) + random
        return directory.appending(JobPath(prefix + padded + suffix))
    }

    /// True for names that `newName` makes.
    static func isHiddenName(_ name: JobPath) -> Bool {
        guard let text = name.string, text.hasPrefix(prefix), text.hasSuffix(suffix) else { return false }
        let middle = text.dropFirst(prefix.count).dropLast(suffix.count)
        return middle.utf8.count == digits && middle.allSatisfy { "0123456789abcdef".contains($0) }
    }
}
