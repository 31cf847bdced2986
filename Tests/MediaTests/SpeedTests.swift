import Foundation
import Glibc
import Testing
import TimelineCore
import Wire

import Media

/// Prints processor time per picture, all threads together; run by hand with SAFEFACES_MEASURE=1.
@Suite(.serialized) struct SpeedTests {
    static let isAsked = ProcessInfo.processInfo.environment["SAFEFACES_MEASURE"] != nil && SharedMedia.isPresent

    /// Milliseconds of processor time of this process so far.
    private static var cpu: Double { Double(clock()) * 1000 / Double(CLOCKS_PER_SEC) }

    private func measure(_ name: String, _ threads: Int, _ use: (VideoReader, PictureInfo) throws -> Void) throws {
        let file = try OpenFile(reading: try SharedMedia.path(name))
        let reader = try VideoReader(descriptor: file.descriptor, threads: threads)
        var used = 0.0
        var frames = 0
        let start = Self.cpu
        while true {
            let step = try reader.next()
            if step == .end { break }
            guard case .picture(let info) = step else { continue }
            let before = Self.cpu
            try use(reader, info)
            used += Self.cpu - before
            frames += 1
        }
        let total = Self.cpu - start
        print("\(name) threads \(threads): \(total / Double(frames)) ms a picture, use \(used / Double(frames)) ms")
    }

    @Test(.enabled(if: isAsked), arguments: ["clips/enter_zoomout_1080p.mp4", "videos/der_rot_portrait.mp4"])
    func `decode and look`(name: String) throws {
        let look = Picture(.rgb24, 960, 544)
        for threads in [1, 2] {
            try measure(name, threads) { reader, _ in try reader.scaleUpright(into: look.memory, layout: look.layout) }
        }
    }

    @Test(.enabled(if: isAsked), arguments: ["clips/enter_zoomout_1080p.mp4", "videos/der_rot_portrait.mp4"])
    func `decode and copy`(name: String) throws {
        let info = try Reading(SharedMedia.path(name)).info
        let picture = Picture(info.pictureLayout)
        try measure(name, 1) { reader, _ in try reader.copyUpright(into: picture.memory, layout: picture.layout) }
    }

    @Test(.enabled(if: isAsked), arguments: OutputCodec.allCases, [VideoEncoding.Effort.fast, .careful])
    func `decode, copy and encode`(codec: OutputCodec, effort: VideoEncoding.Effort) throws {
        let scratch = try Scratch()
        let name = "clips/enter_zoomout_1080p.mp4"
        let start = Self.cpu
        try rewrite(SharedMedia.path(name), to: scratch.path("out.mp4"), container: .mp4, codec: codec) {
            $0.effort = effort
        }
        let took = Self.cpu - start
        let frames = try Reading(scratch.path("out.mp4")).pictures.count
        let size = try OpenFile(reading: scratch.path("out.mp4")).size
        let lines = try Tool.run(
            "sh",
            [
                "-c",
                "ffmpeg -nostdin -i \(scratch.path("out.mp4")) -i \(SharedMedia.path(name)) -lavfi psnr -f null - 2>&1 | grep -o 'average:[0-9.]*'",
            ]
        )
        print(
            "\(codec) \(effort): \(took / Double(frames)) ms a picture, \(size) bytes, PSNR \(lines.split(separator: "\n").last ?? "?")"
        )
    }

    @Test(.enabled(if: isAsked)) func `digest`() throws {
        let scratch = try Scratch()
        let file = try OpenFile(writing: scratch.path("zero"))
        #expect(ftruncate(file.descriptor, 256 << 20) == 0)
        let start = Self.cpu
        _ = try FileDigest.sha256(descriptor: file.descriptor)
        print("sha256 of 256 MiB: \(Self.cpu - start) ms")
    }
}
