import Foundation
import Testing
import TimelineCore
import Wire

import Media

/// Prints times per picture; run by hand with SAFEFACES_MEASURE=1, for a figure from a busy machine says nothing.
@Suite(.serialized) struct SpeedTests {
    static let isAsked = ProcessInfo.processInfo.environment["SAFEFACES_MEASURE"] != nil && SharedMedia.isPresent

    private func measure(_ name: String, _ threads: Int, _ use: (VideoReader, PictureInfo) throws -> Void) throws {
        let file = try OpenFile(reading: try SharedMedia.path(name))
        let reader = try VideoReader(descriptor: file.descriptor, threads: threads)
        let clock = ContinuousClock()
        var used = Duration.zero
        var frames = 0
        let start = clock.now
        while true {
            let step = try reader.next()
            if step == .end { break }
            guard case .picture(let info) = step else { continue }
            used += try clock.measure { try use(reader, info) }
            frames += 1
        }
        let total = clock.now - start
        print("\(name) threads \(threads): \(total / frames) a picture, of which use \(used / frames), n \(frames)")
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
        let took = try ContinuousClock().measure {
            try rewrite(SharedMedia.path(name), to: scratch.path("out.mp4"), container: .mp4, codec: codec) {
                $0.effort = effort
            }
        }
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
            "\(codec) \(effort): \(took / frames) a picture, \(size) bytes, PSNR \(lines.split(separator: "\n").last ?? "?")"
        )
    }

    @Test(.enabled(if: isAsked)) func `digest`() throws {
        let scratch = try Scratch()
        let file = try OpenFile(writing: scratch.path("zero"))
        #expect(ftruncate(file.descriptor, 256 << 20) == 0)
        let took = try ContinuousClock().measure { _ = try FileDigest.sha256(descriptor: file.descriptor) }
        print("sha256 of 256 MiB: \(took)")
    }
}
