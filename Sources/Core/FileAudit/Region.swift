/// A part of the file under audit; offsets count from its start.
///
/// Reading beyond it gives nil, never a trap.
struct Region {
    let file: AuditedFile
    /// Offset of the region in the file.
    let start: Int
    let count: Int

    init(_ file: AuditedFile) {
        self.file = file
        start = 0
        count = file.count
    }

    private init(_ file: AuditedFile, start: Int, count: Int) {
        self.file = file
        self.start = start
        self.count = count
    }

    func u8(_ offset: Int) -> Int? {
        guard offset >= 0, offset < count else { return nil }
        return file.byte(start + offset).map(Int.init)
    }

    /// A number of `size` bytes, nil where it lies outside or is above `Int.max`.
    func number(_ offset: Int, _ size: Int, littleEndian: Bool = false) -> Int? {
        guard offset >= 0, size <= 8, offset <= count - size else { return nil }
        var value: UInt64 = 0
        for index in 0..<size {
            guard let byte = file.byte(start + offset + (littleEndian ? size - 1 - index : index)) else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return Int(exactly: value)
    }

    func u16(_ offset: Int) -> Int? { number(offset, 2) }
    func u32(_ offset: Int) -> Int? { number(offset, 4) }
    func little32(_ offset: Int) -> Int? { number(offset, 4, littleEndian: true) }

    func code(_ offset: Int) -> FourCC? { number(offset, 4).map { FourCC(UInt32($0)) } }

    /// At most `wanted` bytes from `offset`.
    func bytes(_ offset: Int, _ wanted: Int) -> [UInt8] {
        guard offset >= 0, offset < count, wanted > 0 else { return [] }
        return file.read(start + offset, min(wanted, count - offset))
    }

    /// A part that lies wholly inside, else nil.
    func slice(_ offset: Int, _ length: Int) -> Region? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return Region(file, start: start + offset, count: length)
    }

    /// Everything from `offset` on; empty behind the end.
    func from(_ offset: Int) -> Region {
        let offset = min(max(0, offset), count)
        return Region(file, start: start + offset, count: count - offset)
    }

    /// At most `length` bytes from the start.
    func first(_ length: Int) -> Region { Region(file, start: start, count: min(max(0, length), count)) }

    func has(_ text: String, at offset: Int) -> Bool {
        var place = offset
        for byte in text.utf8 {
            guard u8(place) == Int(byte) else { return false }
            place += 1
        }
        return true
    }

    /// True when every byte of the range that lies inside is zero.
    func isZero(_ offset: Int = 0, _ length: Int = Int.max) -> Bool {
        var place = max(0, offset)
        let end = length > count - place ? count : place + length
        while place < end {
            let part = bytes(place, min(64 << 10, end - place))
            guard !part.isEmpty, part.allSatisfy({ $0 == 0 }) else { return false }
            place += part.count
        }
        return true
    }

    func note(_ code: AuditCode, _ detail: String, _ offset: Int = 0) { file.note(code, detail, start + offset) }
}
