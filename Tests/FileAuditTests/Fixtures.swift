import FileAudit
import Foundation
import Glibc

/// Small files put together byte by byte.
enum Make {
    static func big(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }

    static func little(_ value: Int, _ size: Int) -> [UInt8] { big(value, size).reversed() }

    static func text(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// A box of MP4 or HEIF.
    static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return big(body.count + 8, 4) + text(type) + body
    }

    /// A chunk of RIFF.
    static func riff(_ type: String, _ body: [UInt8]) -> [UInt8] {
        text(type) + little(body.count, 4) + body + zeros(body.count % 2)
    }

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xFF, marker] + big(body.count + 2, 2) + body }

    /// A JPEG as far as its structure goes, with segments of one's own behind the start.
    static func jpeg(_ segments: [UInt8] = []) -> [UInt8] {
        [0xFF, 0xD8] + segments + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
            + segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [
                0x12, 0x34, 0xFF, 0xD9,
            ]
    }

    static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let named = text(type) + body
        return big(body.count, 4) + named + big(Int(crc(named)), 4)
    }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return sum ^ 0xFFFF_FFFF
    }

    static let pngMark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A real PNG with a gradient, 8 bits, with or without alpha; `more` goes before the pixels.
    static func png(width: Int = 48, height: Int = 32, alpha: Bool = false, more: [UInt8] = []) -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                rows += [UInt8(x * 5 % 256), UInt8(y * 7 % 256), 90] + (alpha ? [x < width / 2 ? 255 : 0] : [])
            }
        }
        let (a, b) = rows.reduce((1, 0)) { sum, byte in
            let a = (sum.0 + Int(byte)) % 65521
            return (a, (sum.1 + a) % 65521)
        }
        // One stored block of DEFLATE.
        let stream =
            [0x78, 0x01, 0x01] + little(rows.count, 2) + little(~rows.count & 0xFFFF, 2) + rows + big(b << 16 | a, 4)
        let head = big(width, 4) + big(height, 4) + [8, alpha ? 6 : 2, 0, 0, 0]
        return pngMark + chunk("IHDR", head) + more + chunk("IDAT", stream) + chunk("IEND", [])
    }

    static func gif(_ blocks: [UInt8] = []) -> [UInt8] {
        text("GIF89a") + [1, 0, 1, 0, 0x80, 0, 0] + zeros(6) + blocks
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    }

    static func webp(_ chunks: [UInt8] = []) -> [UInt8] {
        let body = text("WEBP") + riff("VP8 ", zeros(10)) + chunks
        return text("RIFF") + little(body.count, 4) + body
    }

    /// A block with one directory; values of more than four bytes are not needed here.
    static func exif(_ entries: [(tag: Int, type: Int, count: Int, value: Int)], next: Int = 0) -> [UInt8] {
        text("II") + [42, 0] + little(8, 4) + little(entries.count, 2)
            + entries.flatMap { little($0.tag, 2) + little($0.type, 2) + little($0.count, 4) + little($0.value, 4) }
            + little(next, 4)
    }

    /// An element of Matroska with a length of eight bytes.
    static func element(_ id: Int, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        let idBytes = id > 0xFF_FFFF ? 4 : id > 0xFFFF ? 3 : id > 0xFF ? 2 : 1
        return big(id, idBytes) + [1] + big(body.count, 7) + body
    }

    static func matroska(_ parts: [UInt8]...) -> [UInt8] {
        element(0x1A45_DFA3, element(0x4282, text("matroska"))) + element(0x1853_8067, parts.flatMap { $0 })
    }
}

extension Array<UInt8> {
    /// The codes that an audit of these bytes finds.
    var codes: Set<String> {
        get throws { Set(try FileAudit.findings(of: MemorySource(self)).codes) }
    }

    func ourCodes(_ kind: OwnKind) throws -> [String] {
        try FileAudit.isExactlyOurs(MemorySource(self), kind: kind).codes
    }

    /// The place at which `text` begins first.
    func place(of text: String) -> Int? {
        let wanted = Make.text(text)
        return (0...Swift.max(0, count - wanted.count)).first { self[$0...].starts(with: wanted) }
    }
}

/// The test media beside the repository, if there.
enum SharedMedia {
    static let root: String = {
        if let given = ProcessInfo.processInfo.environment["SAFEFACES_SHARED"] { return given + "/data/" }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared/data/").path(percentEncoded: false)
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: root + "photos") }

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: root + name))) }

    static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root + folder).sorted().map { "\(folder)/\($0)" }
    }
}

/// A descriptor of a file that is gone with it.
final class Scratch {
    let descriptor: Int32

    init(_ bytes: [UInt8] = []) throws {
        var template = Array("/tmp/sf-audit-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        unlink(template)
        guard bytes.isEmpty || pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw POSIXError(.EIO) }
    }

    deinit { close(descriptor) }

    var bytes: [UInt8] {
        let length = Int(lseek(descriptor, 0, SEEK_END))
        var result = [UInt8](repeating: 0, count: max(0, length))
        return pread(descriptor, &result, result.count, 0) == result.count ? result : []
    }
}
