import CFFmpeg

/// What becomes of a video's sound in a container: carried packet by packet, or written anew in another codec.
package enum SoundPlan: Hashable, Sendable {
    case carry
    case encode(SoundCodec)

    /// The plan for this sound: carried wherever the container has a place for it.
    package init(_ audio: AudioParameters, in container: OutputContainer) {
        // AAC that nobody described could only be guessed at by players.
        let isDescribed = audio.codecName != "aac" || !audio.extradata.isEmpty
        if isDescribed, VideoWriter.canCarry(codecName: audio.codecName, in: container) {
            self = .carry
        } else {
            self = .encode(container == .webm ? .opus : .aac)
        }
    }
}

/// The codecs that sound can be written in.
package enum SoundCodec: String, Hashable, Sendable, CaseIterable {
    // The raw value is FFmpeg's name for the codec.
    case aac, opus

    /// FFmpeg's encoder for it.
    var encoder: String {
        switch self {
        case .aac: "aac"
        case .opus: "libopus"
        }
    }
}
