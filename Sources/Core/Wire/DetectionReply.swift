import TimelineCore

/// A detector's whole answer to one look, in coordinates of the upright picture.
///
/// Shape: 40 bytes: frame u64, slot u32, look u16, looks u16, generation u64, count u32, busy microseconds u32,
///        reserved u64; then `count` records of 304 bytes: x, y, width, height f32, score f32, five landmarks x, y f32,
///        flags u8 (bit 0: a grid is given, bit 1: landmarks are given), 243 grid bytes; what is not given is zero.
package struct DetectionReply: Hashable, Sendable {
    package static let recordBytes = 5 * 4 + 10 * 4 + 1 + ColourGrid.byteCount
    /// More than this in one look is nonsense, and refused.
    package static let limit = 3000
    private static let landmarkCount = 5

    package var frame: Int
    package var lease: SlotLease
    package var look: Int
    package var looks: Int
    package var busyMicroseconds: Int
    package var detections: [Detection]

    package init(look asked: Look, busyMicroseconds: Int, detections: [Detection]) {
        frame = asked.frame
        lease = asked.lease
        look = asked.look
        looks = asked.looks
        self.busyMicroseconds = busyMicroseconds
        self.detections = Array(detections.prefix(Self.limit))
    }

    func write(to writer: inout ByteWriter) {
        writer.put(UInt64(frame))
        writer.put(UInt32(truncatingIfNeeded: lease.slot))
        writer.put(UInt16(truncatingIfNeeded: look))
        writer.put(UInt16(truncatingIfNeeded: looks))
        writer.put(lease.generation)
        writer.put(UInt32(detections.count))
        writer.put(UInt32(clamping: busyMicroseconds))
        writer.pad(8)
        for detection in detections { Self.write(detection, to: &writer) }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        frame = try reader.takeFrame()
        let slot = Int(try reader.take(UInt32.self))
        look = Int(try reader.take(UInt16.self))
        looks = Int(try reader.take(UInt16.self))
        guard look < looks else { throw .badValue("look") }
        lease = SlotLease(slot: slot, generation: try reader.take(UInt64.self))
        let count = Int(try reader.take(UInt32.self))
        guard count <= Self.limit else { throw .tooMany(count) }
        busyMicroseconds = Int(try reader.take(UInt32.self))
        try reader.skipZeros(8)
        detections = []
        detections.reserveCapacity(count)
        for _ in 0..<count { detections.append(try Self.detection(from: &reader)) }
    }

    private static func write(_ detection: Detection, to writer: inout ByteWriter) {
        writer.put(Float(detection.box.x))
        writer.put(Float(detection.box.y))
        writer.put(Float(detection.box.width))
        writer.put(Float(detection.box.height))
        writer.put(Float(detection.score))
        let hasLandmarks = detection.landmarks.count == landmarkCount
        for index in 0..<landmarkCount {
            let point = hasLandmarks ? detection.landmarks[index] : PixelPoint(x: 0, y: 0)
            writer.put(Float(point.x))
            writer.put(Float(point.y))
        }
        writer.put(UInt8((detection.grid == nil ? 0 : 1) | (hasLandmarks ? 2 : 0)))
        if let grid = detection.grid {
            writer.put(raw: grid.cells)
        } else {
            writer.pad(ColourGrid.byteCount)
        }
    }

    private static func detection(from reader: inout ByteReader) throws(WireError) -> Detection {
        let box = PixelBox(
            x: Double(try reader.takeFloat()), y: Double(try reader.takeFloat()),
            width: Double(try reader.takeFloat()), height: Double(try reader.takeFloat())
        )
        guard box.width > 0, box.height > 0 else { throw .badValue("box") }
        let score = Double(try reader.takeFloat())
        guard (0...1).contains(score) else { throw .badValue("score") }
        var landmarks: [PixelPoint] = []
        for _ in 0..<landmarkCount {
            landmarks.append(PixelPoint(x: Double(try reader.takeFloat()), y: Double(try reader.takeFloat())))
        }
        let flags = try reader.take(UInt8.self)
        guard flags <= 3 else { throw .badValue("flags") }
        if flags & 2 == 0 {
            guard landmarks.allSatisfy({ $0 == PixelPoint(x: 0, y: 0) }) else { throw .reservedNotZero }
            landmarks = []
        }
        guard flags & 1 == 1 else {
            try reader.skipZeros(ColourGrid.byteCount)
            return Detection(box: box, score: score, landmarks: landmarks)
        }
        let grid = ColourGrid(cells: try reader.take(bytes: ColourGrid.byteCount))
        return Detection(box: box, score: score, landmarks: landmarks, grid: grid)
    }
}
