/// One entry of a directory.
struct TIFFEntry {
    var tag: Int
    /// Offset of the entry in the region.
    var offset: Int
    /// Bytes and place of the value.
    var length: Int
    var valueOffset: Int
    var elementSize: Int
}

/// Directories of a TIFF file or an EXIF block; a region begins at the byte-order mark.
struct TIFFDirectories {
    let region: Region
    let littleEndian: Bool
    let isBig: Bool

    /// Nil where there is no TIFF head.
    init?(_ region: Region) {
        switch region.u16(0) {
        case 0x4949: littleEndian = true
        case 0x4D4D: littleEndian = false
        default: return nil
        }
        guard let version = region.number(2, 2, littleEndian: littleEndian) else { return nil }
        self.region = region
        isBig = version == 43
    }

    var first: Int? { isBig ? number(8, 8) : number(4, 4) }

    func number(_ offset: Int, _ size: Int) -> Int? { region.number(offset, size, littleEndian: littleEndian) }

    /// The first number an entry holds.
    func value(_ entry: TIFFEntry, _ index: Int = 0) -> Int? {
        guard index >= 0, index < 1 << 24, (index + 1) * entry.elementSize <= entry.length else { return nil }
        return number(entry.valueOffset + index * entry.elementSize, entry.elementSize)
    }

    func content(_ entry: TIFFEntry) -> Region? { region.slice(entry.valueOffset, entry.length) }

    /// The entries of a directory and the offset of the next (0 for none), or nil where it does not lie inside.
    func directory(at offset: Int) -> (entries: [TIFFEntry], next: Int)? {
        let (head, size, tail) = isBig ? (8, 20, 8) : (2, 12, 4)
        guard offset > 0, let count = number(offset, head), count <= 65_536,
            region.slice(offset, head + count * size) != nil, region.file.spend(count + 1)
        else { return nil }
        var entries: [TIFFEntry] = []
        for index in 0..<count {
            let place = offset + head + index * size
            guard let tag = number(place, 2), let type = number(place + 2, 2),
                let elements = number(place + 4, isBig ? 8 : 4)
            else { return nil }
            let unit = Self.elementSizes[type] ?? 1
            let (length, overflow) = elements.multipliedReportingOverflow(by: unit)
            let field = place + (isBig ? 12 : 8)
            let isInline = !overflow && length <= (isBig ? 8 : 4)
            guard !overflow, let value = isInline ? field : number(field, isBig ? 8 : 4) else { continue }
            entries.append(
                TIFFEntry(tag: tag, offset: place, length: length, valueOffset: value, elementSize: min(8, unit))
            )
        }
        return (entries, number(offset + head + count * size, tail) ?? 0)
    }

    /// Source: TIFF 6.0, section 2; BigTIFF's 13 to 18.
    static let elementSizes = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
    ]
}
