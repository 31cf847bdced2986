/// A NULL-terminated list of C strings in memory of its own, as exec wants it.
final class CStringList {
    private let storage: UnsafeMutablePointer<CChar>
    private let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// - Throws: ``PlatformError/malformedArgument`` for a string with a zero byte.
    init(_ strings: [[UInt8]]) throws(PlatformError) {
        guard strings.allSatisfy({ !$0.contains(0) }) else { throw .malformedArgument }
        let total = strings.reduce(0) { $0 + $1.count + 1 }
        storage = .allocate(capacity: max(total, 1))
        list = .allocate(capacity: strings.count + 1)
        var offset = 0
        for (index, string) in strings.enumerated() {
            (list + index).initialize(to: storage + offset)
            for byte in string {
                (storage + offset).initialize(to: CChar(bitPattern: byte))
                offset += 1
            }
            (storage + offset).initialize(to: 0)
            offset += 1
        }
        (list + strings.count).initialize(to: nil)
    }

    deinit {
        list.deallocate()
        storage.deallocate()
    }

    /// Valid as long as the list lives.
    var pointers: UnsafePointer<UnsafeMutablePointer<CChar>?> { UnsafePointer(list) }
}
