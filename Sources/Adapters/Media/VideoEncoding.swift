import TimelineCore
import Wire

/// The kinds of file that can be written.
package enum OutputContainer: String, Hashable, Sendable, CaseIterable {
    // The raw value is the name of FFmpeg's muxer.
    case mp4, mov, matroska, webm

    /// The container that goes with a file name's extension, in small letters; nil where nothing is written under it.
    package init?(fileExtension: String) {
        switch fileExtension {
        case "mp4", "m4v", "3gp": self = .mp4
        case "mov", "qt": self = .mov
        case "mkv": self = .matroska
        case "webm": self = .webm
        default: return nil
        }
    }

    /// True when every time in this base can be written as it is.
    package func keepsTimes(of timeBase: Ratio) -> Bool {
        switch self {
        // mp4 takes any 31-bit timescale; the shim's muxer doubles small ones, which keeps them exact.
        case .mp4, .mov: timeBase.isKnown && timeBase.denominator <= Int(Int32.max)
        // FFmpeg 5.1 writes Matroska times in whole milliseconds.
        case .matroska, .webm: timeBase.isKnown && timeBase.numerator * 1000 % timeBase.denominator == 0
        }
    }
}

/// The codecs that pictures can be encoded with.
package enum OutputCodec: String, Hashable, Sendable, CaseIterable {
    case h264, hevc, av1, vp9
}

/// How the pictures of an output are encoded.
package struct VideoEncoding: Hashable, Sendable {
    /// Speed against size; `fast` is the default.
    package enum Effort: Hashable, Sendable {
        case fast, careful
    }

    package var codec: OutputCodec
    package var size: PixelSize
    /// The format of the pictures that ``VideoWriter/write(picture:layout:ticks:durationTicks:)`` will be given.
    package var format: PixelFormat
    /// Seconds per tick; the times given are written as they are.
    package var timeBase: Ratio
    /// The usual rate, for rate control and players' displays; times may vary all the same.
    package var frameRate: Ratio
    package var colour: ColourNumbers
    package var light: LightInfo
    package var sampleAspectRatio: Ratio
    /// 1...100; 75 cannot be told from the source by eye.
    package var quality: Int
    package var threads: Int
    package var effort: Effort
    /// Written by H.264 only, where the height divides by 4; elsewhere pictures are stored as whole frames.
    package var fieldOrder: FieldOrder

    package init(
        codec: OutputCodec, size: PixelSize, format: PixelFormat, timeBase: Ratio, frameRate: Ratio,
        colour: ColourNumbers = ColourNumbers(), light: LightInfo = LightInfo(), sampleAspectRatio: Ratio = Ratio(1, 1),
        quality: Int = 75,
        threads: Int = 1, effort: Effort = .fast, fieldOrder: FieldOrder = .progressive
    ) {
        self.codec = codec
        self.size = size
        self.format = format
        self.timeBase = timeBase
        self.frameRate = frameRate
        self.colour = colour
        self.light = light
        self.sampleAspectRatio = sampleAspectRatio
        self.quality = quality
        self.threads = threads
        self.effort = effort
        self.fieldOrder = fieldOrder
    }

    /// The encoding of a video as it was read: same size, samples, times, colour and shape of pixel.
    package init(like info: VideoInfo, codec: OutputCodec, quality: Int = 75, threads: Int = 1) {
        let rate = info.averageFrameRate.isKnown ? info.averageFrameRate : info.nominalFrameRate
        self.init(
            codec: codec, size: info.uprightSize, format: info.format, timeBase: info.timeBase, frameRate: rate,
            colour: info.colour, light: info.light, sampleAspectRatio: info.sampleAspectRatio, quality: quality,
            threads: threads,
            fieldOrder: info.fieldOrder
        )
    }
}
