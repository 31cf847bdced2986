import Media
import TimelineCore
import Wire

/// Container, codec and sound of an output video.
struct OutputChoice {
    let container: OutputContainer
    let encoding: VideoEncoding
    let audio: AudioParameters?
    /// What is not as in the input, for the report.
    let note: String?

    /// The same whatever the job may use: encoders give other bytes with another number of threads, and the same input,
    /// settings and version must give the same output. Source: measured with libx264, 1 against 2 and 3 threads.
    private static let encoderThreads = 2

    /// - Throws: a failure for an extension that no container goes with.
    init(medium: Medium, settings: PassSettings) throws(StageFailure) {
        switch settings.outputExtension {
        case "mp4", "m4v", "3gp": container = .mp4
        case "mov", "qt": container = .mov
        case "mkv": container = .matroska
        case "webm": container = .webm
        default:
            throw StageFailure(
                code: "unsupported",
                text: "a video cannot be written as '.\(settings.outputExtension)'; use .mp4, .mov, .mkv or .webm",
                blame: .input
            )
        }
        guard let format = PixelFormat(rawValue: medium.format) else {
            throw StageFailure(code: "internal", text: "an unknown pixel format", blame: .stage)
        }
        let codec = Self.codec(settings.videoCodec, source: medium.codec, container: container)
        encoding = VideoEncoding(
            codec: codec, size: PixelSize(width: medium.width, height: medium.height), format: format,
            timeBase: Ratio(medium.timeBase.numerator, medium.timeBase.denominator),
            frameRate: Ratio(medium.frameRate.numerator, medium.frameRate.denominator),
            colour: ColourNumbers(
                matrix: medium.colour.matrix, primaries: medium.colour.primaries, transfer: medium.colour.transfer,
                range: medium.colour.isFullRange ? 2 : 1, chromaLocation: medium.colour.chromaLocation
            ),
            sampleAspectRatio: Ratio(medium.pixelAspect.numerator, medium.pixelAspect.denominator),
            quality: settings.quality ?? 75, threads: Self.encoderThreads
        )
        audio = settings.keepsSound ? medium.sound.map(AudioParameters.init) : nil
        note =
            codec.rawValue == medium.codec ? nil : "the video was \(medium.codec) and was written as \(codec.rawValue)"
    }

    private static func codec(_ wanted: String, source: String, container: OutputContainer) -> OutputCodec {
        if let codec = OutputCodec(rawValue: wanted) { return codec }
        if container == .webm { return source == "av1" ? .av1 : .vp9 }
        return OutputCodec(rawValue: source) ?? .h264
    }
}

extension AudioParameters {
    init(_ sound: Medium.Sound) {
        self.init(
            codecName: sound.codec, codecID: sound.codecNumber, codecTag: sound.codecTag,
            sampleFormat: Int32(clamping: sound.sampleFormat), sampleRate: sound.sampleRate,
            channelOrder: sound.channelOrder, channelCount: sound.channels, channelMask: sound.channelMask,
            bitRate: sound.bitRate, bitsPerCodedSample: Int32(clamping: sound.bitsPerCodedSample),
            bitsPerRawSample: Int32(clamping: sound.bitsPerRawSample), blockAlign: Int32(clamping: sound.blockAlign),
            frameSize: Int32(clamping: sound.frameSize), initialPadding: Int32(clamping: sound.initialPadding),
            trailingPadding: Int32(clamping: sound.trailingPadding), seekPreroll: Int32(clamping: sound.seekPreroll),
            profile: Int32(clamping: sound.profile), level: Int32(clamping: sound.level),
            timeBase: Ratio(sound.timeBase.numerator, sound.timeBase.denominator), extradata: sound.extraData
        )
    }
}
