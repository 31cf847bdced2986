/// Builds a message byte by byte, little-endian.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init(reserving count: Int) { bytes.reserveCapacity(count) }

    mutating func put<T: FixedWidthInteger>(_ value: T) {
        var rest = T.Magnitude(truncatingIfNeeded: value)
        for _ in 0..<(T.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest = T.bitWidth > 8 ? rest >> 8 : 0
        }
    }

    mutating func put(_ value: Double) { put(value.bitPattern) }
    mutating func put(_ value: Float) { put(value.bitPattern) }
    mutating func put(raw: [UInt8]) { bytes.append(contentsOf: raw) }
    mutating func pad(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }
}

/// Reads a message byte by byte, little-endian; refuses to read past its end.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var remaining: Int { bytes.count - position }

    mutating func take<T: FixedWidthInteger>(_: T.Type = T.self) throws(WireError) -> T {
        let size = T.bitWidth / 8
        guard remaining >= size else { throw .truncated }
        var value: T.Magnitude = 0
        for index in (0..<size).reversed() {
            value = T.bitWidth > 8 ? value << 8 : 0
            value |= T.Magnitude(bytes[position + index])
        }
        position += size
        return T(truncatingIfNeeded: value)
    }

    mutating func takeDouble() throws(WireError) -> Double {
        let value = Double(bitPattern: try take(UInt64.self))
        guard value.isFinite else { throw .notANumber }
        return value
    }

    mutating func takeFloat() throws(WireError) -> Float {
        let value = Float(bitPattern: try take(UInt32.self))
        guard value.isFinite else { throw .notANumber }
        return value
    }

    mutating func take(bytes count: Int) throws(WireError) -> [UInt8] {
        guard count >= 0, remaining >= count else { throw .truncated }
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }

    /// Reserved bytes must be zero, so that they can be given a meaning in a later version.
    mutating func skipZeros(_ count: Int) throws(WireError) {
        for byte in try take(bytes: count) where byte != 0 { throw .reservedNotZero }
    }
}
