import CFFmpeg

/// Everything another process needs to describe a stream of compressed sound to a container.
///
/// The numbers are FFmpeg's own (AVCodecParameters); both processes link the same library.
package struct AudioParameters: Hashable, Sendable {
    package var codecName: String
    package var codecID: Int32
    package var codecTag: UInt32
    package var sampleFormat: Int32
    package var sampleRate: Int
    /// AVChannelOrder; 1 means that `channelMask` says which channels there are.
    package var channelOrder: Int32
    package var channelCount: Int
    package var channelMask: UInt64
    package var bitRate: Int64
    package var bitsPerCodedSample: Int32
    package var bitsPerRawSample: Int32
    package var blockAlign: Int32
    package var frameSize: Int32
    package var initialPadding: Int32
    package var trailingPadding: Int32
    package var seekPreroll: Int32
    package var profile: Int32
    package var level: Int32
    /// Seconds per tick of the packets' times.
    package var timeBase: Ratio
    /// The codec's own configuration bytes.
    package var extradata: [UInt8]

    package init(
        codecName: String, codecID: Int32, codecTag: UInt32, sampleFormat: Int32, sampleRate: Int,
        channelOrder: Int32, channelCount: Int, channelMask: UInt64, bitRate: Int64, bitsPerCodedSample: Int32,
        bitsPerRawSample: Int32, blockAlign: Int32, frameSize: Int32, initialPadding: Int32, trailingPadding: Int32,
        seekPreroll: Int32, profile: Int32, level: Int32, timeBase: Ratio, extradata: [UInt8]
    ) {
        self.codecName = codecName
        self.codecID = codecID
        self.codecTag = codecTag
        self.sampleFormat = sampleFormat
        self.sampleRate = sampleRate
        self.channelOrder = channelOrder
        self.channelCount = channelCount
        self.channelMask = channelMask
        self.bitRate = bitRate
        self.bitsPerCodedSample = bitsPerCodedSample
        self.bitsPerRawSample = bitsPerRawSample
        self.blockAlign = blockAlign
        self.frameSize = frameSize
        self.initialPadding = initialPadding
        self.trailingPadding = trailingPadding
        self.seekPreroll = seekPreroll
        self.profile = profile
        self.level = level
        self.timeBase = timeBase
        self.extradata = extradata
    }
}

extension AudioParameters {
    init(_ shim: sf_ffmpeg_audio) {
        self.init(
            codecName: String(cString: sf_ffmpeg_codec_name(shim.codec_id)), codecID: shim.codec_id,
            codecTag: shim.codec_tag, sampleFormat: shim.sample_format, sampleRate: Int(shim.sample_rate),
            channelOrder: shim.channel_order, channelCount: Int(shim.channel_count), channelMask: shim.channel_mask,
            bitRate: shim.bit_rate, bitsPerCodedSample: shim.bits_per_coded_sample,
            bitsPerRawSample: shim.bits_per_raw_sample, blockAlign: shim.block_align, frameSize: shim.frame_size,
            initialPadding: shim.initial_padding, trailingPadding: shim.trailing_padding,
            seekPreroll: shim.seek_preroll, profile: shim.profile, level: shim.level,
            timeBase: Ratio(Int(shim.time_base_num), Int(shim.time_base_den)),
            extradata: Array(UnsafeBufferPointer(start: shim.extradata, count: shim.extradata_size))
        )
    }

    /// Lends the parameters in the shim's terms for the length of the call.
    func withShim<R>(_ body: (UnsafePointer<sf_ffmpeg_audio>) -> R) -> R {
        extradata.withUnsafeBufferPointer { bytes in
            var shim = sf_ffmpeg_audio(
                codec_id: codecID, codec_tag: codecTag, sample_format: sampleFormat,
                sample_rate: Int32(clamping: sampleRate), channel_order: channelOrder,
                channel_count: Int32(clamping: channelCount), channel_mask: channelMask, bit_rate: bitRate,
                bits_per_coded_sample: bitsPerCodedSample, bits_per_raw_sample: bitsPerRawSample,
                block_align: blockAlign, frame_size: frameSize, initial_padding: initialPadding,
                trailing_padding: trailingPadding, seek_preroll: seekPreroll, profile: profile, level: level,
                time_base_num: Int32(clamping: timeBase.numerator),
                time_base_den: Int32(clamping: timeBase.denominator),
                extradata: bytes.baseAddress, extradata_size: bytes.count
            )
            return body(&shim)
        }
    }
}
