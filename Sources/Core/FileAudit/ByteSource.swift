/// Bytes that an audit reads a little at a time: a file, or memory.
package protocol ByteSource {
    /// Length in bytes; does not change while it is read.
    var count: Int { get }
    /// Reads at most `count` bytes at `offset`; fewer only where the source ends.
    ///
    /// - Throws: ``AuditError/unreadable`` where the medium cannot be read.
    func bytes(at offset: Int, count: Int) throws(AuditError) -> [UInt8]
}

/// Why an audit could not be made.
package enum AuditError: Error, Equatable, Sendable {
    /// The bytes could not be read; nothing is known of the file.
    case unreadable
}

/// A source in memory.
package struct MemorySource: ByteSource {
    private let content: [UInt8]

    /// Keeps the bytes.
    package init(_ content: [UInt8]) { self.content = content }

    package var count: Int { content.count }

    /// Never fails.
    package func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, offset < content.count, count > 0 else { return [] }
        return Array(content[offset..<offset + min(count, content.count - offset)])
    }
}
