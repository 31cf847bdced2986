// The data channel: fixed little-endian messages between the stages and the supervisor that routes them.
// Protocols/data.md describes every byte; Protocols/vectors/ holds valid and invalid examples.

/// One message of the data channel.
package enum DataMessage: Hashable, Sendable {
    /// Supervisor to decoder: this slot is yours to fill once.
    case grant(SlotLease)
    /// Decoder: a shown frame exists, with this time; so many looks at it follow.
    case mark(FrameMark)
    /// Decoder: a picture in a slot.
    case look(Look)
    /// Decoder: coded sound in a slot.
    case packets(PacketBatch)
    /// Detector: the answer to one look; an empty list says "no face here".
    case detections(DetectionReply)
    /// Compositor: what was painted into a frame.
    case painted(PaintRecord)
    /// Any reader of a slot that owes no other answer: done with it.
    case release(SlotLease)
    /// Decoder: nothing follows; these were sent.
    case endOfFrames(FrameTotals)

    package static let magic: UInt32 = 0x3157_4653
    package static let version: UInt8 = 1
    package static let headerBytes = 16
    /// A message longer than this is refused before it is read.
    package static let limitBytes = 1 << 20

    private var typeNumber: UInt8 {
        switch self {
        case .grant: 1
        case .mark: 2
        case .look: 3
        case .packets: 4
        case .detections: 5
        case .painted: 6
        case .release: 7
        case .endOfFrames: 8
        }
    }

    /// The message as bytes, header included.
    package func encoded(pass: UInt32) -> [UInt8] {
        var body = ByteWriter(reserving: 192)
        switch self {
        case .grant(let value), .release(let value): value.write(to: &body)
        case .mark(let value): value.write(to: &body)
        case .look(let value): value.write(to: &body)
        case .packets(let value): value.write(to: &body)
        case .detections(let value): value.write(to: &body)
        case .painted(let value): value.write(to: &body)
        case .endOfFrames(let value): value.write(to: &body)
        }
        var message = ByteWriter(reserving: Self.headerBytes + body.bytes.count)
        message.put(Self.magic)
        message.put(Self.version)
        message.put(typeNumber)
        message.put(UInt16(0))
        message.put(pass)
        message.put(UInt32(body.bytes.count))
        message.put(raw: body.bytes)
        return message.bytes
    }

    /// Reads one message.
    ///
    /// - Throws: ``WireError`` for anything that is not exactly one message of this version.
    package static func decoded(_ bytes: [UInt8]) throws(WireError) -> (pass: UInt32, message: DataMessage) {
        guard bytes.count <= limitBytes else { throw .tooMany(bytes.count) }
        var reader = ByteReader(bytes)
        guard try reader.take(UInt32.self) == magic else { throw .badMagic }
        let version = try reader.take(UInt8.self)
        guard version == Self.version else { throw .unknownVersion(version) }
        let type = try reader.take(UInt8.self)
        try reader.skipZeros(2)
        let pass = try reader.take(UInt32.self)
        let length = Int(try reader.take(UInt32.self))
        guard reader.remaining >= length else { throw .truncated }
        guard reader.remaining == length else { throw .trailingBytes }
        let message: DataMessage
        switch type {
        case 1: message = .grant(try SlotLease(from: &reader))
        case 2: message = .mark(try FrameMark(from: &reader))
        case 3: message = .look(try Look(from: &reader))
        case 4: message = .packets(try PacketBatch(from: &reader))
        case 5: message = .detections(try DetectionReply(from: &reader))
        case 6: message = .painted(try PaintRecord(from: &reader))
        case 7: message = .release(try SlotLease(from: &reader))
        case 8: message = .endOfFrames(try FrameTotals(from: &reader))
        default: throw .unknownType(type)
        }
        guard reader.remaining == 0 else { throw .trailingBytes }
        return (pass, message)
    }
}
