import Testing

import Media

/// Sound that is written anew: what matters is when it is heard.
@Suite struct SoundTranscoderTests {
    private static let rate = 48000
    /// 20 ms of samples in a packet.
    private static let samples = 960

    private static func pcm(_ rate: Int = rate, channels: Int = 1) -> AudioParameters {
        AudioParameters(
            // AV_CODEC_ID_PCM_S16LE, AV_SAMPLE_FMT_S16, channels without places.
            codecName: "pcm_s16le", codecID: 0x10000, codecTag: 0, sampleFormat: 1, sampleRate: rate, channelOrder: 0,
            channelCount: channels, channelMask: 0, bitRate: 0, bitsPerCodedSample: 16, bitsPerRawSample: 0,
            blockAlign: Int32(2 * channels), frameSize: 0, initialPadding: 0, trailingPadding: 0, seekPreroll: 0,
            profile: -99, level: -99, timeBase: Ratio(1, rate), extradata: []
        )
    }

    private static func packet(at pts: Int, samples: Int = samples, channels: Int = 1) -> AudioPacket {
        let bytes = (0..<samples * channels).flatMap { [UInt8(truncatingIfNeeded: $0 &* 37), UInt8($0 % 32)] }
        return AudioPacket(
            pts: Int64(pts), dts: Int64(pts), duration: Int64(samples), keyframe: true, hidden: false, skipStart: 0,
            skipEnd: 0, bytes: bytes
        )
    }

    /// Everything that comes out of these packets.
    private static func run(
        _ packets: [AudioPacket], _ source: AudioParameters = pcm(), to codec: SoundCodec = .aac
    ) throws -> (parameters: AudioParameters, packets: [AudioPacket]) {
        let transcoder = try SoundTranscoder(source, to: codec)
        var result: [AudioPacket] = []
        for packet in packets { result += try transcoder.feed(packet) }
        return (transcoder.parameters, result + (try transcoder.finish()))
    }

    /// Seconds at which what is heard starts and ends.
    private static func span(_ result: (parameters: AudioParameters, packets: [AudioPacket])) throws -> (Double, Double)
    {
        let first = try #require(result.packets.first?.pts)
        let last = try #require(result.packets.last)
        let tick = result.parameters.timeBase.value
        return (
            Double(first + Int64(result.parameters.initialPadding)) * tick,
            Double((last.pts ?? 0) + last.duration) * tick
        )
    }

    @Test(arguments: SoundCodec.allCases, [0, 4800, 1_234_567])
    func `sound starts and ends where the source's does`(codec: SoundCodec, start: Int) throws {
        let packets = (0..<50).map { Self.packet(at: start + $0 * Self.samples) }
        let (from, to) = try Self.span(try Self.run(packets, to: codec))
        #expect(abs(from - Double(start) / 48000) < 0.001)
        #expect(abs(to - Double(start + 50 * Self.samples) / 48000) < 0.02)
    }

    @Test func `every packet follows on the one before`() throws {
        let packets = (0..<50).map { Self.packet(at: $0 * Self.samples) }
        let result = try Self.run(packets).packets
        for (one, next) in zip(result, result.dropFirst()) { #expect(next.pts == one.pts.map { $0 + one.duration }) }
        #expect(result.count > 40)
    }

    @Test func `a gap is silence, and what comes after it keeps its time`() throws {
        let packets = (0..<50).filter { !(10..<30).contains($0) }.map { Self.packet(at: $0 * Self.samples) }
        let whole = try Self.run((0..<50).map { Self.packet(at: $0 * Self.samples) })
        let gapped = try Self.run(packets)
        #expect(gapped.packets.map(\.pts) == whole.packets.map(\.pts))
        // Silence costs next to nothing.
        let middle = gapped.packets.filter { (14_000..<26_000).contains($0.pts ?? 0) }
        #expect(middle.count > 5 && middle.allSatisfy { $0.bytes.count < 40 }, "\(middle.map(\.bytes.count))")
    }

    @Test func `packets that overlap do not push back what follows`() throws {
        // From the 25th on everything claims to be 0.1 s earlier.
        let packets = (0..<50).map { Self.packet(at: $0 * Self.samples - ($0 >= 25 ? 4800 : 0)) }
        let (_, to) = try Self.span(try Self.run(packets))
        #expect(abs(to - Double(50 * Self.samples - 4800) / 48000) < 0.02)
    }

    @Test func `times that jitter by a few milliseconds change nothing`() throws {
        let steady = try Self.run((0..<50).map { Self.packet(at: $0 * Self.samples) })
        let shaken = try Self.run((0..<50).map { Self.packet(at: max(0, $0 * Self.samples + ($0 % 5 - 2) * 96)) })
        #expect(shaken.packets == steady.packets)
    }

    @Test func `a gap of hours is refused, not filled`() throws {
        #expect(throws: MediaError.soundHasGap) {
            _ = try Self.run([Self.packet(at: 0), Self.packet(at: 3600 * Self.rate)])
        }
    }

    @Test func `a rate that the codec does not have is resampled, in step`() throws {
        let packets = (0..<50).map { Self.packet(at: $0 * 220, samples: 220) }
        let result = try Self.run(packets, Self.pcm(11_000))
        #expect(result.parameters.sampleRate == 48000)
        let (from, to) = try Self.span(result)
        #expect(abs(from) < 0.001)
        #expect(abs(to - 1) < 0.02)
    }

    @Test func `a packet that is no sound is silence`() throws {
        var flac = Self.pcm()
        // AV_CODEC_ID_MP3: nothing of these bytes is.
        (flac.codecName, flac.codecID) = ("mp3", 0x15001)
        let result = try Self.run([Self.packet(at: 0)], flac)
        #expect(result.packets.isEmpty)
    }

    @Test func `the same packets give the same bytes, and nobody's name in them`() throws {
        let packets = (0..<50).map { Self.packet(at: $0 * Self.samples, channels: 2) }
        let one = try Self.run(packets, Self.pcm(channels: 2))
        #expect(try Self.run(packets, Self.pcm(channels: 2)).packets == one.packets)
        let bytes = one.packets.flatMap(\.bytes) + one.parameters.extradata
        let text = String(decoding: bytes.map { (32..<127).contains($0) ? $0 : 46 }, as: UTF8.self)
        #expect(!text.contains("Lavc"))
    }

    @Test func `more channels than a codec takes are refused`() throws {
        #expect(throws: MediaError.soundDoesNotFit(codec: "pcm_s16le")) {
            _ = try SoundTranscoder(Self.pcm(channels: 9), to: .aac)
        }
    }

    @Test func `sound is carried where the container has a place for it`() {
        var sound = Self.pcm()
        #expect(SoundPlan(sound, in: .mov) == .carry)
        #expect(SoundPlan(sound, in: .matroska) == .carry)
        #expect(SoundPlan(sound, in: .mp4) == .encode(.aac))
        #expect(SoundPlan(sound, in: .webm) == .encode(.opus))
        (sound.codecName, sound.extradata) = ("aac", [])
        #expect(SoundPlan(sound, in: .mp4) == .encode(.aac), "nobody could tell what it is")
        sound.extradata = [0x11, 0x90]
        #expect(SoundPlan(sound, in: .mp4) == .carry)
    }
}
