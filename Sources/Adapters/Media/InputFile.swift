import Glibc

/// Looks at a file through its descriptor, without moving the descriptor's position.
struct InputFile {
    let descriptor: Int32
    let size: Int64

    /// - Throws: ``MediaError/input(_:)`` where the descriptor is no regular file or cannot be asked.
    init(descriptor: Int32) throws(MediaError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .input(MediaCode(rawValue: errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .input(MediaCode(rawValue: ESPIPE)) }
        self.descriptor = descriptor
        size = Int64(status.st_size)
    }

    /// Up to `count` bytes from `offset`; fewer only at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(MediaError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, Int(offset) + filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { break }
                filled += got
            }
        }
        guard failure == 0 else { throw .input(MediaCode(rawValue: failure)) }
        return bytes
    }

    /// True when the outermost element of the file promises more bytes than there are.
    ///
    /// Says nothing for containers without such a promise (streams meant for broadcast, live recordings).
    func isCutShort(_ container: InputContainer) throws(MediaError) -> Bool {
        switch container {
        case .isoMedia: try isoMediaIsCutShort()
        case .matroska: try matroskaIsCutShort()
        case .avi: try riffIsCutShort()
        default: false
        }
    }

    /// Walks the outer boxes; the last must end where the file does.
    private func isoMediaIsCutShort() throws(MediaError) -> Bool {
        var offset: Int64 = 0
        // A fragmented hour has some thousand outer boxes; a hostile file could have as many as bytes.
        for _ in 0..<100_000 {
            let head = try bytes(at: offset, count: 16)
            guard head.count >= 8 else { return false }
            var length = Int64(bigEndian(head[0..<4]))
            if length == 0 { return false }
            if length == 1, head.count == 16 { length = Int64(clamping: bigEndian(head[8..<16])) }
            guard length >= 8 else { return false }
            if length > size - offset { return true }
            offset += length
        }
        return false
    }

    /// Compares the end of the first segment with the file's.
    private func matroskaIsCutShort() throws(MediaError) -> Bool {
        let head = try bytes(at: 0, count: 4096)
        guard let ebml = elementLength(head, at: 4) else { return false }
        let segment = ebml.next + Int(clamping: ebml.value)
        guard segment >= 0, segment + 12 < head.count,
            head[segment..<segment + 4].elementsEqual([0x18, 0x53, 0x80, 0x67]),
            let body = elementLength(head, at: segment + 4), !body.isUnknown
        else { return false }
        return body.value > UInt64(clamping: size - Int64(body.next))
    }

    private func riffIsCutShort() throws(MediaError) -> Bool {
        let head = try bytes(at: 0, count: 8)
        guard head.count == 8 else { return false }
        let length = head[4..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Recorders that stream leave the field 0 or all ones.
        return length != 0 && length != 0xFFFF_FFFF && length > UInt64(clamping: size - 8)
    }

    private func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads an EBML length (RFC 8794, section 4).
    private func elementLength(_ head: [UInt8], at offset: Int) -> (value: UInt64, next: Int, isUnknown: Bool)? {
        guard offset < head.count, head[offset] != 0 else { return nil }
        let width = head[offset].leadingZeroBitCount + 1
        guard offset + width <= head.count else { return nil }
        let raw = bigEndian(head[offset..<offset + width])
        let mask = (UInt64(1) << UInt64(7 * width)) - 1
        return (raw & mask, offset + width, raw & mask == mask)
    }
}
