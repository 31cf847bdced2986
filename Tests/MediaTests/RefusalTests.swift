import Glibc
import Testing
import TimelineCore
import Wire

import Media

@Suite struct RefusalTests {
    /// The error that opening these bytes gives.
    private func refusal(_ bytes: [UInt8]) throws -> MediaError? {
        let scratch = try Scratch()
        let file = try OpenFile(writing: scratch.path("file"))
        let count = bytes.withUnsafeBytes { pwrite(file.descriptor, $0.baseAddress, $0.count, 0) }
        #expect(count == bytes.count)
        return refusal(file.descriptor)
    }

    private func refusal(_ descriptor: Int32, _ options: VideoReader.Options = .init()) -> MediaError? {
        do throws(MediaError) {
            let reader = try VideoReader(descriptor: descriptor, threads: 1, options: options)
            while try reader.next() != .end {}
            return nil
        } catch {
            return error
        }
    }

    @Test func `an empty file is refused as empty`() throws {
        #expect(try refusal([]) == .empty)
    }

    @Test(arguments: [
        "text": "This is not a film.", "playlist": "#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1/a.ts\n",
        "list of files": "ffconcat version 1.0\nfile '/etc/passwd'\n",
        "sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n",
    ])
    func `bytes of no known container are refused`(_ sample: (String, String)) throws {
        #expect(try refusal(Array(sample.1.utf8)) == .notMedia)
    }

    @Test func `a playlist inside a film's wrapping opens nothing`() throws {
        let playlist = Array("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\nfile:///etc/passwd\n".utf8)
        let size = UInt32(playlist.count + 4)
        let head = Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array("AVI ".utf8)
        let error = try #require(try refusal(head + playlist))
        switch error {
        case .unreadable, .noVideo: break
        default: Issue.record("refused as \(error)")
        }
    }

    @Test(.enabled(if: SharedMedia.isPresent), arguments: ["text_named.mp4", "zero_byte.mp4", "trunc_nomoov.mp4"])
    func `a broken file is refused by its kind`(name: String) throws {
        let file = try OpenFile(reading: try SharedMedia.path("broken/\(name)"))
        switch (name, refusal(file.descriptor)) {
        case ("text_named.mp4", .notMedia?), ("zero_byte.mp4", .empty?), ("trunc_nomoov.mp4", .unreadable?): break
        case (_, let error): Issue.record("\(name) gave \(String(describing: error))")
        }
    }

    @Test(.enabled(if: SharedMedia.isPresent && Tool.arePresent))
    func `a film cut off gives what is left and says so`() throws {
        let path = try SharedMedia.path("broken/trunc_faststart.mp4")
        let reading = try Reading(path)
        let shown = try Tool.frames(path, "best_effort_timestamp")
        #expect(reading.isTruncated)
        // ffprobe also shows the torn last picture, half of it invented.
        #expect((shown.count - 1...shown.count).contains(reading.pictures.count))
        #expect(!reading.pictures.isEmpty)
    }

    @Test(.enabled(if: Tool.arePresent), arguments: ["mp4", "mkv", "avi", "mov"])
    func `a film that lost its tail is never taken for whole`(ending: String) throws {
        let scratch = try Scratch()
        let path = scratch.path("whole.\(ending)")
        try Tool.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-t", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
                + (ending == "mkv" || ending == "avi" ? [] : ["-movflags", "+faststart"]) + [path]
        )
        #expect(try !Reading(path).isTruncated)
        let size = try OpenFile(reading: path).size
        #expect(truncate(path, size * 3 / 5) == 0)
        let reading = try Reading(path)
        #expect(reading.isTruncated)
        #expect((5..<50).contains(reading.pictures.count))
    }

    @Test(.enabled(if: Tool.arePresent))
    func `an encrypted film is refused as encrypted`() throws {
        let scratch = try Scratch()
        let path = scratch.path("locked.mp4")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-t", "1", "-c:v", "libx264", "-encryption_scheme",
            "cenc-aes-ctr", "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid",
            "a7e61c373e219033c21091fa607bf3b8", path,
        ])
        #expect(refusal(try OpenFile(reading: path).keep()) == .encrypted)
    }

    @Test(.enabled(if: Tool.arePresent))
    func `a file of sound alone has no video`() throws {
        let scratch = try Scratch()
        let path = scratch.path("sound.mp4")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "sine", "-t", "1", "-c:a", "aac", path])
        #expect(refusal(try OpenFile(reading: path).keep()) == .noVideo)
    }

    @Test(.enabled(if: Tool.arePresent))
    func `a picture over the limit is refused with its size`() throws {
        let scratch = try Scratch()
        let path = scratch.path("large.mp4")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=640x480:rate=25", "-t", "0.2", "-c:v", "libx264", path])
        let options = VideoReader.Options(largestSide: 500)
        #expect(refusal(try OpenFile(reading: path).keep(), options) == .tooLarge(width: 640, height: 480))
        let fewPixels = VideoReader.Options(mostPixels: 640 * 479)
        #expect(refusal(try OpenFile(reading: path).keep(), fewPixels) == .tooLarge(width: 640, height: 480))
    }

    @Test(.enabled(if: Tool.arePresent))
    func `a size that changes on the way is refused at its picture`() throws {
        let scratch = try Scratch()
        let (small, large, joined) = (scratch.path("a.ts"), scratch.path("b.ts"), scratch.path("c.ts"))
        for (path, size) in [(small, "320x240"), (large, "640x480")] {
            try Tool.ffmpeg([
                "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25", "-t", "0.4", "-c:v", "libx264", "-bf", "0",
                "-pix_fmt", "yuv420p", path,
            ])
        }
        try Tool.ffmpeg(["-i", "concat:\(small)|\(large)", "-c", "copy", "-f", "mpegts", joined])
        #expect(refusal(try OpenFile(reading: joined).keep()) == .sizeChanged(frame: 10))
    }

    @Test(.enabled(if: Tool.arePresent), arguments: [1, 4])
    func `damage inside the film is not passed over in silence`(threads: Int) throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mp4")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=25", "-t", "2", "-c:v", "libx264", "-movflags",
            "+faststart", "-pix_fmt", "yuv420p", path,
        ])
        let file = try OpenFile(writing: path)
        // Noise over a stretch of coded pictures in the middle.
        let noise = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
        let written = noise.withUnsafeBytes { pwrite(file.descriptor, $0.baseAddress, $0.count, file.size / 2) }
        #expect(written == noise.count)
        do throws(MediaError) {
            let reader = try VideoReader(descriptor: file.descriptor, threads: threads)
            while try reader.next() != .end {}
            Issue.record("the damage was not noticed")
        } catch {
            guard case .corrupt = error else {
                Issue.record("noticed as \(error)")
                return
            }
        }
        let tolerant = try Reading(path, threads: threads, options: .init(tolerateDamage: true))
        #expect(tolerant.damage > 0)
        #expect(tolerant.pictures.count > 30)
    }

    @Test func `a pipe is refused, for it cannot be read twice`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(refusal(ends[0]) == .input(MediaCode(rawValue: ESPIPE)))
    }

    @Test func `every refusal is one sentence`() {
        let code = MediaCode(rawValue: 5)
        let all: [MediaError] = [
            .empty, .notMedia, .unreadable(code), .noVideo, .unsupportedCodec("x"), .encrypted,
            .tooLarge(width: 1, height: 2), .unsupportedRotation, .corrupt(frame: 3), .sizeChanged(frame: 4),
            .input(code), .output(code), .outOfMemory, .badLayout, .timesOutOfOrder(frame: 5),
            .unsupportedEncoding("x"), .encoderMissing("x"), .soundDoesNotFit(codec: "x"),
            .library(code, during: "x"),
        ]
        #expect(Set(all.map(\.description)).count == all.count)
        for error in all { #expect(error.description.hasSuffix(".") && !error.description.contains("\n")) }
    }
}
