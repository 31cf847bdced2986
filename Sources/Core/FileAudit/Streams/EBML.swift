/// One element of EBML.
struct EBMLElement {
    var id: Int
    var body: Region
    var start: Int
    var end: Int
    /// The length was left open, as live recordings do.
    var isOpen: Bool
}

/// The elements that lie one after the other in a region.
///
/// Source: RFC 8794, 4 to 6.
enum EBML {
    /// - Returns: the offset behind the last whole element.
    @discardableResult
    static func each(in region: Region, from start: Int = 0, _ body: (EBMLElement) -> Bool) -> Int {
        var offset = start
        while offset < region.count, region.file.spend(), let element = element(in: region, at: offset) {
            guard body(element) else { return offset }
            offset = element.end
        }
        return offset
    }

    static func element(in region: Region, at offset: Int) -> EBMLElement? {
        guard let (id, idBytes) = number(region, offset, keepsMark: true), idBytes <= 4,
            let (size, sizeBytes) = number(region, offset + idBytes, keepsMark: false)
        else { return nil }
        let head = idBytes + sizeBytes
        let isOpen = size == 1 << (7 * sizeBytes) - 1
        let length = isOpen ? region.count - offset - head : size
        guard let body = region.slice(offset + head, length) else { return nil }
        return EBMLElement(id: id, body: body, start: offset, end: offset + head + length, isOpen: isOpen)
    }

    /// A number whose leading zeros say how many bytes it has.
    static func number(_ region: Region, _ offset: Int, keepsMark: Bool) -> (value: Int, bytes: Int)? {
        guard let first = region.u8(offset), first > 0 else { return nil }
        let bytes = UInt8(first).leadingZeroBitCount + 1
        guard let raw = region.number(offset, bytes) else { return nil }
        return (keepsMark ? raw : raw & (1 << (7 * bytes) - 1), bytes)
    }
}
