/// An MPEG transport stream: its programmes' tables, from the first megabytes.
///
/// Source: ISO/IEC 13818-1, 2.4; SCTE 35; ETSI EN 300 468.
final class TransportWalker {
    private let region: Region
    private var programTables: Set<Int> = []
    private var videoStreams: Set<Int> = []
    private var soundStreams: Set<Int> = []
    /// Tables come several times a second.
    private static let limit = 4 << 20

    init(_ region: Region) { self.region = region }

    /// Bytes of a packet and before its first sync byte; nil where the file is no transport stream.
    static func packetShape(_ region: Region) -> (step: Int, lead: Int)? {
        for (step, lead) in [(188, 0), (192, 4), (204, 0)] {
            guard region.count >= lead + 4 * step else { continue }
            if (0..<5).allSatisfy({ $0 * step + lead >= region.count || region.u8($0 * step + lead) == 0x47 }) {
                return (step, lead)
            }
        }
        return nil
    }

    func run() {
        guard let (step, lead) = Self.packetShape(region) else { return }
        var offset = lead
        while offset + 188 <= min(region.count, Self.limit), region.file.spend() {
            guard region.u8(offset) == 0x47 else {
                region.note(.damaged, "a packet out of step", offset)
                break
            }
            if let packet = region.slice(offset, 188) { walk(packet) }
            offset += step
        }
        if programTables.isEmpty { region.note(.damaged, "no table of programmes") }
        MessageSearch.run(region)
    }

    private func walk(_ packet: Region) {
        guard let head = packet.u32(0), head & 0x40_0000 != 0, head & 0x10 != 0 else { return }
        let stream = (head >> 8) & 0x1FFF
        let payload = packet.from(head & 0x20 != 0 ? 5 + (packet.u8(4) ?? 0) : 4)
        // A table begins behind a pointer.
        guard let pointer = payload.u8(0) else { return }
        let table = payload.from(1 + pointer)
        switch stream {
        case 0: readPrograms(table)
        case 0x11: if table.u8(0) == 0x42 { table.note(.movieText, "names of services") }
        case 0x12: table.note(.movieText, "programme guide")
        case 0x14: table.note(.movieDate, "time of day")
        default: if programTables.contains(stream), table.u8(0) == 2 { readStreams(table) }
        }
    }

    private func readPrograms(_ table: Region) {
        guard table.u8(0) == 0, let length = table.u16(1).map({ $0 & 0xFFF }) else { return }
        for offset in stride(from: 8, to: 3 + length - 4, by: 4) {
            guard let program = table.u16(offset), let stream = table.u16(offset + 2) else { return }
            if program != 0 { programTables.insert(stream & 0x1FFF) }
        }
    }

    private func readStreams(_ table: Region) {
        guard let length = table.u16(1).map({ $0 & 0xFFF }), let info = table.u16(10) else { return }
        var offset = 12 + (info & 0xFFF)
        while offset + 5 <= 3 + length - 4, let kind = table.u8(offset), let stream = table.u16(offset + 1),
            let size = table.u16(offset + 3)
        {
            note(kind, stream & 0x1FFF, table)
            offset += 5 + (size & 0xFFF)
        }
    }

    private func note(_ kind: Int, _ stream: Int, _ table: Region) {
        let text = "stream type 0x\(String(kind, radix: 16))"
        switch kind {
        case 0x01, 0x02, 0x10, 0x1B, 0x1E, 0x20, 0x21, 0x24, 0x33, 0x42, 0xD1, 0xEA:
            if videoStreams.insert(stream).inserted, videoStreams.count > 1 { table.note(.movieExtraVideo, text) }
        case 0x03, 0x04, 0x0F, 0x11, 0x1C, 0x80, 0x81, 0x82...0x85, 0x87, 0xA1:
            if soundStreams.insert(stream).inserted, soundStreams.count > 1 { table.note(.movieExtraAudio, text) }
        case 0x90...0x92: table.note(.movieSubtitles, text)
        default: table.note(.movieData, text)
        }
    }
}
