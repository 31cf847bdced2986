import Testing
import TimelineCore
import Wire

import Media

/// Serialised: the films are many and large, and the time limit is for one of them.
@Suite(.serialized) struct VideoReaderTests {
    @Test(
        .enabled(if: SharedMedia.isPresent && Tool.arePresent), .timeLimit(.minutes(5)),
        arguments: SharedMedia.films(["videos", "clips", "nofaces"])
    )
    func `every film gives the pictures and times that ffprobe shows`(name: String) throws {
        let path = try SharedMedia.path(name)
        let reading = try Reading(path)
        let expected = try Tool.frames(path, "best_effort_timestamp")
        #expect(!expected.isEmpty)
        #expect(reading.pictures.count == expected.count)
        // A time that the file does not know (N/A) is ours to continue.
        for (picture, time) in zip(reading.pictures, expected) where time != "N/A" {
            #expect(picture.ticks == Int64(time))
        }
        #expect(zip(reading.pictures, reading.pictures.dropFirst()).allSatisfy { $0.ticks < $1.ticks })
        #expect(reading.pictures.map(\.frame) == Array(expected.indices))
        #expect(!reading.isTruncated)
    }

    @Test(.enabled(if: SharedMedia.isPresent))
    func `the shared films are found`() {
        #expect(SharedMedia.films(["videos", "clips", "nofaces"]).count >= 30)
    }

    @Test(.enabled(if: SharedMedia.isPresent))
    func `a film turned by its display matrix is upright`() throws {
        let info = try Reading(SharedMedia.path("videos/der_rot_portrait.mp4")).info
        #expect(info.storedSize == PixelSize(width: 1080, height: 608))
        #expect(info.uprightSize == PixelSize(width: 608, height: 1080))
        #expect(info.turn.transposes)
    }

    @Test(.enabled(if: SharedMedia.isPresent && Tool.arePresent), .timeLimit(.minutes(5)))
    func `an upright copy is what ffmpeg shows`() throws {
        let path = try SharedMedia.path("videos/der_rot_portrait.mp4")
        let file = try OpenFile(reading: path)
        let reader = try VideoReader(descriptor: file.descriptor, threads: 1)
        let picture = Picture(reader.info.pictureLayout)
        guard case .picture = try reader.next() else { throw TestFailure("no picture first") }
        try reader.copyUpright(into: picture.memory, layout: picture.layout)
        let shown = try Tool.bytes(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"]
        )
        #expect(picture.packedBytes() == [UInt8](shown))
    }

    @Test(.enabled(if: SharedMedia.isPresent))
    func `cover art is left behind and the film is read`() throws {
        let info = try Reading(SharedMedia.path("videos/der_cover_art.mp4")).info
        #expect(info.codecName == "h264")
        #expect(info.leftBehind.contains { $0.kind == .coverArt })
    }

    @Test(.enabled(if: SharedMedia.isPresent))
    func `what is left behind is named`() throws {
        let phone = try Reading(SharedMedia.path("videos/iphone6_gps.mov")).info
        #expect(phone.metadataKeys.contains { $0.contains("location") })
        #expect(phone.leftBehind.filter { $0.kind == .data }.count == 2)
        let web = try Reading(SharedMedia.path("videos/der_vp9_chapters_subs.webm")).info
        #expect(web.chapterCount > 0)
        #expect(web.leftBehind.contains { $0.kind == .subtitle })
    }

    @Test(.enabled(if: Tool.arePresent), .timeLimit(.minutes(5)))
    func `pictures and sound before the start of an edit list are not delivered`() throws {
        let scratch = try Scratch()
        let (whole, cut) = (scratch.path("whole.mp4"), scratch.path("cut.mp4"))
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-f", "lavfi", "-i", "sine=sample_rate=48000", "-t",
            "4", "-g", "100", "-c:v", "libx264", "-c:a", "aac", "-pix_fmt", "yuv420p", whole,
        ])
        try Tool.ffmpeg(["-ss", "2.5", "-i", whole, "-c", "copy", cut])
        let (all, shown) = (try Reading(whole), try Reading(cut))
        #expect(all.pictures.count == 100)
        #expect(shown.pictures.count == (try Tool.frames(cut, "best_effort_timestamp").count))
        #expect(shown.pictures.count < 45)
        // 1.5 s of sound are 71 packets of 1024 samples; three more may start the decoder.
        #expect((70...75).contains(shown.sound.count))
        #expect(shown.sound.filter(\.hidden).count <= 3)
    }

    @Test(.enabled(if: SharedMedia.isPresent))
    func `a hard cut changes more than a pan`() throws {
        let pan = try Reading(SharedMedia.path("clips/fastpan_blur_720p.mp4"))
        let group = try Reading(SharedMedia.path("clips/pan_group12_720p.mp4"))
        let cuts = try Reading(SharedMedia.path("clips/cuts_flash_shake_720p.mp4"))
        #expect((pan.changes + group.changes).allSatisfy { $0 < 0.35 })
        #expect(cuts.changes.filter { $0 > 0.35 }.count >= 2)
    }
}
