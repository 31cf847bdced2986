/// One coded sound packet as it lies in a slot.
///
/// Shape: 40 bytes: pts i64, dts i64, duration i64 (ticks of the sound's time base), flags u32, size u32, skip-start
///        u32, skip-end u32 (samples to drop); then `size` bytes.
package struct SoundPacket: Hashable, Sendable {
    package static let headerBytes = 40

    /// Bits of ``flags``: decodable on its own; outside the part that is heard; `pts` and `dts` say something.
    package static let isKey: UInt32 = 1
    package static let isHidden: UInt32 = 2
    package static let hasPTS: UInt32 = 4
    package static let hasDTS: UInt32 = 8

    package var pts: Int64
    package var dts: Int64
    package var duration: Int64
    package var flags: UInt32
    package var skipStart: UInt32
    package var skipEnd: UInt32
    package var bytes: [UInt8]

    package init(
        pts: Int64, dts: Int64, duration: Int64, flags: UInt32, skipStart: UInt32 = 0, skipEnd: UInt32 = 0,
        bytes: [UInt8]
    ) {
        self.pts = pts
        self.dts = dts
        self.duration = duration
        self.flags = flags
        self.skipStart = skipStart
        self.skipEnd = skipEnd
        self.bytes = bytes
    }

    /// Bytes the packet takes in a slot.
    package var encodedCount: Int { Self.headerBytes + bytes.count }

    /// The packet as it lies in a slot.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter(reserving: encodedCount)
        writer.put(pts)
        writer.put(dts)
        writer.put(duration)
        writer.put(flags)
        writer.put(UInt32(bytes.count))
        writer.put(skipStart)
        writer.put(skipEnd)
        writer.put(raw: bytes)
        return writer.bytes
    }

    /// Reads all packets of a batch.
    ///
    /// - Throws: ``WireError/tooMany(_:)`` when so many cannot lie in these bytes, ``WireError/truncated``,
    ///   ``WireError/trailingBytes``.
    package static func decodedAll(_ bytes: [UInt8], count: Int) throws(WireError) -> [SoundPacket] {
        guard (0...bytes.count / headerBytes).contains(count) else { throw .tooMany(count) }
        var reader = ByteReader(bytes)
        var packets: [SoundPacket] = []
        for _ in 0..<count {
            let pts = try reader.take(Int64.self)
            let dts = try reader.take(Int64.self)
            let duration = try reader.take(Int64.self)
            let flags = try reader.take(UInt32.self)
            let size = Int(try reader.take(UInt32.self))
            let start = try reader.take(UInt32.self)
            let end = try reader.take(UInt32.self)
            packets.append(
                SoundPacket(
                    pts: pts, dts: dts, duration: duration, flags: flags, skipStart: start, skipEnd: end,
                    bytes: try reader.take(bytes: size)
                )
            )
        }
        guard reader.remaining == 0 else { throw .trailingBytes }
        return packets
    }
}
