import Glibc

/// An 8-bit RGB picture, rows without gaps.
struct Pixmap {
    var width: Int
    var height: Int
    var bytes: [UInt8]
}

/// Reads binary pixmaps (P6) and lines from standard input.
struct PixmapStream {
    private let file: UnsafeMutablePointer<FILE>

    init() throws {
        guard let file = fdopen(STDIN_FILENO, "rb") else { throw AccuracyError.stream("cannot be read") }
        self.file = file
    }

    /// Gives the next line without its end; nil at the end of the stream.
    mutating func nextLine() throws -> String? {
        var bytes: [UInt8] = []
        while true {
            let byte = getc(file)
            if byte == EOF {
                guard bytes.isEmpty else { throw AccuracyError.stream("ends within a line") }
                return nil
            }
            if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(UInt8(byte))
        }
    }

    /// Gives the next picture; nil at the end of the stream.
    mutating func nextPicture() throws -> Pixmap? {
        guard let kind = try nextLine() else { return nil }
        guard kind == "P6", let size = try nextLine(), let depth = try nextLine(), depth == "255" else {
            throw AccuracyError.stream("no P6 pixmap of 8 bits")
        }
        let sides = size.split(separator: " ").compactMap { Int($0) }
        guard sides.count == 2, sides[0] > 0, sides[1] > 0, sides[0] <= 1 << 15, sides[1] <= 1 << 15 else {
            throw AccuracyError.stream("a size of '\(size)'")
        }
        let count = sides[0] * sides[1] * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = fread(buffer.baseAddress, 1, count, file)
        }
        guard bytes.count == count else { throw AccuracyError.stream("ends within a picture") }
        return Pixmap(width: sides[0], height: sides[1], bytes: bytes)
    }
}
