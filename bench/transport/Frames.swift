/// A frame of pseudo-random bytes, so that neither memory nor checksum is flattered by zeros.
func makeFrame(byteCount: Int, seed: UInt64) -> UnsafeMutableRawBufferPointer {
    let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
    var state = seed
    for offset in stride(from: 0, to: byteCount - 7, by: 8) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        frame.storeBytes(of: state, toByteOffset: offset, as: UInt64.self)
    }
    return frame
}

/// Reads every byte once: the sum of the frame as 64-bit words.
///
/// Four sums at a time, so that memory is the limit.
func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sums = SIMD4<UInt64>(repeating: 0)
    let whole = bytes.count / 32 * 32
    for offset in stride(from: 0, to: whole, by: 32) {
        sums &+= bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
    }
    var tail: UInt64 = 0
    for offset in stride(from: whole, to: bytes.count - 7, by: 8) {
        tail &+= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    return sums.wrappedSum() &+ tail
}

/// Eight little-endian bytes of each number.
func pack(_ numbers: [UInt64]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian, Array.init) }
}

/// The number at a place of a packed message.
func unpack(_ bytes: [UInt8], _ index: Int) -> UInt64 {
    bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)) }
}
