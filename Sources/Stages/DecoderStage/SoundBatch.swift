import Digest
import Media
import Wire

/// Sound packets on their way into a slot, and the fingerprint of all that passed.
struct SoundBatch {
    private let isWanted: Bool
    /// Uncoded samples, which containers put together to packets of any size.
    private let isPCM: Bool
    private var packets: [SoundPacket] = []
    private var bytes = 0
    private var digest = SHA256()
    private(set) var count = 0

    /// Few enough slots are spent on sound, and it never lags far behind the pictures.
    private static let dueBytes = 32 << 10
    private static let duePackets = 50

    init(isWanted: Bool, codec: String) {
        self.isWanted = isWanted
        isPCM = codec.hasPrefix("pcm_")
    }

    var isEmpty: Bool { packets.isEmpty }
    var isDue: Bool { bytes >= Self.dueBytes || packets.count >= Self.duePackets }

    mutating func add(_ packets: [AudioPacket]) {
        for packet in packets { add(packet) }
    }

    private mutating func add(_ packet: AudioPacket) {
        guard isWanted else { return }
        let packet = SoundPacket(packet)
        packets.append(packet)
        bytes += packet.encodedCount
        count += 1
        digest.update(packet.bytes)
    }

    /// Drops what waits; it was only to be counted.
    mutating func forget() {
        packets = []
        bytes = 0
    }

    /// As many packets as fit, in order.
    mutating func takeBatch(capacity: Int) -> (bytes: [UInt8], count: Int) {
        var batch: [UInt8] = []
        var taken = 0
        while taken < packets.count, batch.count + packets[taken].encodedCount <= capacity {
            batch += packets[taken].encoded()
            taken += 1
        }
        packets.removeFirst(taken)
        bytes -= batch.count
        return (batch, taken)
    }

    /// Number of packets, where it says something, and the digest of their bytes; nil where there is no sound.
    var fingerprint: String? {
        guard isWanted, count > 0 else { return nil }
        return "\(isPCM ? "" : "\(count)"):\(digest.hexadecimal())"
    }
}
