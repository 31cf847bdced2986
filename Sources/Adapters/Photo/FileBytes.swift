import Glibc

/// Positioned reads on a borrowed descriptor; its own offset is neither used nor moved.
struct FileBytes {
    let descriptor: Int32
    let length: Int

    init(descriptor: Int32) throws(PhotoError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(EINVAL) }
        self.descriptor = descriptor
        length = Int(status.st_size)
    }

    /// The bytes from `offset` on: `count`, or fewer where the file ends.
    func bytes(at offset: Int, count: Int) throws(PhotoError) -> [UInt8] {
        guard offset >= 0, count > 0, offset < length else { return [] }
        let wanted = min(count, length - offset)
        var failure: Int32 = 0
        let result = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, wanted - filled, offset + filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                filled += got
            }
        }
        guard failure == 0 else { throw .unreadable(failure) }
        return result
    }
}

/// Big- or little-endian numbers out of bytes, nil past their end.
struct ByteView {
    let bytes: ArraySlice<UInt8>
    var bigEndian = true

    init(_ bytes: ArraySlice<UInt8>, bigEndian: Bool = true) {
        self.bytes = bytes
        self.bigEndian = bigEndian
    }

    init(_ bytes: [UInt8], bigEndian: Bool = true) { self.init(bytes[...], bigEndian: bigEndian) }

    var count: Int { bytes.count }

    func number(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, size <= 7, offset <= count - size else { return nil }
        var value = 0
        for index in 0..<size {
            let place = bigEndian ? index : size - 1 - index
            value = value << 8 | Int(bytes[bytes.startIndex + offset + place])
        }
        return value
    }

    func u8(_ offset: Int) -> Int? { number(at: offset, size: 1) }
    func u16(_ offset: Int) -> Int? { number(at: offset, size: 2) }
    func u32(_ offset: Int) -> Int? { number(at: offset, size: 4) }

    /// Four characters of a type code.
    func code(_ offset: Int) -> String? { slice(offset, 4).map { String(decoding: $0, as: UTF8.self) } }

    func slice(_ offset: Int, _ size: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, size >= 0, offset <= count - size else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<start + size]
    }

    func has(_ text: String, at offset: Int) -> Bool {
        slice(offset, text.utf8.count).map { $0.elementsEqual(text.utf8) } ?? false
    }
}

extension ArraySlice<UInt8> {
    /// True when the text stands anywhere in the bytes.
    func holds(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, count >= wanted.count else { return false }
        var index = startIndex
        while index <= endIndex - wanted.count {
            if self[index] == first, self[index..<index + wanted.count].elementsEqual(wanted) { return true }
            index += 1
        }
        return false
    }
}
