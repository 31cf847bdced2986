import CFFmpeg
import TimelineCore
import Wire

/// Everything about an output in the shim's terms.
struct MuxerSettings {
    private let container: OutputContainer
    private let video: VideoEncoding
    private let settings: EncoderSettings
    private let audio: AudioParameters?

    init(
        _ container: OutputContainer, _ video: VideoEncoding, _ settings: EncoderSettings, _ audio: AudioParameters?
    ) throws(MediaError) {
        guard video.timeBase.isKnown, video.timeBase.numerator <= Int(Int32.max),
            video.timeBase.denominator <= Int(Int32.max)
        else { throw .unsupportedEncoding("the time base is no fraction of 31 bits") }
        (self.container, self.video, self.settings, self.audio) = (container, video, settings, audio)
    }

    func open(_ descriptor: Int32) throws(MediaError) -> OpaquePointer {
        var error = sf_ffmpeg_error()
        var writer: OpaquePointer?
        let status = withEncoding { encoding in
            guard let audio else { return sf_ffmpeg_writer_open(descriptor, encoding, nil, &writer, &error) }
            return audio.withShim { sf_ffmpeg_writer_open(descriptor, encoding, $0, &writer, &error) }
        }
        guard status == 0, let writer else { throw error.general(status) { .output($0) } }
        return writer
    }

    /// Lends the settings in the shim's terms for the length of the call.
    private func withEncoding<R>(_ body: (UnsafePointer<sf_ffmpeg_encoding>) -> R) -> R {
        container.rawValue.withCString { muxer in
            settings.encoder.withCString { encoder in
                muxerOptions.joined(separator: "\n").withCString { muxerOptions in
                    settings.options.joined(separator: "\n").withCString { encoderOptions in
                        settings.packetFilter.withCString { filter in
                            var shim = numbers(muxer, encoder, muxerOptions, encoderOptions, filter)
                            return body(&shim)
                        }
                    }
                }
            }
        }
    }

    private func numbers(
        _ muxer: UnsafePointer<CChar>, _ encoder: UnsafePointer<CChar>, _ muxerOptions: UnsafePointer<CChar>,
        _ encoderOptions: UnsafePointer<CChar>, _ filter: UnsafePointer<CChar>
    ) -> sf_ffmpeg_encoding {
        let rate = video.frameRate.isKnown ? video.frameRate : Ratio(25, 1)
        return sf_ffmpeg_encoding(
            muxer: muxer, encoder: encoder, muxer_options: muxerOptions, encoder_options: encoderOptions,
            packet_filter: filter, format: Int32(video.format.rawValue),
            expand_chroma: settings.expandsChroma ? 1 : 0, width: Int32(clamping: video.size.width),
            height: Int32(clamping: video.size.height), time_base_num: Int32(video.timeBase.numerator),
            time_base_den: Int32(video.timeBase.denominator), rate_num: Int32(clamping: rate.numerator),
            rate_den: Int32(clamping: rate.denominator), sar_num: Int32(clamping: video.sampleAspectRatio.numerator),
            sar_den: Int32(clamping: video.sampleAspectRatio.denominator), matrix: Int32(video.colour.matrix),
            range: Int32(video.colour.range), primaries: Int32(video.colour.primaries),
            transfer: Int32(video.colour.transfer), chroma_location: Int32(video.colour.chromaLocation),
            light: video.light.shim, video_tag: videoTag, interlaced: interlaced,
            gop_size: Int32(clamping: keyframeInterval(rate)),
            threads: Int32(clamping: max(1, video.threads))
        )
    }

    private var interlaced: Int32 {
        // Each field of a 4:2:0 picture needs an even number of lines.
        guard video.codec == .h264, video.size.height % 4 == 0, !settings.expandsChroma else { return 0 }
        return switch video.fieldOrder {
        case .progressive: 0
        case .topFirst: 1
        case .bottomFirst: 2
        }
    }

    /// A keyframe every five seconds: seeking is quick, and the cost is a few per cent.
    private func keyframeInterval(_ rate: Ratio) -> Int { min(300, max(12, Int((rate.value * 5).rounded()))) }

    /// `hvc1` for HEVC in MP4 and QuickTime: Apple's players refuse FFmpeg's default `hev1`.
    private var videoTag: UInt32 {
        guard video.codec == .hevc, container == .mp4 || container == .mov else { return 0 }
        return "hvc1".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private var muxerOptions: [String] {
        guard container == .mp4 || container == .mov else { return [] }
        return [
            "movflags=+faststart", "empty_hdlr_name=1", "write_tmcd=0", "write_btrt=0",
            "movie_timescale=\(movieTimescale)",
        ]
    }

    /// Units of the edit list, in which a late start of picture or sound is written: exact for both where that fits.
    private var movieTimescale: Int {
        var scale = video.timeBase.denominator
        // The muxer doubles small video timescales up to this.
        while scale < 10_000 { scale *= 2 }
        guard let audio, audio.sampleRate > 0 else { return scale }
        let common = scale / Self.greatestDivisor(scale, audio.sampleRate) * audio.sampleRate
        return common <= 100_000_000 ? common : scale
    }

    private static func greatestDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestDivisor(b, a % b) }
}
