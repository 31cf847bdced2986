/// Why bytes from another process were not taken for a message.
package enum WireError: Error, Equatable, Sendable {
    case truncated
    case trailingBytes
    case badMagic
    case unknownVersion(UInt8)
    case unknownType(UInt8)
    case reservedNotZero
    case notANumber
    case badValue(String)
    case tooMany(Int)
}
