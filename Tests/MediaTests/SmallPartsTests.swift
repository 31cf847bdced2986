import Testing
import TimelineCore
import Wire

import Media

@Suite struct SmallPartsTests {
    @Test func `times always grow, whatever the file says`() {
        var clock = PictureClock(usualDuration: 40)
        #expect(clock.place(ticks: 10, duration: 0) == (10, 40))
        #expect(clock.place(ticks: nil, duration: 20) == (50, 20))
        #expect(clock.place(ticks: 50, duration: 20) == (51, 20))
        #expect(clock.place(ticks: -7, duration: -3) == (52, 40))
        #expect(clock.place(ticks: nil, duration: 0) == (92, 40))
        #expect(clock.place(ticks: 1000, duration: 1) == (1000, 1))
    }

    @Test func `a first picture without a time is at zero`() {
        var clock = PictureClock(usualDuration: 0)
        #expect(clock.place(ticks: nil, duration: 0) == (0, 1))
    }

    @Test func `the same picture has not changed and an opposite one has wholly`() {
        let dark = [UInt8](repeating: 0, count: SceneChange.cells)
        let light = [UInt8](repeating: 255, count: SceneChange.cells)
        var scene = SceneChange()
        #expect(scene.advance(to: dark) == 0)
        #expect(scene.advance(to: dark) == 0)
        #expect(scene.advance(to: light) == 1)
    }

    @Test func `moving brightness about is less than exchanging it`() {
        let ramp = (0..<SceneChange.cells).map { UInt8($0 % SceneChange.columns * 8) }
        let moved = (0..<SceneChange.cells).map { UInt8(($0 + 3) % SceneChange.columns * 8) }
        let other = (0..<SceneChange.cells).map { UInt8($0 % SceneChange.columns * 2 + 190) }
        #expect(SceneChange.measure(ramp, moved) < 0.1)
        #expect(SceneChange.measure(ramp, other) > 0.6)
    }

    private func gate() -> SoundGate {
        SoundGate(
            AudioParameters(
                codecName: "aac", codecID: 0, codecTag: 0, sampleFormat: 0, sampleRate: 48000, channelOrder: 1,
                channelCount: 2, channelMask: 3, bitRate: 0, bitsPerCodedSample: 0, bitsPerRawSample: 0, blockAlign: 0,
                frameSize: 1024, initialPadding: 0, trailingPadding: 0, seekPreroll: 0, profile: 0, level: 0,
                timeBase: Ratio(1, 48000), extradata: []
            )
        )
    }

    private func packet(_ pts: Int64, hidden: Bool) -> AudioPacket {
        AudioPacket(
            pts: pts, dts: pts, duration: 1024, keyframe: true, hidden: hidden, skipStart: 0, skipEnd: 0, bytes: []
        )
    }

    @Test func `of hidden sound only the priming before the start goes on`() {
        var gate = gate()
        for number in Int64(1)...60 { #expect(gate.admit(packet(-1024 * (61 - number), hidden: true)).isEmpty) }
        #expect(gate.admit(packet(0, hidden: false)).compactMap(\.pts) == [-2048, -1024, 0])
        #expect(gate.admit(packet(1024, hidden: false)).compactMap(\.pts) == [1024])
        #expect(gate.admit(packet(2048, hidden: true)).isEmpty)
        #expect(gate.admit(packet(3072, hidden: false)).compactMap(\.pts) == [3072])
    }

    @Test func `containers are known by their first bytes`() {
        let box = [UInt8](repeating: 0, count: 3) + [24]
        func head(_ text: String) -> [UInt8] { Array(text.utf8) + [UInt8](repeating: 0, count: 64) }
        #expect(InputContainer(head: box + head("ftypisom")) == .isoMedia)
        #expect(InputContainer(head: box + head("ftypheic")) == nil)
        #expect(InputContainer(head: head("RIFF....AVI ")) == .avi)
        #expect(InputContainer(head: head("RIFF....WEBP")) == nil)
        #expect(InputContainer(head: head("GIF89a")) == .gif)
        #expect(InputContainer(head: [0x1A, 0x45, 0xDF, 0xA3]) == .matroska)
        var transport = [UInt8](repeating: 0, count: 1024)
        for start in stride(from: 0, to: 1024, by: 188) { transport[start] = 0x47 }
        #expect(InputContainer(head: transport) == .transportStream)
        transport[188] = 0
        #expect(InputContainer(head: transport) == nil)
        for count in 0..<12 { #expect(InputContainer(head: [UInt8](repeating: 0, count: count)) == nil) }
        #expect(InputContainer(head: head("G")) == nil)
    }

    @Test func `the digest is SHA-256`() throws {
        let scratch = try Scratch()
        let file = try OpenFile(writing: scratch.path("abc"))
        #expect(
            try FileDigest.sha256(descriptor: file.descriptor).hex
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect([UInt8]("abc".utf8).withUnsafeBytes { pwriteAll(file.descriptor, $0) })
        // Source: FIPS 180-4 examples.
        #expect(
            try FileDigest.sha256(descriptor: file.descriptor).hex
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(.enabled(if: Tool.arePresent && SharedMedia.isPresent)) func `a long file's digest is what sha256sum says`()
        throws
    {
        let path = try SharedMedia.path("nofaces/gopro_max_gpmf.mp4")
        let expected = try Tool.run("sha256sum", [path]).prefix(64)
        let file = try OpenFile(reading: path)
        #expect(try FileDigest.sha256(descriptor: file.descriptor).hex == String(expected))
    }
}

extension [UInt8] {
    var hex: String {
        map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }
}
