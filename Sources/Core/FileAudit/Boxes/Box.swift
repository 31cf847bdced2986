/// One box of ISO/IEC 14496-12 or atom of QuickTime.
struct Box {
    var type: FourCC
    /// What follows the head.
    var body: Region
    /// Offset of the head in the region that holds the box, and behind its end.
    var start: Int
    var end: Int
}

/// The boxes that lie one after the other in a region.
enum Boxes {
    /// Calls `body` for each; stops at what is no box.
    ///
    /// - Returns: the offset behind the last whole box.
    @discardableResult
    static func each(in region: Region, from start: Int = 0, _ body: (Box) -> Void) -> Int {
        var offset = start
        while offset + 8 <= region.count, region.file.spend(), let box = box(in: region, at: offset) {
            body(box)
            offset = box.end
        }
        return offset
    }

    static func box(in region: Region, at offset: Int) -> Box? {
        guard let small = region.u32(offset), let type = region.code(offset + 4) else { return nil }
        var (length, head) = (small, 8)
        if small == 1 {
            guard let large = region.number(offset + 8, 8) else { return nil }
            (length, head) = (large, 16)
        }
        if small == 0 { length = region.count - offset }
        guard length >= head, let body = region.slice(offset + head, length - head) else { return nil }
        return Box(type: type, body: body, start: offset, end: offset + length)
    }

    /// Says what is left in a box behind the last one inside it; QuickTime ends some lists with four zeros.
    static func noteRest(_ region: Region, _ offset: Int, _ name: String) {
        guard offset < region.count, !region.from(offset).isZero() else { return }
        region.note(.damaged, "\(name) holds bytes that are no box", offset)
    }
}
