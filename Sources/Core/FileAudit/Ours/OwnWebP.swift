/// One picture chunk, with alpha also an extended head; or an extended head, the loops and frames, each with its picture.
struct OwnWebP {
    private let region: Region

    init(_ region: Region) { self.region = region }

    /// Flags of the extended head: alpha, animation.
    private static let alpha = 0x10
    private static let animation = 0x02
    private static let pictures: [[FourCC]] = [["VP8 "], ["VP8L"], ["ALPH", "VP8 "]]

    func check() {
        if region.little32(4) != region.count - 8 { region.unexpectedValue("size of the file", 4) }
        var seen: [FourCC] = []
        var flags = 0
        walk(region, from: 12) { type, body in
            seen.append(type)
            switch type {
            case "VP8X": flags = checkHead(body)
            case "ANIM": if body.count != 6 { body.unexpectedValue("ANIM") }
            case "ANMF": checkFrame(body)
            default: break
            }
        }
        if !isAllowed(seen, flags) {
            region.unexpectedPart("chunks \(seen.prefix(8).map(\.shown).joined(separator: " "))", 12)
        }
    }

    private func isAllowed(_ seen: [FourCC], _ flags: Int) -> Bool {
        if flags & Self.animation != 0 {
            return seen.count > 2 && seen.prefix(2) == ["VP8X", "ANIM"] && seen.dropFirst(2).allSatisfy { $0 == "ANMF" }
        }
        return [["VP8 "], ["VP8L"], ["VP8X", "ALPH", "VP8 "], ["VP8X", "VP8L"]].contains(seen)
    }

    /// Hands out each chunk, which must fill the region to its end.
    private func walk(_ part: Region, from start: Int, _ body: (FourCC, Region) -> Void) {
        var offset = start
        while let type = part.code(offset), let length = part.little32(offset + 4), part.file.spend() {
            guard let chunk = part.slice(offset + 8, length) else {
                part.note(.unexpectedBytes, "the end is missing", offset)
                return
            }
            body(type, chunk)
            if length % 2 == 1, part.u8(offset + 8 + length) != 0 { part.unexpectedValue("padding", offset) }
            offset += 8 + length + length % 2
        }
        part.expectEnd(at: offset)
    }

    /// Alpha, animation or both, and no other flag.
    private func checkHead(_ body: Region) -> Int {
        let flags = body.u8(0) ?? 0
        if body.count != 10 || flags & ~(Self.alpha | Self.animation) != 0 || flags == 0 || !body.isZero(1, 3) {
            body.unexpectedValue("VP8X")
        }
        return flags
    }

    /// Place and time of a frame in 16 bytes, then its picture.
    private func checkFrame(_ body: Region) {
        var seen: [FourCC] = []
        walk(body, from: 16) { type, _ in seen.append(type) }
        if !Self.pictures.contains(seen) {
            body.unexpectedPart("a frame of \(seen.prefix(4).map(\.shown).joined(separator: " "))")
        }
    }
}
