import Testing
import TimelineCore
import Wire

import Media

/// Serialised: the films are many and large, and the time limit is for one of them.
@Suite(.serialized) struct VideoWriterTests {
    @Test(
        .enabled(if: SharedMedia.isPresent && Tool.arePresent), .timeLimit(.minutes(5)),
        arguments: SharedMedia.films(["videos", "clips", "nofaces"])
    )
    func `a film written again has the same times, size and sound`(name: String) throws {
        let scratch = try Scratch()
        let source = try SharedMedia.path(name)
        let target = scratch.path("out")
        let isMatroska = name.hasSuffix("mkv") || name.hasSuffix("webm")
        let info = try rewrite(source, to: target, container: isMatroska ? .matroska : .mp4, codec: .h264)
        let expected = try Tool.frames(source, "best_effort_timestamp_time")
        let written = try Tool.frames(target, "best_effort_timestamp_time")
        #expect(written.count == expected.count)
        #expect(zip(written, expected).allSatisfy { $0 == $1 || $1 == "N/A" })
        let size = try Tool.stream(target, "v:0", "width,height").compactMap { Int($0) }
        #expect(size == [info.uprightSize.width, info.uprightSize.height])
        try expectSameSound(source, target, hasSound: info.hasAudio)
    }

    @Test(.enabled(if: SharedMedia.isPresent && Tool.arePresent), .timeLimit(.minutes(5)))
    func `pictures of two fields stay so`() throws {
        let scratch = try Scratch()
        let source = try SharedMedia.path("videos/der_interlaced_mpeg2.mpg")
        let info = try rewrite(source, to: scratch.path("out.mp4"), container: .mp4, codec: .h264)
        #expect(info.fieldOrder != .progressive)
        let entry = "interlaced_frame,top_field_first"
        let written = try Tool.frames(scratch.path("out.mp4"), entry)
        #expect(try written == Tool.frames(source, entry))
    }

    /// Every shown packet is there, byte for byte and in its time; of the hidden ones at most what starts the decoder.
    private func expectSameSound(_ source: String, _ target: String, hasSound: Bool) throws {
        let (from, to) = (try ProbedSound.all(source), try ProbedSound.all(target))
        #expect(hasSound == !to.isEmpty)
        #expect(from.suffix(to.count).map(\.hash) == to.map(\.hash))
        #expect(from.dropLast(to.count).allSatisfy { $0.hidden })
        for (old, new) in zip(from.suffix(to.count), to) {
            guard let before = Double(old.time), let after = Double(new.time) else { continue }
            // One sample at 44.1 kHz: a program stream counts in 1/90000 s, an mp4 track in samples.
            #expect(abs(before - after) < 1.0 / 44_100, "\(old.time) became \(new.time)")
        }
    }
}
