/// The right to one slot of the frame pool, once: a slot given out again has a higher generation.
///
/// Shape: 16 bytes: slot u32, reserved u32, generation u64.
package struct SlotLease: Hashable, Sendable {
    package var slot: Int
    package var generation: UInt64

    package init(slot: Int, generation: UInt64) {
        self.slot = slot
        self.generation = generation
    }

    func write(to writer: inout ByteWriter) {
        writer.put(UInt32(truncatingIfNeeded: slot))
        writer.pad(4)
        writer.put(generation)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        slot = Int(try reader.take(UInt32.self))
        try reader.skipZeros(4)
        generation = try reader.take(UInt64.self)
    }
}

/// A shown frame of the medium, in presentation order.
///
/// Shape: 40 bytes: frame u64, ticks i64, duration i64, change f32, looks u16, flags u16, reserved u64.
/// Units: ticks of the stream's time base, as the pass was begun with.
///
/// ``change`` is brought into its range when written; a reader refuses any other.
package struct FrameMark: Hashable, Sendable {
    package var frame: Int
    package var ticks: Int64
    package var durationTicks: Int64
    /// 0 (same picture as before) ... 1.
    package var change: Float
    /// How many detector looks at this frame follow.
    package var looks: Int
    package var isKeyframe: Bool

    package init(frame: Int, ticks: Int64, durationTicks: Int64, change: Float, looks: Int, isKeyframe: Bool) {
        self.frame = frame
        self.ticks = ticks
        self.durationTicks = durationTicks
        self.change = change
        self.looks = looks
        self.isKeyframe = isKeyframe
    }

    func write(to writer: inout ByteWriter) {
        writer.put(UInt64(frame))
        writer.put(ticks)
        writer.put(durationTicks)
        // NaN compares false with everything; not knowing how much changed counts as a new shot.
        writer.put(change >= 0 ? min(change, 1) : change < 0 ? 0 : 1)
        writer.put(UInt16(truncatingIfNeeded: looks))
        writer.put(UInt16(isKeyframe ? 1 : 0))
        writer.pad(8)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        frame = try reader.takeFrame()
        ticks = try reader.take(Int64.self)
        durationTicks = try reader.take(Int64.self)
        change = try reader.takeFloat()
        guard (0...1).contains(change) else { throw .badValue("change") }
        looks = Int(try reader.take(UInt16.self))
        let flags = try reader.take(UInt16.self)
        guard flags <= 1 else { throw .badValue("flags") }
        isKeyframe = flags == 1
        try reader.skipZeros(8)
    }
}

/// How much a decoder sent in one pass; the supervisor holds every other count against it.
///
/// Shape: 32 bytes: frames u64, looks u64, packets u64, flags u64 (bit 0: the file ended before its time).
package struct FrameTotals: Hashable, Sendable {
    package var frames: Int
    package var looks: Int
    package var packets: Int
    package var isTruncated: Bool

    package init(frames: Int, looks: Int, packets: Int, isTruncated: Bool = false) {
        self.frames = frames
        self.looks = looks
        self.packets = packets
        self.isTruncated = isTruncated
    }

    func write(to writer: inout ByteWriter) {
        writer.put(UInt64(frames))
        writer.put(UInt64(looks))
        writer.put(UInt64(packets))
        writer.put(UInt64(isTruncated ? 1 : 0))
    }

    init(from reader: inout ByteReader) throws(WireError) {
        frames = try reader.takeFrame()
        looks = try reader.takeFrame()
        packets = try reader.takeFrame()
        let flags = try reader.take(UInt64.self)
        guard flags <= 1 else { throw .badValue("flags") }
        isTruncated = flags == 1
    }
}

/// Coded sound packets lying in a slot, one after another, each with its own small header (see ``SoundPacket``).
///
/// Shape: 24 bytes: slot u32, bytes u32, generation u64, count u32, reserved u32.
package struct PacketBatch: Hashable, Sendable {
    package var lease: SlotLease
    package var byteCount: Int
    package var count: Int

    package init(lease: SlotLease, byteCount: Int, count: Int) {
        self.lease = lease
        self.byteCount = byteCount
        self.count = count
    }

    func write(to writer: inout ByteWriter) {
        writer.put(UInt32(truncatingIfNeeded: lease.slot))
        writer.put(UInt32(truncatingIfNeeded: byteCount))
        writer.put(lease.generation)
        writer.put(UInt32(truncatingIfNeeded: count))
        writer.pad(4)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let slot = Int(try reader.take(UInt32.self))
        byteCount = Int(try reader.take(UInt32.self))
        lease = SlotLease(slot: slot, generation: try reader.take(UInt64.self))
        count = Int(try reader.take(UInt32.self))
        try reader.skipZeros(4)
        // At most 2^32 packets of 40 bytes: far from overflow.
        guard count > 0, count * SoundPacket.headerBytes <= byteCount else { throw .badValue("count") }
    }
}

extension ByteReader {
    /// A count or frame number: non-negative and far from overflow.
    mutating func takeFrame() throws(WireError) -> Int {
        let value = try take(UInt64.self)
        guard value < 1 << 48 else { throw .badValue("frame") }
        return Int(value)
    }
}
