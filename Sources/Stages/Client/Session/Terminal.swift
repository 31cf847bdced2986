import FoundationEssentials
import Glibc

/// Standard output and standard error; the only file that writes to them.
package enum Terminal {
    /// One line to standard output: results, and events with `--json`.
    static func print(_ line: String) { put(line + "\n", to: STDOUT_FILENO) }

    /// One JSON document on one line of standard output, for programs.
    static func printJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// One line to standard error: everything for people that is no result.
    static func say(_ line: String) { put(line + "\n", to: STDERR_FILENO) }

    static func put(_ text: String, to descriptor: Int32) { put(Array(text.utf8), to: descriptor) }

    static func put(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                // Nobody reads any more; there is nobody to tell.
                return
            }
        }
    }

    /// Columns of the terminal behind standard error; nil where that is none.
    static var errorColumns: Int? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
