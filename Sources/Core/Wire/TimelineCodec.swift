import TimelineCore

/// The timeline as it is handed from process to process: compact, complete and exact (the JSON document is for
/// people and other programs).
///
/// Shape: magic "SFT1", version u8, kind u8, reserved u16, width u32, height u32, counts u32 of frames, cuts, faces,
///        regions, then those in that order. Protocols/timeline.md has the table.
package enum TimelineCodec {
    private static let magic: UInt32 = 0x3154_4653
    private static let version: UInt8 = 1
    /// Bytes an entry of each list takes at least.
    private static let timeBytes = 8
    private static let cutBytes = 4
    private static let faceBytes = 12
    private static let sampleBytes = 56
    private static let regionBytes = 24
    private static let keyframeBytes = 40

    /// The timeline as bytes; ``decoded(_:)`` reads them back as they were.
    package static func encoded(_ timeline: Timeline) -> [UInt8] {
        var writer = ByteWriter(reserving: 64 + timeline.frameTimes.count * 8)
        writer.put(magic)
        writer.put(version)
        writer.put(timeline.kind.rawValue)
        writer.pad(2)
        writer.put(UInt32(timeline.size.width))
        writer.put(UInt32(timeline.size.height))
        for count in [timeline.frameTimes.count, timeline.cuts.count, timeline.faces.count, timeline.regions.count] {
            writer.put(UInt32(count))
        }
        for time in timeline.frameTimes { writer.put(time) }
        for cut in timeline.cuts { writer.put(UInt32(cut)) }
        for face in timeline.faces { write(face, to: &writer) }
        for region in timeline.regions { write(region, to: &writer) }
        return writer.bytes
    }

    /// Reads a timeline.
    ///
    /// - Throws: ``WireError`` for anything that is not exactly one timeline of this version with its lists in order.
    package static func decoded(_ bytes: [UInt8]) throws(WireError) -> Timeline {
        var reader = ByteReader(bytes)
        guard try reader.take(UInt32.self) == magic else { throw .badMagic }
        let version = try reader.take(UInt8.self)
        guard version == Self.version else { throw .unknownVersion(version) }
        guard let kind = MediaKind(rawValue: try reader.take(UInt8.self)) else { throw .badValue("kind") }
        try reader.skipZeros(2)
        let size = PixelSize(width: Int(try reader.take(UInt32.self)), height: Int(try reader.take(UInt32.self)))
        var counts: [Int] = []
        for _ in 0..<4 { counts.append(Int(try reader.take(UInt32.self))) }
        let sizes = [timeBytes, cutBytes, faceBytes, regionBytes]
        for (count, size) in zip(counts, sizes) { try require(count, of: size, in: reader) }
        var timeline = Timeline(kind: kind, size: size, frameTimes: [])
        for _ in 0..<counts[0] { timeline.frameTimes.append(try reader.takeDouble()) }
        for _ in 0..<counts[1] { timeline.cuts.append(Int(try reader.take(UInt32.self))) }
        guard isAscending(timeline.frameTimes, by: <=) else { throw .badValue("frame times") }
        guard timeline.cuts.first != 0, isAscending(timeline.cuts, by: <) else { throw .badValue("cuts") }
        for _ in 0..<counts[2] { timeline.faces.append(try face(from: &reader)) }
        for _ in 0..<counts[3] { timeline.regions.append(try region(from: &reader)) }
        guard reader.remaining == 0 else { throw .trailingBytes }
        return timeline
    }

    /// A count that the bytes at hand cannot hold is refused before anything is made for it.
    private static func require(_ count: Int, of bytes: Int, in reader: ByteReader) throws(WireError) {
        guard count <= reader.remaining / bytes else { throw .tooMany(count) }
    }

    private static func isAscending<T>(_ values: [T], by isInOrder: (T, T) -> Bool) -> Bool {
        zip(values, values.dropFirst()).allSatisfy { isInOrder($0, $1) }
    }

    private static func write(_ box: PixelBox, to writer: inout ByteWriter) {
        writer.put(box.x)
        writer.put(box.y)
        writer.put(box.width)
        writer.put(box.height)
    }

    private static func box(from reader: inout ByteReader) throws(WireError) -> PixelBox {
        let box = PixelBox(
            x: try reader.takeDouble(), y: try reader.takeDouble(), width: try reader.takeDouble(),
            height: try reader.takeDouble()
        )
        guard box.isSound else { throw .badValue("box") }
        return box
    }

    private static func write(_ face: FaceTrack, to writer: inout ByteWriter) {
        writer.put(UInt32(face.id))
        writer.put(UInt8(face.visible ? 1 : 0))
        writer.put(face.origin.rawValue)
        writer.put(UInt8(face.palette == nil ? 0 : 1))
        writer.pad(1)
        writer.put(UInt32(face.samples.count))
        if let palette = face.palette { writer.put(raw: palette.cells) }
        for sample in face.samples {
            writer.put(UInt32(sample.frame))
            writer.put(UInt32(sample.origin.rawValue))
            writer.put(sample.time)
            write(sample.box, to: &writer)
            writer.put(sample.score)
        }
    }

    private static func face(from reader: inout ByteReader) throws(WireError) -> FaceTrack {
        let id = Int(try reader.take(UInt32.self))
        let visible = try reader.take(UInt8.self)
        guard visible <= 1 else { throw .badValue("visible") }
        guard let origin = FaceOrigin(rawValue: try reader.take(UInt8.self)) else { throw .badValue("origin") }
        let hasPalette = try reader.take(UInt8.self)
        guard hasPalette <= 1 else { throw .badValue("palette") }
        try reader.skipZeros(1)
        let count = Int(try reader.take(UInt32.self))
        try require(count, of: sampleBytes, in: reader)
        let palette = hasPalette == 1 ? ColourGrid(cells: try reader.take(bytes: ColourGrid.byteCount)) : nil
        var samples: [FaceSample] = []
        for _ in 0..<count {
            let frame = Int(try reader.take(UInt32.self))
            let raw = try reader.take(UInt32.self)
            guard raw <= 255, let origin = SampleOrigin(rawValue: UInt8(raw)) else { throw .badValue("origin") }
            let time = try reader.takeDouble()
            let box = try box(from: &reader)
            samples.append(
                FaceSample(frame: frame, time: time, box: box, score: try reader.takeDouble(), origin: origin)
            )
        }
        guard isAscending(samples, by: { $0.frame < $1.frame }) else { throw .badValue("samples") }
        return FaceTrack(id: id, visible: visible == 1, samples: samples, origin: origin, palette: palette)
    }

    private static func write(_ region: ManualRegion, to writer: inout ByteWriter) {
        let name = Array(region.id.utf8)
        writer.put(UInt32(name.count))
        writer.put(raw: name)
        writer.put(region.from)
        writer.put(region.to)
        writer.put(UInt32(region.keyframes.count))
        for keyframe in region.keyframes {
            writer.put(keyframe.time)
            write(keyframe.box, to: &writer)
        }
    }

    private static func region(from reader: inout ByteReader) throws(WireError) -> ManualRegion {
        let length = Int(try reader.take(UInt32.self))
        guard let id = String(validating: try reader.take(bytes: length), as: UTF8.self) else {
            throw .badValue("region id")
        }
        let from = try reader.takeDouble()
        let to = try reader.takeDouble()
        // A region that ends before it starts, or is nowhere, would cover nothing although a person asked for it.
        guard from <= to else { throw .badValue("region times") }
        let count = Int(try reader.take(UInt32.self))
        guard count > 0 else { throw .badValue("keyframes") }
        try require(count, of: keyframeBytes, in: reader)
        var keyframes: [ManualRegion.Keyframe] = []
        for _ in 0..<count {
            let time = try reader.takeDouble()
            keyframes.append(ManualRegion.Keyframe(time: time, box: try box(from: &reader)))
        }
        guard isAscending(keyframes, by: { $0.time <= $1.time }) else { throw .badValue("keyframes") }
        return ManualRegion(id: id, keyframes: keyframes, from: from, to: to)
    }
}
