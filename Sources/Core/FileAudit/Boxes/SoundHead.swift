/// Heads of FLAC and Vorbis sound, which can hold texts and pictures.
///
/// Source: RFC 9639 (FLAC), 8; Vorbis I, 5.
enum SoundHead {
    /// - Parameter region: metadata blocks, without the `fLaC` mark.
    static func noteFLAC(_ region: Region) {
        var offset = 0
        while let head = region.u8(offset), let length = region.number(offset + 1, 3), region.file.spend() {
            switch head & 0x7F {
            case 0, 3: break
            case 1: if !region.isZero(offset + 4, length) { region.note(.slack, "FLAC padding", offset) }
            case 4: if commentCount(region.from(offset + 4)) > 0 { region.note(.audioComment, "FLAC comments", offset) }
            default: region.note(.audioComment, "FLAC block \(head & 0x7F)", offset)
            }
            if head & 0x80 != 0 { return }
            offset += 4 + length
        }
    }

    /// - Parameter region: three packets laced together, as Matroska keeps them; the second holds the texts.
    static func noteVorbis(_ region: Region) {
        guard region.u8(0) == 2 else { return }
        var offset = 1
        var lengths: [Int] = []
        for _ in 0..<2 {
            var length = 0
            while let byte = region.u8(offset) {
                length += byte
                offset += 1
                if byte != 255 { break }
            }
            lengths.append(length)
        }
        let comments = region.from(offset + lengths[0])
        if comments.has("vorbis", at: 1), commentCount(comments.from(7)) > 0 {
            comments.note(.audioComment, "Vorbis comments")
        }
    }

    /// A vendor's name, then the number of texts.
    private static func commentCount(_ region: Region) -> Int {
        guard let vendor = region.little32(0) else { return 0 }
        return region.little32(4 + vendor) ?? 0
    }
}
