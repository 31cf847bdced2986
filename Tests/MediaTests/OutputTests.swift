import Glibc
import Testing
import TimelineCore
import Wire

import Media

/// What is, and is not, in the files that are written.
@Suite struct OutputTests {
    /// Writes generated pictures and returns the file's bytes.
    static func film(
        _ path: String, container: OutputContainer, codec: OutputCodec, format: PixelFormat = .yuv420p8,
        width: Int = 320, height: Int = 240, ticks: [Int64] = (0..<30).map { $0 * 512 },
        adjust: (inout VideoEncoding) -> Void = { _ in }
    ) throws {
        try film(
            OpenFile(writing: path), container: container, codec: codec, format: format, width: width, height: height,
            ticks: ticks, adjust: adjust
        )
    }

    static func film(
        _ file: OpenFile, container: OutputContainer, codec: OutputCodec, format: PixelFormat = .yuv420p8,
        width: Int = 320, height: Int = 240, ticks: [Int64] = (0..<30).map { $0 * 512 },
        adjust: (inout VideoEncoding) -> Void = { _ in }
    ) throws {
        var encoding = VideoEncoding(
            codec: codec, size: PixelSize(width: width, height: height), format: format, timeBase: Ratio(1, 15360),
            frameRate: Ratio(30, 1), threads: 2
        )
        adjust(&encoding)
        let writer = try VideoWriter(descriptor: file.descriptor, container: container, video: encoding)
        let picture = Picture(format, width, height)
        for (number, tick) in ticks.enumerated() {
            picture.paint(number)
            let length = number + 1 < ticks.count ? ticks[number + 1] - tick : 512
            try writer.write(
                picture: UnsafeRawBufferPointer(picture.memory), layout: picture.layout, ticks: tick,
                durationTicks: length
            )
        }
        try writer.finish()
    }

    static let kinds: [(OutputContainer, OutputCodec)] = [
        (.mp4, .h264), (.mov, .h264), (.matroska, .h264), (.mp4, .hevc), (.mp4, .av1), (.webm, .vp9), (.webm, .av1),
    ]

    @Test(.enabled(if: Tool.arePresent), .timeLimit(.minutes(5)), arguments: kinds)
    func `the same pictures give the same bytes`(kind: (OutputContainer, OutputCodec)) throws {
        let scratch = try Scratch()
        var films: Set<[UInt8]> = []
        for pattern in [Int32(0), 85, 170, 255] {
            // New memory is filled with a different byte each time, so that nothing may depend on what was in it.
            try Memory.fillNew(pattern)
            try Self.film(scratch.path("film"), container: kind.0, codec: kind.1)
            films.insert(try Bytes.of(scratch.path("film")))
        }
        try Memory.fillNew(0)
        #expect(films.count == 1)
        #expect(try Tool.frames(scratch.path("film"), "pict_type").count == 30)
    }

    @Test(.enabled(if: Tool.arePresent), .timeLimit(.minutes(5)), arguments: kinds)
    func `no file says who wrote it, with what, or when`(kind: (OutputContainer, OutputCodec)) throws {
        let scratch = try Scratch()
        let path = scratch.path("film")
        try Self.film(path, container: kind.0, codec: kind.1)
        let bytes = try Bytes.of(path)
        for word in ["x264", "x265", "Lavc", "SVT-AV1", "options:", "VideoHandler", "SoundHandler"] {
            #expect(!Bytes.contains(bytes, word), "\(kind): \(word)")
        }
        let tags = try Tool.run(
            "ffprobe", ["-v", "quiet", "-show_entries", "format_tags:stream_tags", "-of", "csv", path])
        for word in ["creation", "encoder=", "title", "Lavc"] { #expect(!tags.contains(word)) }
    }

    @Test(.enabled(if: Tool.arePresent), .timeLimit(.minutes(5)))
    func `an mp4 holds only the boxes it needs, index first, no dates`() throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mp4")
        try Self.film(path, container: .mp4, codec: .h264)
        let bytes = try Bytes.of(path)
        let boxes = Boxes(bytes)
        let allowed: Set = [
            "ftyp", "moov", "moov/mvhd", "moov/trak", "moov/trak/tkhd", "moov/trak/edts", "moov/trak/edts/elst",
            "moov/trak/mdia", "moov/trak/mdia/mdhd", "moov/trak/mdia/hdlr", "moov/trak/mdia/minf",
            "moov/trak/mdia/minf/vmhd", "moov/trak/mdia/minf/dinf", "moov/trak/mdia/minf/dinf/dref",
            "moov/trak/mdia/minf/stbl", "moov/trak/mdia/minf/stbl/stsd", "moov/trak/mdia/minf/stbl/stts",
            "moov/trak/mdia/minf/stbl/stss", "moov/trak/mdia/minf/stbl/ctts", "moov/trak/mdia/minf/stbl/stsc",
            "moov/trak/mdia/minf/stbl/stsz", "moov/trak/mdia/minf/stbl/stco", "moov/trak/mdia/minf/stbl/sdtp",
            "moov/udta", "moov/udta/meta", "free", "mdat",
        ]
        #expect(Set(boxes.found.map(\.path)).subtracting(allowed).isEmpty, "\(boxes.found.map(\.path))")
        let order = boxes.found.map(\.path).filter { !$0.contains("/") }
        let index = try #require(order.firstIndex(of: "moov"))
        let samples = try #require(order.firstIndex(of: "mdat"))
        #expect(index < samples)
        for box in boxes.found where box.path.hasSuffix("vhd") || box.path.hasSuffix("khd") || box.path.hasSuffix("dhd")
        {
            guard box.path != "moov/trak/mdia/minf/vmhd" else { continue }
            #expect(bytes[(box.start + 12)..<(box.start + 20)].allSatisfy { $0 == 0 }, "\(box.path) has a date")
        }
        for box in boxes.found where box.path == "moov/udta" { #expect(box.size <= 61) }
    }

    @Test(.enabled(if: Tool.arePresent), .timeLimit(.minutes(5)))
    func `an H.264 stream holds pictures and their parameters only`() throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mp4")
        try Self.film(path, container: .mp4, codec: .h264)
        let stream = try Tool.bytes(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-i", path, "-c", "copy", "-bsf:v", "h264_mp4toannexb", "-f", "h264", "-"]
        )
        let kinds = Set(Bytes.nalTypes([UInt8](stream)))
        #expect(kinds.isSuperset(of: [1, 5, 7, 8]))
        #expect(kinds.isSubset(of: [1, 5, 7, 8, 9]))
    }

    @Test(
        .enabled(if: Tool.arePresent), .timeLimit(.minutes(5)),
        arguments: [
            (OutputCodec.h264, PixelFormat.yuv420p8), (.h264, .yuv420p10), (.h264, .yuv422p10), (.hevc, .yuv420p8),
            (.av1, .yuv420p8), (.vp9, .yuv420p8),
        ]
    )
    func `an odd size stays what it is`(codec: OutputCodec, format: PixelFormat) throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mkv")
        try Self.film(path, container: .matroska, codec: codec, format: format, width: 321, height: 181) {
            $0.timeBase = Ratio(1, 1000)
            $0.quality = 90
        }
        #expect(try Tool.stream(path, "v:0", "width,height") == ["321", "181"])
        #expect(try Tool.frames(path, "pict_type").count == 30)
        // Decoded again, the first picture is the one that was given, but for the losses of a good encoding.
        let file = try OpenFile(reading: path)
        let reader = try VideoReader(descriptor: file.descriptor, threads: 1)
        #expect(try reader.next() != .end)
        let (given, read) = (Picture(format, 321, 181), Picture(format, 321, 181))
        given.paint(0)
        try reader.copyUpright(into: read.memory, layout: read.layout)
        for plane in 0..<3 {
            #expect(given.meanDifference(to: read, plane) < 6 * Double(1 << (format.bitDepth - 8)), "plane \(plane)")
        }
    }

    @Test(.enabled(if: Tool.arePresent), .timeLimit(.minutes(5)), arguments: OutputCodec.allCases)
    func `uneven times are kept to the tick`(codec: OutputCodec) throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mp4")
        var random = SystemRandomNumberGenerator()
        var ticks: [Int64] = [777]
        for _ in 0..<60 { ticks.append(ticks[ticks.count - 1] + Int64.random(in: 1...2000, using: &random)) }
        try Self.film(path, container: .mp4, codec: codec, width: 128, height: 128, ticks: ticks)
        #expect(try Reading(path).pictures.map(\.ticks) == ticks)
    }

    @Test(.enabled(if: Tool.arePresent), .timeLimit(.minutes(5)), arguments: OutputCodec.allCases)
    func `ten bits, full range and colours are said in the output`(codec: OutputCodec) throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mp4")
        try Self.film(path, container: .mp4, codec: codec, format: .yuv420p10) {
            $0.colour = ColourNumbers(matrix: 9, primaries: 9, transfer: 16, range: 2, chromaLocation: 1)
            $0.sampleAspectRatio = Ratio(64, 45)
        }
        let info = try Reading(path).info
        #expect(info.format == .yuv420p10)
        #expect(info.fullRange)
        #expect([info.colour.matrix, info.colour.primaries, info.colour.transfer] == [9, 9, 16])
        #expect(info.sampleAspectRatio == Ratio(64, 45))
    }

    @Test func `times that do not grow are refused`() throws {
        let scratch = try Scratch()
        #expect(throws: MediaError.timesOutOfOrder(frame: 2)) {
            try Self.film(scratch.path("x"), container: .mp4, codec: .h264, ticks: [0, 512, 512])
        }
    }

    @Test func `a descriptor that cannot be written is an error of the output`() throws {
        let scratch = try Scratch()
        try Self.film(scratch.path("film"), container: .mp4, codec: .h264)
        let file = try OpenFile(reading: scratch.path("film"))
        #expect(throws: MediaError.output(MediaCode(rawValue: EINVAL))) {
            try Self.film(file, container: .mp4, codec: .h264)
        }
    }

    @Test func `a file that may not grow is an error of the output`() throws {
        let file = try OpenFile(memoryThatMayNotGrow: "full")
        #expect(throws: MediaError.output(MediaCode(rawValue: EPERM))) {
            try Self.film(file, container: .mp4, codec: .h264)
        }
    }

    @Test func `bytes of an older, longer file do not survive`() throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mp4")
        let old = try OpenFile(writing: path)
        let secret = [UInt8](repeating: 0x5A, count: 4 << 20)
        #expect(secret.withUnsafeBytes { pwrite(old.descriptor, $0.baseAddress, $0.count, 0) } == secret.count)
        try Self.film(path, container: .mp4, codec: .h264)
        #expect(try !Bytes.contains(Bytes.of(path), "ZZZZZZZZZZZZZZZZ"))
    }

    @Test(arguments: [
        (OutputContainer.mp4, "aac", true), (.mp4, "mp3", true), (.mp4, "ac3", true), (.mp4, "opus", true),
        (.mp4, "alac", true), (.mp4, "pcm_s16le", false), (.mp4, "vorbis", false), (.mov, "pcm_s16le", true),
        (.mov, "aac", true), (.matroska, "vorbis", true), (.matroska, "pcm_s16le", true), (.webm, "opus", true),
        (.webm, "aac", false), (.mp4, "no such codec", false),
    ])
    func `it is known which sound fits where`(container: OutputContainer, codec: String, fits: Bool) {
        #expect(VideoWriter.canCarry(codecName: codec, in: container) == fits)
    }
}
