// Client: everything between a person and the supervisor. The parts in these files are pure apart from looking at the
// file system: the command line, the search for inputs, the plan of outputs, progress and results as text.
//
// Must not know: pictures, models, sockets. What a result is, the supervisor says; here it is put into words.
// Words for people go to standard error by way of ``SafeText``, so that no file name can steer a terminal.
// Known limit: whether two names collide on a file system that ignores case is guessed with Unicode's rules.

/// A file path as the kernel has it: bytes, not necessarily text.
package struct BytePath: Hashable, Sendable {
    package let bytes: [UInt8]

    private static let slash: UInt8 = 0x2F
    private static let dot: UInt8 = 0x2E

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    package var isAbsolute: Bool { bytes.first == Self.slash }
    /// True for a path that can only be a folder, because it ends in a slash.
    package var endsInSlash: Bool { bytes.last == Self.slash }

    /// The path with `name`, itself a name or a relative path, below it.
    package func appending(_ name: BytePath) -> BytePath {
        if bytes.isEmpty { return name }
        return BytePath(bytes: endsInSlash ? bytes + name.bytes : bytes + [Self.slash] + name.bytes)
    }

    /// The same path from the root, `.` and `..` left as they are: through a link they mean what the kernel says.
    package func absolute(from folder: BytePath) -> BytePath {
        isAbsolute ? self : folder.appending(self)
    }

    /// The path without the slashes at its end; the root keeps one.
    package var trimmed: BytePath {
        var end = bytes.count
        while end > 1, bytes[end - 1] == Self.slash { end -= 1 }
        return BytePath(bytes: Array(bytes[..<end]))
    }

    /// The last name of the path, empty only for an empty path or the root.
    package var lastComponent: [UInt8] {
        let path = trimmed.bytes
        guard let cut = path.lastIndex(of: Self.slash) else { return path }
        return Array(path[(cut + 1)...])
    }

    /// Everything before the last name: empty for a single name, `/` for a name in the root.
    package var parent: BytePath {
        let path = trimmed.bytes
        guard let cut = path.lastIndex(of: Self.slash) else { return BytePath(bytes: []) }
        return cut == 0 ? BytePath("/") : BytePath(bytes: Array(path[..<cut])).trimmed
    }

    /// The last name without its extension; a leading dot does not begin one.
    package var stem: [UInt8] {
        let name = lastComponent
        return Array(name[..<Self.extensionStart(name)])
    }

    /// What follows the last dot of the last name, without the dot; empty where there is none.
    package var fileExtension: [UInt8] {
        let name = lastComponent
        return Array(name[Self.extensionStart(name)...].dropFirst())
    }

    /// Position of the dot that begins the extension, or the end.
    private static func extensionStart(_ name: [UInt8]) -> Int {
        guard let cut = name.lastIndex(of: dot), name[..<cut].contains(where: { $0 != dot }) else {
            return name.count
        }
        return cut
    }
}

extension BytePath: CustomStringConvertible {
    /// The path as it may be shown on a terminal.
    package var description: String { SafeText.escaped(bytes) }
}

extension BytePath: Comparable {
    package static func < (left: BytePath, right: BytePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
