/// One directory with the tags that pixels need; head, directory, values and pixels fill the file.
struct OwnTIFF {
    private let region: Region
    /// Size, depth, compression, colours, strips, orientation, samples, resolution, planes, predictor, tiles, alpha,
    /// format.
    private static let allowed: Set<Int> = [
        256, 257, 258, 259, 262, 273, 274, 277, 278, 279, 282, 283, 284, 296, 317, 322, 323, 324, 325, 338, 339,
    ]

    init(_ region: Region) { self.region = region }

    func check() {
        guard let directories = TIFFDirectories(region), !directories.isBig || region.count >= 16,
            let start = directories.first, let (entries, next) = directories.directory(at: start)
        else {
            region.unexpectedValue("head")
            return
        }
        if next != 0 { region.unexpectedPart("a second directory", start) }
        var used = ByteRanges()
        used.add(0, directories.isBig ? 16 : 8)
        used.add(start, directories.isBig ? 16 + entries.count * 20 : 6 + entries.count * 12)
        for entry in entries {
            if !Self.allowed.contains(entry.tag) { region.unexpectedPart(EXIFTags.name(entry.tag), entry.offset) }
            if entry.length > (directories.isBig ? 8 : 4) { used.add(entry.valueOffset, entry.length) }
        }
        addPixels(entries, directories, &used)
        if used.overlap { region.unexpectedValue("parts that overlap") }
        if used.ranges.contains(where: { $0.upperBound > region.count }) { region.expectEnd(at: region.count + 1) }
        for gap in used.gaps(in: 0..<region.count) where !isPadding(gap) {
            region.note(.unexpectedBytes, "\(gap.count) bytes that no tag names", gap.lowerBound)
        }
    }

    /// One zero between parts, which begin at even offsets.
    private func isPadding(_ gap: Range<Int>) -> Bool {
        gap.count == 1 && gap.upperBound < region.count && region.u8(gap.lowerBound) == 0
    }

    private func addPixels(_ entries: [TIFFEntry], _ directories: TIFFDirectories, _ used: inout ByteRanges) {
        for (offsetTag, lengthTag) in [(273, 279), (324, 325)] {
            guard let offsets = entries.first(where: { $0.tag == offsetTag }),
                let lengths = entries.first(where: { $0.tag == lengthTag })
            else { continue }
            var index = 0
            while let offset = directories.value(offsets, index), let length = directories.value(lengths, index),
                region.file.spend()
            {
                used.add(offset, length)
                index += 1
            }
        }
    }
}
