/// One picture chunk; with alpha also an extended head whose only flag is alpha.
struct OwnWebP {
    private let region: Region

    init(_ region: Region) { self.region = region }

    func check() {
        if region.little32(4) != region.count - 8 { region.unexpectedValue("size of the file", 4) }
        var offset = 12
        var seen: [FourCC] = []
        while let type = region.code(offset), let length = region.little32(offset + 4), region.file.spend() {
            guard let body = region.slice(offset + 8, length) else {
                region.note(.unexpectedBytes, "the end is missing", offset)
                return
            }
            seen.append(type)
            if type == "VP8X" { checkHead(body) }
            if length % 2 == 1, region.u8(offset + 8 + length) != 0 { region.unexpectedValue("padding", offset) }
            offset += 8 + length + length % 2
        }
        region.expectEnd(at: offset)
        let allowed: [[FourCC]] = [["VP8 "], ["VP8L"], ["VP8X", "ALPH", "VP8 "], ["VP8X", "VP8L"]]
        if !allowed.contains(seen) {
            region.unexpectedPart("chunks \(seen.prefix(8).map(\.shown).joined(separator: " "))", 12)
        }
    }

    private func checkHead(_ body: Region) {
        if body.count != 10 || body.u32(0) != 0x1000_0000 { body.unexpectedValue("VP8X") }
    }
}
