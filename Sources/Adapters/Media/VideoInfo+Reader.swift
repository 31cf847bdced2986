import CFFmpeg
import TimelineCore
import Wire

extension VideoInfo {
    /// Gathers the facts once the first picture has been decoded.
    init(reader: OpaquePointer, streams: StreamTable, choice: StreamTable.Choice) throws(MediaError) {
        var video = sf_ffmpeg_video()
        sf_ffmpeg_reader_video(reader, &video)
        var turn = UprightTurn.none
        if video.has_matrix != 0 {
            guard let asked = UprightTurn(a: video.a, b: video.b, c: video.c, d: video.d) else {
                throw .unsupportedRotation
            }
            turn = asked
        }
        let stored = PixelSize(width: Int(video.width), height: Int(video.height))
        let colour = ColourNumbers(video, stored: stored)
        let aspect = Ratio(Int(video.sar_num), Int(video.sar_den))
        let upright = turn.transposes ? Ratio(aspect.denominator, aspect.numerator) : aspect
        self.init(
            uprightSize: turn.uprightSize(stored), storedSize: stored, turn: turn,
            format: PixelFormat(nearest: video.pixels, transposed: turn.transposes), colour: colour,
            light: LightInfo(video.light),
            matrix: Self.matrix(colour.matrix, stored: stored), fullRange: video.pixels.is_full_range != 0,
            sampleAspectRatio: aspect.isKnown ? upright : Ratio(1, 1),
            timeBase: Ratio(Int(video.time_base_num), Int(video.time_base_den)),
            averageFrameRate: Ratio(Int(video.average_rate_num), Int(video.average_rate_den)),
            nominalFrameRate: Ratio(Int(video.nominal_rate_num), Int(video.nominal_rate_den)),
            frameCountHint: Int(clamping: video.frame_count), durationSeconds: video.duration_seconds,
            fieldOrder: Self.fieldOrder(video.interlaced, turn),
            codecName: streams.name(choice.video),
            containerName: String(cString: sf_ffmpeg_reader_demuxer_name(reader)), hasAudio: choice.audio != nil,
            audio: choice.audio.map { _ in Self.audio(reader) }, leftBehind: streams.leftBehind(choice),
            chapterCount: Int(sf_ffmpeg_reader_chapter_count(reader)), metadataKeys: Self.metadataKeys(reader)
        )
    }

    /// The matrix number that swscale is to compute with.
    var conversionMatrix: Int32 {
        switch colour.matrix {
        // Numbers that swscale has constants for (FCC and SMPTE 240M have no name of their own in the wire format).
        case 1, 4, 5, 6, 7, 9, 10: Int32(colour.matrix)
        default:
            switch matrix {
            case .bt601: 6
            case .bt709: 1
            case .bt2020: 9
            }
        }
    }

    /// Source: H.273 table 4; where nothing is said, what players assume: BT.709 from 720 lines or 1280 columns up.
    private static func matrix(_ number: Int, stored: PixelSize) -> ColourMatrix {
        switch number {
        case 1, 7: .bt709
        case 4, 5, 6: .bt601
        case 9, 10, 14: .bt2020
        default:
            max(stored.width, stored.height) >= 1280 || min(stored.width, stored.height) >= 720 ? .bt709 : .bt601
        }
    }

    private static func fieldOrder(_ interlaced: Int32, _ turn: UprightTurn) -> FieldOrder {
        guard turn == .none, interlaced != 0 else { return .progressive }
        return interlaced == 1 ? .topFirst : .bottomFirst
    }

    private static func audio(_ reader: OpaquePointer) -> AudioParameters {
        var shim = sf_ffmpeg_audio()
        sf_ffmpeg_reader_audio(reader, &shim)
        return AudioParameters(shim)
    }

    /// A hostile file may have any number of tags of any length; the report needs a few.
    private static func metadataKeys(_ reader: OpaquePointer) -> [String] {
        var keys: [String] = []
        for index in 0..<Int32(256) {
            guard let key = sf_ffmpeg_reader_metadata_key(reader, index) else { break }
            let name = String(String(cString: key).prefix(64))
            if !keys.contains(name) { keys.append(name) }
        }
        return keys
    }
}

extension ColourNumbers {
    /// The description to pass on; R, G, B pictures are converted on delivery, so theirs becomes that of the result.
    init(_ video: sf_ffmpeg_video, stored: PixelSize) {
        let isRGB = video.pixels.is_rgb != 0
        let large = max(stored.width, stored.height) >= 1280 || min(stored.width, stored.height) >= 720
        self.init(
            matrix: isRGB ? (large ? 1 : 6) : Int(video.matrix), primaries: Int(video.primaries),
            transfer: Int(video.transfer), range: video.pixels.is_full_range != 0 ? 2 : (isRGB ? 1 : Int(video.range)),
            chromaLocation: Int(video.chroma_location)
        )
    }
}

extension PixelFormat {
    /// The delivery format that holds these samples, or the nearest: alpha is dropped, more than ten bits become ten,
    /// chroma is never thinned out more than it is.
    init(nearest pixels: sf_ffmpeg_pixels, transposed: Bool) {
        let native = UInt8(clamping: pixels.native_format)
        let isDeep = pixels.depth > 8
        if let format = PixelFormat(rawValue: native), native != 0,
            !transposed || format.chromaShiftX == format.chromaShiftY
        {
            self = format
            return
        }
        switch (pixels.is_rgb != 0, pixels.is_gray != 0, pixels.chroma_shift_x, pixels.chroma_shift_y) {
        case (false, true, _, _), (false, false, 1..., 1...): self = isDeep ? .yuv420p10 : .yuv420p8
        case (false, false, 1..., 0) where !transposed: self = isDeep ? .yuv422p10 : .yuv422p8
        default: self = isDeep ? .yuv444p10 : .yuv444p8
        }
    }
}
