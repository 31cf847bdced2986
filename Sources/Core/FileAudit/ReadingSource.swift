/// A source that reads through a closure, for files whose descriptors other layers hold.
package struct ReadingSource: ByteSource {
    /// Reads at most so many bytes at an offset; fewer only at the end.
    package typealias Read = (_ offset: Int, _ count: Int) throws(AuditError) -> [UInt8]

    package let count: Int
    private let read: Read

    /// - Parameter count: length in bytes when the audit begins.
    package init(count: Int, read: @escaping Read) {
        self.count = count
        self.read = read
    }

    /// Asks the closure.
    package func bytes(at offset: Int, count: Int) throws(AuditError) -> [UInt8] { try read(offset, count) }
}
