/// Lets through the sound that the file shows, and of the hidden sound only what a decoder needs to start.
///
/// An edit list hides what was cut off, but the packets are still in the file; copied, they would be in ours too.
package struct SoundGate {
    /// Ticks before the first shown packet that are kept.
    private let preroll: Int64
    private var held: [AudioPacket] = []
    private var started = false

    /// Source: AAC encoders start with at most 2112 samples of priming (ISO/IEC 14496-24), Opus decoders settle in 80 ms.
    package static let primingSamples = 2112
    package static let opusPrerollSeconds = 0.08

    /// A gate before its first packet.
    package init(_ audio: AudioParameters) {
        let perSecond = audio.timeBase.value > 0 ? 1 / audio.timeBase.value : 0
        let priming = audio.sampleRate > 0 ? Double(Self.primingSamples) / Double(audio.sampleRate) : 0
        let seconds = audio.codecName == "opus" ? max(priming, Self.opusPrerollSeconds) : priming
        preroll = Int64((seconds * perSecond).rounded(.up))
    }

    /// The packets to hand on now that this one has been read.
    package mutating func admit(_ packet: AudioPacket) -> [AudioPacket] {
        guard packet.hidden else {
            defer { (started, held) = (true, []) }
            return started ? [packet] : held.filter { isNeeded($0, for: packet) } + [packet]
        }
        guard !started else { return [] }
        held.append(packet)
        // Thirty-two packets are more than any pre-roll here; the rest was cut off long before.
        if held.count > 32 { held.removeFirst() }
        return []
    }

    private func isNeeded(_ early: AudioPacket, for first: AudioPacket) -> Bool {
        guard let time = early.pts, let start = first.pts else { return true }
        return start - time <= preroll
    }
}
