import FileAudit
import Glibc
import Media
import Photo
import Testing
import TimelineCore
import Wire

/// What our writers write passes; the same with anything more does not.
@Suite struct OwnOutputTests {
    static func kind(_ format: PhotoFormat) throws -> OwnKind { try #require(OwnKind(rawValue: format.rawValue)) }

    static func photo(_ input: [UInt8], _ format: PhotoFormat) throws -> [UInt8] {
        let (source, output) = (try Scratch(input), try Scratch())
        try PhotoComposer.compose(
            input: source.descriptor, output: output.descriptor, patches: [], options: PhotoOutput(format: format)
        )
        return output.bytes
    }

    /// A film of twelve generated pictures.
    static func film(
        _ container: OutputContainer, _ codec: OutputCodec, _ format: PixelFormat = .yuv420p8,
        adjust: (inout VideoEncoding) -> Void = { _ in }
    ) throws -> [UInt8] {
        let output = try Scratch()
        let size = PixelSize(width: 96, height: 64)
        var encoding = VideoEncoding(
            codec: codec, size: size, format: format, timeBase: Ratio(1, 1000), frameRate: Ratio(25, 1),
            colour: ColourNumbers(matrix: 1, primaries: 1, transfer: 1, range: 1, chromaLocation: 1), threads: 1
        )
        adjust(&encoding)
        let writer = try VideoWriter(descriptor: output.descriptor, container: container, video: encoding)
        let layout = PictureLayout.packed(format: format, size: size)
        var picture = [UInt8](repeating: 0, count: layout.byteCount)
        for number in 0..<12 {
            for index in picture.indices {
                picture[index] = UInt8(truncatingIfNeeded: (index &* 7 &+ number &* 31) >> 3 & 3)
            }
            try picture.withUnsafeBytes { bytes in
                try writer.write(picture: bytes, layout: layout, ticks: Int64(number) * 40, durationTicks: 40)
            }
        }
        try writer.finish()
        return output.bytes
    }

    @Test(arguments: PhotoFormat.allCases, [false, true])
    func `a photo as we write it is exactly ours, and clean`(format: PhotoFormat, alpha: Bool) throws {
        let bytes = try Self.photo(Make.png(alpha: alpha), format)
        #expect(bytes.count > 100)
        #expect(try bytes.ourCodes(Self.kind(format)) == [])
        #expect(try bytes.codes == [])
    }

    /// Encoders round sides up; what they add must not look like something hidden.
    @Test(arguments: PhotoFormat.allCases, [(47, 33), (201, 150), (431, 323)])
    func `a photo of any size is exactly ours`(format: PhotoFormat, size: (width: Int, height: Int)) throws {
        // Stored rows must fit one block of DEFLATE.
        let alpha = size.width < 100
        let height = min(size.height, 65_000 / (size.width * 4))
        let bytes = try Self.photo(Make.png(width: size.width, height: height, alpha: alpha), format)
        #expect(try bytes.ourCodes(Self.kind(format)) == [])
        #expect(try bytes.codes == [])
    }

    @Test(arguments: PhotoFormat.allCases)
    func `a photo with more bytes, or fewer, or of another kind is not ours`(format: PhotoFormat) throws {
        let bytes = try Self.photo(Make.png(), format)
        let kind = try Self.kind(format)
        #expect(try !(bytes + [0]).ourCodes(kind).isEmpty)
        #expect(try !(bytes + Make.text("ftypPATIENT")).ourCodes(kind).isEmpty)
        #expect(try !Array(bytes.dropLast(5)).ourCodes(kind).isEmpty)
        for other in OwnKind.allCases where other != kind {
            #expect(try !bytes.ourCodes(other).isEmpty, "\(format) as \(other)")
        }
    }

    static let films: [(OutputContainer, OutputCodec, PixelFormat)] = [
        (.mp4, .h264, .yuv420p8), (.mov, .h264, .yuv420p8), (.matroska, .h264, .yuv420p8), (.mp4, .hevc, .yuv420p10),
        (.matroska, .hevc, .yuv420p8), (.mp4, .av1, .yuv420p8), (.webm, .vp9, .yuv420p8), (.webm, .av1, .yuv420p8),
    ]

    static func kind(_ container: OutputContainer) -> OwnKind {
        container == .mp4 || container == .mov ? .mp4 : .matroska
    }

    @Test(.timeLimit(.minutes(3)), arguments: films)
    func `a film as we write it is exactly ours, and clean`(
        film: (container: OutputContainer, codec: OutputCodec, format: PixelFormat)
    ) throws {
        let bytes = try Self.film(film.container, film.codec, film.format)
        #expect(bytes.count > 500)
        #expect(try bytes.ourCodes(Self.kind(film.container)) == [])
        #expect(try bytes.codes == [])
        #expect(try !(bytes + [0]).ourCodes(Self.kind(film.container)).isEmpty)
        #expect(try !Array(bytes.dropLast(9)).ourCodes(Self.kind(film.container)).isEmpty)
    }

    /// Sound is carried as it is: its descriptions must be on the list too.
    @Test(
        .enabled(if: SharedMedia.isPresent), .timeLimit(.minutes(3)),
        arguments: [
            ("videos/iphone6_gps.mov", OutputContainer.mov, OutputCodec.h264),
            ("videos/ax_sample_portrait.mp4", .mp4, .h264), ("videos/ax_srt_subs.mkv", .matroska, .h264),
            ("videos/der_vp9_chapters_subs.webm", .webm, .vp9),
        ]
    )
    func `a real film written again is exactly ours`(
        film: (name: String, container: OutputContainer, codec: OutputCodec)
    ) throws {
        let bytes = try Self.rewritten(try SharedMedia.bytes(film.name), film.container, film.codec)
        #expect(try bytes.ourCodes(Self.kind(film.container)) == [])
        #expect(try bytes.codes == [])
    }

    static func rewritten(_ bytes: [UInt8], _ container: OutputContainer, _ codec: OutputCodec) throws -> [UInt8] {
        let (input, output) = (try Scratch(bytes), try Scratch())
        let reader = try VideoReader(descriptor: input.descriptor, threads: 1)
        #expect(reader.info.audio != nil)
        let writer = try VideoWriter(
            descriptor: output.descriptor, container: container,
            video: VideoEncoding(like: reader.info, codec: codec, quality: 20, threads: 2), audio: reader.info.audio
        )
        let layout = reader.info.pictureLayout
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.byteCount, alignment: 64)
        defer { memory.deallocate() }
        while true {
            switch try reader.next() {
            case .picture(let info):
                try reader.copyUpright(into: memory, layout: layout)
                try writer.write(
                    picture: UnsafeRawBufferPointer(memory), layout: layout, ticks: info.ticks,
                    durationTicks: info.durationTicks
                )
            case .audio(let packet): try writer.write(audio: packet)
            case .end:
                try writer.finish()
                return output.bytes
            }
        }
    }

    /// A Vorbis head in both packings, with a text in the middle.
    @Test func `the texts in the head of Vorbis sound are not carried over`() throws {
        let identity = [1] + Make.text("vorbis") + Make.zeros(23)
        let texts =
            [3] + Make.text("vorbis") + Make.little(0, 4) + Make.little(1, 4) + Make.little(300, 4)
            + [UInt8](repeating: 65, count: 300) + [1]
        let setup = [5] + Make.text("vorbis") + [9, 8, 7]
        let laced = [2, UInt8(identity.count), 255, UInt8(texts.count - 255)] + identity + texts + setup
        let counted = [identity, texts, setup].flatMap { Make.big($0.count, 2) + $0 }
        let empty = [3] + Make.text("vorbis") + Make.zeros(8) + [1]
        for head in [laced, counted] {
            let cleaned = Self.sound("vorbis", head).withoutComments.extradata
            #expect(cleaned == [2, UInt8(identity.count), UInt8(empty.count)] + identity + empty + setup)
        }
        for other in [[], [2], [2, 255, 255], Array(laced.prefix(40)), Make.zeros(9)] {
            #expect(Self.sound("vorbis", other).withoutComments.extradata == other)
        }
        #expect(Self.sound("aac", laced).withoutComments.extradata == laced)
    }

    private static func sound(_ codec: String, _ head: [UInt8]) -> AudioParameters {
        AudioParameters(
            codecName: codec, codecID: 0, codecTag: 0, sampleFormat: 0, sampleRate: 48_000, channelOrder: 1,
            channelCount: 2, channelMask: 3, bitRate: 0, bitsPerCodedSample: 0, bitsPerRawSample: 0, blockAlign: 0,
            frameSize: 0, initialPadding: 0, trailingPadding: 0, seekPreroll: 0, profile: 0, level: 0,
            timeBase: Ratio(1, 48_000), extradata: head
        )
    }

    /// QuickTime says the size of the shown picture where pixels are not square.
    @Test func `a QuickTime film with oblong pixels is exactly ours`() throws {
        let bytes = try Self.film(.mov, .h264) { $0.sampleAspectRatio = Ratio(128, 117) }
        #expect(bytes.place(of: "tapt") != nil)
        #expect(try bytes.ourCodes(.mp4) == [])
        #expect(try bytes.codes == [])
    }
}
