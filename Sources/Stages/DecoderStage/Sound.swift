import Media
import Wire

extension AudioParameters {
    /// The parameters as they travel in an order.
    var medium: Medium.Sound {
        Medium.Sound(
            codec: codecName, codecNumber: codecID, codecTag: codecTag,
            timeBase: .init(timeBase.numerator, timeBase.denominator), sampleRate: sampleRate,
            channelOrder: channelOrder, channels: channelCount, channelMask: channelMask,
            sampleFormat: Int(sampleFormat), bitRate: bitRate, bitsPerCodedSample: Int(bitsPerCodedSample),
            bitsPerRawSample: Int(bitsPerRawSample), profile: Int(profile), level: Int(level),
            blockAlign: Int(blockAlign), frameSize: Int(frameSize), initialPadding: Int(initialPadding),
            trailingPadding: Int(trailingPadding), seekPreroll: Int(seekPreroll), extraData: extradata
        )
    }
}

extension SoundPacket {
    init(_ packet: AudioPacket) {
        var flags: UInt32 = 0
        if packet.keyframe { flags |= Self.isKey }
        if packet.hidden { flags |= Self.isHidden }
        if packet.pts != nil { flags |= Self.hasPTS }
        if packet.dts != nil { flags |= Self.hasDTS }
        self.init(
            pts: packet.pts ?? 0, dts: packet.dts ?? 0, duration: packet.duration, flags: flags,
            skipStart: packet.skipStart, skipEnd: packet.skipEnd, bytes: packet.bytes
        )
    }
}
