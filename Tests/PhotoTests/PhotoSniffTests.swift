import Photo
import Testing
import TimelineCore

extension PhotoAdapter {
    @Suite struct PhotoSniffTests {
        @Test(arguments: PhotoFormat.allCases)
        func `a file we write is told by its first bytes`(_ format: PhotoFormat) throws {
            let bytes = try Pixels.scene(width: 64, height: 48).file(format)
            let expected: [PhotoFormat: PhotoContainer] = [
                .jpeg: .jpeg, .png: .png, .webp: .webp, .gif: .gif, .tiff: .tiff, .heic: .heif, .avif: .avif,
            ]
            #expect(PhotoSniff.kind(Array(bytes.prefix(PhotoSniff.wantedBytes))) == expected[format])
        }

        @Test func `what is no photo has no kind`() {
            #expect(PhotoSniff.kind([]) == nil)
            #expect(PhotoSniff.kind(Array("hello, this is text".utf8)) == nil)
            #expect(
                PhotoSniff.kind([0, 0, 0, 24] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + Array("mp42isom".utf8)) == nil)
            #expect(PhotoSniff.kind(Array("RIFF....AVI ".utf8)) == nil)
            #expect(PhotoSniff.kind(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)) == nil)
            #expect(PhotoSniff.kind(Array("%PDF-1.7".utf8)) == nil)
        }

        @Test func `a PNG with an animation chunk is told apart`() {
            let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            let header = [UInt8]([0, 0, 0, 13]) + Array("IHDR".utf8) + [UInt8](repeating: 0, count: 17)
            let control = [UInt8]([0, 0, 0, 8]) + Array("acTL".utf8) + [UInt8](repeating: 0, count: 12)
            #expect(PhotoSniff.kind(head + header + control) == .apng)
            #expect(PhotoSniff.kind(head + header) == .png)
        }

        @Test func `a generic HEIF brand is settled by the others`() {
            func file(_ brands: String) -> [UInt8] {
                [0, 0, 0, UInt8(12 + brands.utf8.count)] + Array("ftyp".utf8) + Array(brands.utf8.prefix(4)) + [
                    0, 0, 0, 0,
                ]
                    + Array(brands.utf8.dropFirst(4))
            }
            #expect(PhotoSniff.kind(file("mif1mif1avif")) == .avif)
            #expect(PhotoSniff.kind(file("mif1mif1heic")) == .heif)
            #expect(PhotoSniff.kind(file("heicmif1heic")) == .heif)
        }
    }
}
