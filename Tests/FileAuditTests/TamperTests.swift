import FileAudit
import Media
import Photo
import Testing

/// The strict check, judged: each of these must be seen.
@Suite struct TamperTests {
    private static func photo(_ change: ([UInt8]) throws -> [UInt8]) throws -> [String] {
        try change(try OwnOutputTests.photo(Make.png(), .jpeg)).ourCodes(.jpeg)
    }

    @Test func `a segment that we do not write is not ours, whatever it holds`() throws {
        for marker in [0xE0, 0xE1, 0xE2, 0xEB, 0xED, 0xEE, 0xFE, 0xCC, 0xF0] as [UInt8] {
            let codes = try Self.photo { $0[..<2] + Make.segment(marker, [1, 2, 3]) + $0[2...] }
            #expect(codes.contains("unexpected.part"), "\(marker)")
        }
    }

    @Test func `a byte hidden at the end of a table is not ours`() throws {
        let codes = try Self.photo { bytes in
            let length = Int(bytes[4]) << 8 | Int(bytes[5])
            return bytes[..<4] + Make.big(length + 1, 2) + bytes[6..<4 + length] + [7] + bytes[(4 + length)...]
        }
        #expect(codes == ["unexpected.part"])
    }

    @Test func `a chunk that we do not write, or a wrong checksum, is not ours`() throws {
        for type in ["tEXt", "eXIf", "iCCP", "pHYs", "sRGB", "prVt"] {
            #expect(try Make.png(more: Make.chunk(type, [1])).ourCodes(.png).contains("unexpected.part"), "\(type)")
        }
        var bytes = try OwnOutputTests.photo(Make.png(), .png)
        bytes[bytes.count - 1] ^= 1
        #expect(try bytes.ourCodes(.png) == ["unexpected.value"])
    }

    @Test func `a WebP with another chunk, flag or size is not ours`() throws {
        let plain = try OwnOutputTests.photo(Make.png(), .webp)
        #expect(try (plain + Make.riff("EXIF", Make.exif([]))).ourCodes(.webp).contains("unexpected.value"))
        var flagged = try OwnOutputTests.photo(Make.png(alpha: true), .webp)
        let place = try #require(flagged.place(of: "VP8X"))
        flagged[place + 8] |= 0x08
        #expect(try flagged.ourCodes(.webp).contains("unexpected.value"))
    }

    @Test func `bytes in a TIFF that no tag names are not ours`() throws {
        let bytes = try OwnOutputTests.photo(Make.png(), .tiff)
        #expect(try (bytes + [1, 2, 3]).ourCodes(.tiff) == ["unexpected.bytes"])
    }

    @Test func `data of a picture file that no item names are not ours`() throws {
        var bytes = try OwnOutputTests.photo(Make.png(), .heic)
        let place = try #require(bytes.place(of: "mdat"))
        let length = bytes.count - place + 4
        bytes.replaceSubrange(place - 4..<place, with: Make.big(length + 3, 4))
        #expect(try (bytes + [0, 0, 0]).ourCodes(.heic).contains("unexpected.bytes"))
    }

    /// Changes a box of a film by its first mention.
    private static func film(_ mark: String, _ offset: Int, _ value: UInt8) throws -> [UInt8] {
        var bytes = try OwnOutputTests.film(.mp4, .h264)
        let place = try #require(bytes.place(of: mark))
        bytes[place + offset] = value
        return bytes
    }

    @Test func `a date, a name, an encoder or a reserved place in a film is not ours`() throws {
        for (mark, offset) in [
            ("mvhd", 11), ("tkhd", 11), ("mdhd", 11), ("hdlr", 28), ("mvhd", 80), ("stsd", 63), ("vmhd", 8),
        ] {
            let codes = try Self.film(mark, offset, 65).ourCodes(.mp4)
            #expect(
                codes.contains("unexpected.value") || codes.contains("unexpected.bytes"),
                "\(mark) + \(offset): \(codes)")
        }
    }

    @Test func `a box that we do not write is not ours, nor one that should be empty`() throws {
        let bytes = try OwnOutputTests.film(.mp4, .h264)
        for box in [Make.box("uuid", Make.zeros(20)), Make.box("meta", [1]), Make.box("moof"), Make.box("skip")] {
            #expect(try (bytes + box).ourCodes(.mp4).contains("unexpected.part"))
        }
        #expect(try (bytes + Make.box("free", [0])).ourCodes(.mp4) == ["unexpected.value"])
    }

    @Test func `media data that no sample names is not ours, even if it is nothing`() throws {
        let bytes = try OwnOutputTests.film(.mp4, .h264)
        #expect(try (bytes + Make.box("mdat", [0])).ourCodes(.mp4).contains("unexpected.bytes"))
    }

    @Test func `a message beside the pictures is not ours`() throws {
        // The first unit of the first sample, an access unit's picture, becomes a supplemental message.
        var bytes = try OwnOutputTests.film(.mp4, .h264)
        let place = try #require(bytes.place(of: "mdat"))
        bytes[place + 8] = 6
        #expect(try bytes.ourCodes(.mp4).contains("unexpected.part"))
    }

    @Test func `an element or a text that we do not write is not ours`() throws {
        let bytes = try OwnOutputTests.film(.matroska, .h264)
        for mark in ["Lavf", "DURATION", "matroska", "und"] {
            var changed = bytes
            changed[try #require(changed.place(of: mark))] = 0x4D
            #expect(try changed.ourCodes(.matroska).contains("unexpected.value"), "\(mark)")
        }
        #expect(try (bytes + Make.element(0xEC, [1])).ourCodes(.matroska).contains("unexpected.part"))
        #expect(try (bytes + Make.element(0x1254_C367, [])).ourCodes(.matroska).contains("unexpected.part"))
    }

    /// Bytes of structure are all accounted for: in a file without coded pictures, any change is seen.
    @Test func `no byte of a film's index can be changed into text unseen`() throws {
        let bytes = try OwnOutputTests.film(.mp4, .h264)
        let (start, end) = (try #require(bytes.place(of: "moov")), try #require(bytes.place(of: "mdat")))
        let name = Make.text("ANNA")
        // Numbers (times, sizes, the matrix) cannot be told from text by what they say; whatever is longer can.
        var unseen = 0
        for place in stride(from: start, to: end - 16, by: 1) {
            var changed = bytes
            for repeated in 0..<4 {
                changed.replaceSubrange(place + repeated * 4..<place + repeated * 4 + 4, with: name)
            }
            if try changed.ourCodes(.mp4).isEmpty { unseen += 1 }
        }
        // The display matrix and the times of the movie's head, and the middles of tables.
        #expect(unseen < (end - start) / 4, "\(unseen) of \(end - start)")
    }
}
