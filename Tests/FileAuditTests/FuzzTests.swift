import FileAudit
import Media
import Photo
import TestSupport
import Testing
import Wire

/// Hostile bytes: every walk ends, quickly, and never traps.
@Suite struct FuzzTests {
    /// Reads from memory and counts the bytes it gave.
    final class CountingSource: ByteSource {
        let content: [UInt8]
        var given = 0

        init(_ content: [UInt8]) { self.content = content }

        var count: Int { content.count }

        func bytes(at offset: Int, count: Int) -> [UInt8] {
            let part = MemorySource(content).bytes(at: offset, count: count)
            given += part.count
            return part
        }
    }

    /// Small files of every kind.
    static func seeds() throws -> [[UInt8]] {
        let exif = Make.exif([(0x8825, 4, 1, 8), (0x8769, 4, 1, 8), (0x0201, 4, 1, 0), (0x927C, 7, 4, 1)], next: 8)
        return [
            Make.jpeg(Make.segment(0xE1, Make.text("Exif\0\0") + exif)) + Make.jpeg(),
            Make.png(width: 4, height: 4, more: Make.chunk("eXIf", exif)),
            Make.webp(Make.riff("EXIF", exif)), Make.gif([0x21, 0xFE, 2, 65, 66, 0]), exif,
            GeneratedPictureTests.heif("hvc1", reference: "auxl", more: Make.box("mdat", Make.zeros(9))),
            try GeneratedFilmTests.film(adding: GeneratedFilmTests.track("meta", "mebx")),
            try OwnOutputTests.film(.mov, .h264), try OwnOutputTests.film(.mp4, .hevc, .yuv420p8),
            try OwnOutputTests.film(.matroska, .h264), try OwnOutputTests.photo(Make.png(), .tiff),
            try OwnOutputTests.photo(Make.png(), .heic),
        ]
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        // Structure stands in front; mutations of coded data find nothing.
        let reach = Bool.random(using: &random) ? min(bytes.count, 512) : bytes.count
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<min(reach, bytes.count), using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
            case 2: for index in place..<min(bytes.count, place + 4) { bytes[index] = 0xFF }
            case 3: for index in place..<min(bytes.count, place + 8) { bytes[index] = index == place ? 0x7F : 0xFF }
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 16)], at: place)
            }
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `no mutation of a small file traps a walk or makes it read without end`() throws {
        for seed in try Self.seeds() {
            try forEachSeed(0..<400) { number, random in
                var bytes = seed
                Self.mutate(&bytes, &random)
                let source = CountingSource(bytes)
                _ = try FileAudit.findings(of: source)
                for kind in OwnKind.allCases { _ = try FileAudit.isExactlyOurs(source, kind: kind) }
                // Twice for the kind that fits; each visit of a header may read a window of 16 KiB.
                #expect(
                    source.given < 400 * bytes.count + (64 << 20), "seed \(number): \(source.given) for \(bytes.count)")
            }
        }
    }

    @Test func `random bytes behind any magic number are walked to an end`() throws {
        let magic: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], Make.pngMark, Make.text("GIF89a"), Make.text("II*\0"), Make.text("MM\0+"),
            Make.box("ftyp", Make.text("heic\0\0\0\0")), Make.box("ftyp", Make.text("isom\0\0\0\0")),
            [0x1A, 0x45, 0xDF, 0xA3], Make.text("RIFF\u{40}\0\0\0WEBP"), Make.text("RIFF\u{40}\0\0\0AVI "),
            [0, 0, 1, 0xBA],
        ]
        try forEachSeed(0..<150) { _, random in
            let tail = (0..<600).map { _ in UInt8.random(in: 0...255, using: &random) }
            for start in magic { _ = try FileAudit.findings(of: MemorySource(start + tail)) }
        }
    }

    /// Tables that name more than the file can hold, boxes in boxes, and directories that lead in circles.
    @Test func `a file that asks for endless work is given up, and said to be`() throws {
        let nested = (0..<2000).reduce([UInt8]()) { inner, _ in Make.box("minf", inner) }
        _ = try (Make.box("ftyp", Make.text("isom\0\0\0\0")) + Make.box("moov", Make.box("trak", nested))).codes
        let table = Make.box(
            "stbl", Make.box("stsz", Make.zeros(4) + Make.big(1, 4) + Make.big(0xFFFF_FFFF, 4)),
            Make.box(
                "stsc", Make.zeros(4) + Make.big(1, 4) + Make.big(1, 4) + Make.big(0xFFFF_FFFF, 4) + Make.big(1, 4)),
            Make.box("stco", Make.zeros(4) + Make.big(1, 4) + Make.zeros(4))
        )
        let film =
            Make.box("ftyp", Make.text("isom\0\0\0\0"))
            + Make.box("moov", Make.box("trak", Make.box("mdia", Make.box("minf", table))))
        #expect(try film.codes.contains("too-complex"))
        let circle = Make.exif([(0x014A, 4, 1, 8), (0x8769, 4, 1, 8)], next: 8)
        _ = try circle.codes
    }

    /// A source that fails is no clean file.
    @Test func `a file that cannot be read has no result`() throws {
        let source = ReadingSource(count: 1 << 20) { (offset, count) throws(AuditError) in
            guard offset < 16 else { throw .unreadable }
            return Array(Make.png().prefix(count))
        }
        #expect(throws: AuditError.unreadable) { try FileAudit.findings(of: source) }
        // Shorter than it said: it changed, or lies.
        let short = ReadingSource(count: 1 << 20) { (offset, count) throws(AuditError) in
            MemorySource(Make.jpeg()).bytes(at: offset, count: count)
        }
        #expect(throws: AuditError.unreadable) { try FileAudit.isExactlyOurs(short, kind: .jpeg) }
    }
}
