// How a GIF is cut into parts; shared by whoever reads one, with no word on what is allowed in it.
extension Region {
    /// Bytes of the colour table that flags announce; 0 for none.
    static func gifTableBytes(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }

    /// Where a chain of sub-blocks ends: behind its empty block, or where the file does.
    func endOfGIFBlocks(_ start: Int) -> Int {
        var offset = start
        while let length = u8(offset), file.spend() {
            offset += 1 + length
            if length == 0 { break }
        }
        return offset
    }
}
