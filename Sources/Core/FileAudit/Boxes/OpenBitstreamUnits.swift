/// The units of an AV1 picture, each with its own length.
///
/// Source: AV1 bitstream specification, 5.3.
enum OpenBitstreamUnits {
    /// - Returns: false where the units do not fill the picture.
    @discardableResult
    static func each(in picture: Region, _ body: (_ kind: Int, _ unit: Region) -> Void) -> Bool {
        var offset = 0
        while offset < picture.count {
            guard let head = picture.u8(offset), picture.file.spend() else { return false }
            offset += head & 4 == 0 ? 1 : 2
            var length = picture.count - offset
            if head & 2 != 0 {
                guard let (value, bytes) = leb128(picture, offset) else { return false }
                (length, offset) = (value, offset + bytes)
            }
            guard let unit = picture.slice(offset, length) else { return false }
            body((head >> 3) & 15, unit)
            offset += length
        }
        return true
    }

    private static func leb128(_ region: Region, _ offset: Int) -> (value: Int, bytes: Int)? {
        var value = 0
        for index in 0..<8 {
            guard let byte = region.u8(offset + index) else { return nil }
            value |= (byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return (value, index + 1) }
        }
        return nil
    }
}
