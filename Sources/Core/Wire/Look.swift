import TimelineCore

/// Who a picture in a slot is for.
package enum LookRole: UInt8, Sendable, CaseIterable {
    /// A detector answers with ``DetectionReply``.
    case detect = 1
    /// The compositor paints and encodes it, and answers with ``PaintRecord``; of a face for a contact sheet, it keeps
    /// the sharpest and answers with a release.
    case paint = 2
    /// The validator inspects it, and answers with a release.
    case inspect = 3
}

/// A picture in a slot: all or part of a frame at some scale.
///
/// Shape: 120 bytes: frame u64, ticks i64, duration i64, slot u32, look u16, looks u16, generation u64, role u8,
///        format u8, matrix u8, range u8, flags u32, width u32, height u32, offsets 3 x u32, strides 3 x u32,
///        originX f64, originY f64, scaleX f64, scaleY f64, minimum score f32, reserved u32.
/// Units: offsets and strides in bytes, sizes in slot pixels, origin in picture pixels, scale in picture pixels per
///        slot pixel.
package struct Look: Hashable, Sendable {
    package var frame: Int
    package var ticks: Int64
    package var durationTicks: Int64
    package var lease: SlotLease
    /// Number of this look among those at the frame, from 0, and their count; for a contact sheet, the face's place
    /// among those shown, and their count.
    package var look: Int
    package var looks: Int
    package var role: LookRole
    package var layout: PictureLayout
    package var geometry: LookGeometry
    /// Detections below this are not asked for.
    package var minimumScore: Float
    /// Colour grids are asked for.
    package var wantsGrid: Bool
    /// Where nothing is found, the picture is to be looked at turned as well.
    package var triesTurns: Bool

    package init(
        frame: Int, ticks: Int64, durationTicks: Int64, lease: SlotLease, look: Int, looks: Int, role: LookRole,
        layout: PictureLayout, geometry: LookGeometry, minimumScore: Float = 0, wantsGrid: Bool = false,
        triesTurns: Bool = false
    ) {
        self.frame = frame
        self.ticks = ticks
        self.durationTicks = durationTicks
        self.lease = lease
        self.look = look
        self.looks = looks
        self.role = role
        self.layout = layout
        self.geometry = geometry
        self.minimumScore = minimumScore
        self.wantsGrid = wantsGrid
        self.triesTurns = triesTurns
    }

    /// Picture pixels per slot pixel that a look may have: no side is longer than 2^20 pixels (see
    /// ``PictureLayout/isSound(capacity:)``), so no scale in use comes near, and boxes stay finite in 32 bits.
    static let scales = 1.0 / 65536...65536
    /// Pixels: as above, with room for looks that reach over an edge.
    static let farthestOrigin = 16_777_216.0

    func write(to writer: inout ByteWriter) {
        writer.put(UInt64(frame))
        writer.put(ticks)
        writer.put(durationTicks)
        writer.put(UInt32(truncatingIfNeeded: lease.slot))
        writer.put(UInt16(truncatingIfNeeded: look))
        writer.put(UInt16(truncatingIfNeeded: looks))
        writer.put(lease.generation)
        writer.put(role.rawValue)
        writer.put(layout.format.rawValue)
        writer.put(layout.matrix.rawValue)
        writer.put(UInt8(layout.fullRange ? 1 : 0))
        writer.put(UInt32((wantsGrid ? 1 : 0) | (triesTurns ? 2 : 0)))
        writer.put(UInt32(truncatingIfNeeded: layout.size.width))
        writer.put(UInt32(truncatingIfNeeded: layout.size.height))
        for offset in layout.offsets { writer.put(UInt32(truncatingIfNeeded: offset)) }
        for stride in layout.strides { writer.put(UInt32(truncatingIfNeeded: stride)) }
        writer.put(geometry.originX)
        writer.put(geometry.originY)
        writer.put(geometry.scaleX)
        writer.put(geometry.scaleY)
        writer.put(minimumScore)
        writer.pad(4)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        frame = try reader.takeFrame()
        ticks = try reader.take(Int64.self)
        durationTicks = try reader.take(Int64.self)
        let slot = Int(try reader.take(UInt32.self))
        look = Int(try reader.take(UInt16.self))
        looks = Int(try reader.take(UInt16.self))
        guard look < looks else { throw .badValue("look") }
        lease = SlotLease(slot: slot, generation: try reader.take(UInt64.self))
        guard let role = LookRole(rawValue: try reader.take(UInt8.self)) else { throw .badValue("role") }
        self.role = role
        var flags: UInt32 = 0
        layout = try Self.layout(from: &reader, flags: &flags)
        wantsGrid = flags & 1 != 0
        triesTurns = flags & 2 != 0
        geometry = LookGeometry(
            originX: try reader.takeDouble(), originY: try reader.takeDouble(),
            scaleX: try reader.takeDouble(), scaleY: try reader.takeDouble()
        )
        guard Self.scales.contains(geometry.scaleX), Self.scales.contains(geometry.scaleY) else {
            throw .badValue("scale")
        }
        guard abs(geometry.originX) <= Self.farthestOrigin, abs(geometry.originY) <= Self.farthestOrigin else {
            throw .badValue("origin")
        }
        minimumScore = try reader.takeFloat()
        guard (0...1).contains(minimumScore) else { throw .badValue("minimum score") }
        try reader.skipZeros(4)
    }

    private static func layout(
        from reader: inout ByteReader, flags: inout UInt32
    ) throws(WireError) -> PictureLayout {
        guard let format = PixelFormat(rawValue: try reader.take(UInt8.self)) else { throw .badValue("format") }
        guard let matrix = ColourMatrix(rawValue: try reader.take(UInt8.self)) else { throw .badValue("matrix") }
        let range = try reader.take(UInt8.self)
        guard range <= 1 else { throw .badValue("range") }
        flags = try reader.take(UInt32.self)
        guard flags <= 3 else { throw .badValue("flags") }
        let size = PixelSize(width: Int(try reader.take(UInt32.self)), height: Int(try reader.take(UInt32.self)))
        var numbers: [Int] = []
        for _ in 0..<6 { numbers.append(Int(try reader.take(UInt32.self))) }
        return PictureLayout(
            format: format, size: size, offsets: Array(numbers[0..<3]), strides: Array(numbers[3..<6]),
            matrix: matrix, fullRange: range == 1
        )
    }
}
