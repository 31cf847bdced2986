/// A path as the kernel sees it: bytes, which need not be UTF-8.
///
/// Two paths are equal when their bytes are; nothing is resolved or normalised.
package struct JobPath: Hashable, Sendable {
    /// Without the terminating zero.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ string: String) { bytes = Array(string.utf8) }

    /// Lends the path to a C function.
    ///
    /// - Throws: ``PlatformError/malformedPath(_:)`` for an empty path or one with a zero byte, which C would read
    ///   as another, shorter path.
    package func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) throws(PlatformError) -> R {
        guard !bytes.isEmpty, !bytes.contains(0) else { throw .malformedPath(self) }
        return (bytes + [0]).withUnsafeBytes { raw in
            raw.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else {
                    preconditionFailure("an array with a zero is not empty")
                }
                return body(start)
            }
        }
    }

    /// The exact text, or nil where the bytes are not UTF-8.
    package var string: String? { String(validating: bytes, as: UTF8.self) }

    package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

    /// The name after the last slash; trailing slashes do not count.
    ///
    /// "/" for the root.
    package var lastComponent: JobPath {
        let trimmed = withoutTrailingSlashes
        guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")), trimmed.count > 1 else {
            return JobPath(bytes: Array(trimmed))
        }
        return JobPath(bytes: Array(trimmed[(slash + 1)...]))
    }

    /// The directory that holds the name: "." for a bare name, "/" for the root.
    package var parent: JobPath {
        let trimmed = withoutTrailingSlashes
        guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let kept = JobPath(bytes: Array(trimmed[..<slash])).withoutTrailingSlashes
        return kept.isEmpty ? "/" : JobPath(bytes: Array(kept))
    }

    /// The part of the last component after its last dot, without the dot; empty where there is none.
    ///
    /// A leading dot marks a hidden file, not an extension.
    package var `extension`: JobPath {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return JobPath(bytes: []) }
        return JobPath(bytes: Array(name[(dot + 1)...]))
    }

    /// The last component without its extension and the dot before it.
    package var stem: JobPath {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return JobPath(bytes: name) }
        return JobPath(bytes: Array(name[..<dot]))
    }

    package var isHidden: Bool { lastComponent.bytes.first == UInt8(ascii: ".") }

    /// This path, a slash, and the component.
    package func appending(_ component: JobPath) -> JobPath {
        let base = bytes.isEmpty || bytes.last == UInt8(ascii: "/") ? bytes : bytes + [UInt8(ascii: "/")]
        return JobPath(bytes: base + component.bytes)
    }

    /// This path with bytes put directly behind it, such as an extension with its dot.
    package func suffixed(_ suffix: String) -> JobPath { JobPath(bytes: bytes + suffix.utf8) }

    private var withoutTrailingSlashes: ArraySlice<UInt8> {
        var end = bytes.count
        while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return bytes[..<end]
    }
}

extension JobPath: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}

extension JobPath: Comparable {
    /// Byte order, the same on every machine and in every locale.
    package static func < (left: JobPath, right: JobPath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension JobPath: CustomStringConvertible {
    /// For people: bytes that are not UTF-8 and control characters (which could steer a terminal) become U+FFFD.
    package var description: String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            text.unicodeScalars.append(JobPath.isUnprintable(scalar) ? "\u{FFFD}" : scalar)
        }
        return text
    }

    /// Control, format (also those that turn the direction of text), line and paragraph separators.
    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar != "\u{200D}"
        default: false
        }
    }
}
