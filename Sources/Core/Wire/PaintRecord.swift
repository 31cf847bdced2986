import TimelineCore

/// The compositor's statement about one frame: what it painted, and where.
///
/// Shape: 40 bytes: frame u64, ticks i64, slot u32, count u32, generation u64, reserved u64; then `count` records of
///        24 bytes: kind u8 (0 face, 1 region), 3 reserved, number u32, left, top, right, bottom i32.
package struct PaintRecord: Hashable, Sendable {
    /// One cover that was painted.
    package struct Entry: Hashable, Sendable {
        package var subject: CoverSubject
        /// Pixels of the upright picture.
        package var area: PixelRect

        package init(subject: CoverSubject, area: PixelRect) {
            self.subject = subject
            self.area = area
        }
    }

    /// More entries than this in one frame are nonsense, and refused.
    package static let limit = 4000

    package var frame: Int
    package var ticks: Int64
    /// The slot given back; a photo, which needs none, says slot `UInt32.max`.
    package var lease: SlotLease
    package var entries: [Entry]

    package init(frame: Int, ticks: Int64, lease: SlotLease, entries: [Entry]) {
        self.frame = frame
        self.ticks = ticks
        self.lease = lease
        self.entries = entries
    }

    /// Stands for no slot: a photo's record.
    package static let noSlot = SlotLease(slot: Int(UInt32.max), generation: 0)

    func write(to writer: inout ByteWriter) {
        writer.put(UInt64(frame))
        writer.put(ticks)
        writer.put(UInt32(truncatingIfNeeded: lease.slot))
        writer.put(UInt32(entries.count))
        writer.put(lease.generation)
        writer.pad(8)
        for entry in entries {
            let (kind, number) =
                switch entry.subject {
                case .face(let id): (UInt8(0), id)
                case .region(let index): (UInt8(1), index)
                }
            writer.put(kind)
            writer.pad(3)
            writer.put(UInt32(truncatingIfNeeded: number))
            for edge in [entry.area.left, entry.area.top, entry.area.right, entry.area.bottom] {
                writer.put(Int32(clamping: edge))
            }
        }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        frame = try reader.takeFrame()
        ticks = try reader.take(Int64.self)
        let slot = Int(try reader.take(UInt32.self))
        let count = Int(try reader.take(UInt32.self))
        guard count <= Self.limit else { throw .tooMany(count) }
        lease = SlotLease(slot: slot, generation: try reader.take(UInt64.self))
        try reader.skipZeros(8)
        entries = []
        for _ in 0..<count {
            let kind = try reader.take(UInt8.self)
            guard kind <= 1 else { throw .badValue("kind") }
            try reader.skipZeros(3)
            let number = Int(try reader.take(UInt32.self))
            let area = PixelRect(
                left: Int(try reader.take(Int32.self)), top: Int(try reader.take(Int32.self)),
                right: Int(try reader.take(Int32.self)), bottom: Int(try reader.take(Int32.self))
            )
            entries.append(Entry(subject: kind == 0 ? .face(number) : .region(number), area: area))
        }
    }
}
