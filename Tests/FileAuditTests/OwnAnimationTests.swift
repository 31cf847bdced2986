import FileAudit
import Photo
import TestSupport
import Testing

/// Animations as we write them pass; the same with anything more does not.
@Suite struct OwnAnimationTests {
    private static func source(between: [UInt8] = []) -> [UInt8] {
        GIFMaker.animation(
            width: 40, height: 30, colours: [[200, 30, 30], [30, 200, 30], [30, 30, 200]], delays: [10, 25, 4],
            loops: 0,
            between: between)
    }

    private static func written(_ format: PhotoFormat) throws -> [UInt8] {
        let (input, output) = (try Scratch(source(between: [0x21, 0xFE, 3, 65, 66, 67, 0])), try Scratch())
        try AnimationComposer.compose(
            input: input.descriptor, output: output.descriptor, options: PhotoOutput(format: format)
        ) { _ in [] }
        return output.bytes
    }

    private static let kinds: [(PhotoFormat, OwnKind)] = [(.gif, .gif), (.webp, .webp)]

    @Test(arguments: kinds)
    func `an animation as we write it is exactly ours, and clean`(format: PhotoFormat, kind: OwnKind) throws {
        let bytes = try Self.written(format)
        #expect(try bytes.ourCodes(kind) == [])
        #expect(try bytes.codes == [])
        #expect(try !(bytes + [0]).ourCodes(kind).isEmpty)
        #expect(try !Array(bytes.dropLast(3)).ourCodes(kind).isEmpty)
    }

    @Test(arguments: [
        [0x21, 0xFE, 2, 65, 66, 0],
        [0x21, 0x01, 2, 65, 66, 0],
        [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [1, 65, 0],
        [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0],
        [0x00],
    ])
    func `a GIF with a comment, a text, an application or a stray byte is not ours`(extra: [UInt8]) throws {
        #expect(try Self.source().ourCodes(.gif) == [])
        #expect(try !Self.source(between: extra).ourCodes(.gif).isEmpty)
    }

    @Test func `a chunk inside a frame of a WebP animation is found`() throws {
        let bytes = try Self.written(.webp)
        let mark = Array("ANMF".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
        let extra = Array("EXIF".utf8) + [4, 0, 0, 0, 65, 66, 67, 68]
        var changed = bytes
        func grow(at offset: Int) {
            var length = (0..<4).reduce(0) { $0 | Int(changed[offset + $1]) << (8 * $1) } + extra.count
            for byte in 0..<4 {
                changed[offset + byte] = UInt8(length & 0xFF)
                length >>= 8
            }
        }
        grow(at: 4)
        grow(at: start + 4)
        changed.insert(contentsOf: extra, at: start + 8 + 16)
        #expect(try !changed.ourCodes(.webp).isEmpty)
    }
}
