import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Videos {
        @Test(arguments: ["mp4", "mov", "mkv"])
        func `a video comes out frame for frame, every frame covered, its sound untouched`(ending: String) throws {
            let scene = try Scene()
            let name = "clip." + ending
            let clip = Footage.Clip.entering
            try clip.write(name, in: scene)
            let ended = try scene.cover([name])
            #expect(ended.status == 0, "\(ended.errors)")
            let (source, result) = (scene.path(name), scene.path("out/" + name))

            #expect(try Self.times(result) == Self.times(source))
            #expect(try Self.times(result).count == clip.frames)
            let sound = try Self.sound(source)
            #expect(sound.count > 50)
            #expect(try Self.sound(result) == sound)
            try Self.expectCovered(clip, try Picture(result, scratch: scene))
            try Self.expectUntouchedGround(
                clip, try Picture(source, scratch: scene), try Picture(result, scratch: scene))
            try Photos.expectTrueReport(scene, faces: 1, frames: clip.frames)
            #expect(try scene.leftovers(outputs: [name]) == [])
        }

        @Test func `a video without sound works, its first frame covered too`() throws {
            let scene = try Scene()
            var clip = Footage.Clip.staying
            clip.hasSound = false
            try clip.write("clip.mp4", in: scene)
            let ended = try scene.cover(["clip.mp4"])
            #expect(ended.status == 0, "\(ended.errors)")
            let output = try Picture(scene.path("out/clip.mp4"), scratch: scene)
            #expect(try #require(output.greenShare(of: clip.face(frame: 0), frame: 0)) >= 0.99)
            try Self.expectCovered(clip, output)
            #expect(try Self.sound(scene.path("out/clip.mp4")) == [])
        }

        @Test func `sound is dropped when asked`() throws {
            let scene = try Scene()
            try Footage.Clip.staying.write("clip.mp4", in: scene)
            #expect(try scene.cover(["clip.mp4"], ["--audio", "drop"]).status == 0)
            #expect(try Self.sound(scene.path("out/clip.mp4")) == [])
        }

        @Test func `what a video knew of place, title and encoder does not come along`() throws {
            let scene = try Scene()
            // Without sound: its packets stay as they are, and some encoders sign the first.
            var clip = Footage.Clip.staying
            clip.hasSound = false
            let secrets = ["Geheimsatz", "+52.5170", "Quellname", "x264 - core"]
            try clip.write(
                "clip.mov", in: scene,
                codec: [
                    "-c:v", "libx264", "-metadata", "title=Geheimsatz", "-metadata", "location=+52.5170+013.3888/",
                    "-metadata:s:v", "handler_name=Quellname", "-metadata", "creation_time=2031-07-08T09:10:11Z",
                ])
            for secret in secrets { #expect(try scene.holds("clip.mov", secret), "not even in the input: \(secret)") }
            #expect(try scene.cover(["clip.mov"]).status == 0)
            for secret in secrets + ["Lavf", "Lavc"] { #expect(try !scene.holds("out/clip.mov", secret), "\(secret)") }
            let tags = try Tool.text(
                "ffprobe",
                [
                    "-v", "error", "-show_entries", "format_tags=creation_time,title,location", "-of", "csv=p=0",
                    scene.path("out/clip.mov"),
                ])
            #expect(tags.trimmingCharacters(in: .whitespacesAndNewlines) == "")
        }

        /// Times of the shown frames.
        static func times(_ path: String) throws -> [String] {
            try Tool.text(
                "ffprobe",
                ["-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path]
            ).split(separator: "\n").map { $0.trimmingCharacters(in: [",", " "]) }.filter { !$0.isEmpty }
        }

        /// Time, length and hash of every packet of sound; empty without sound.
        static func sound(_ path: String) throws -> [String] {
            let kinds = try Tool.text(
                "ffprobe", ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", path])
            guard kinds.contains("audio") else { return [] }
            return try Tool.text(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-c:a", "copy", "-f", "framemd5", "-"]
            ).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.filter { $0 != " " } }
        }

        /// Whatever part of the face is in a frame is covered in it.
        static func expectCovered(_ clip: Footage.Clip, _ output: Picture) throws {
            #expect(output.frames == clip.frames)
            for frame in 0..<output.frames {
                // Below a quarter nothing of the face can be told, by man or machine.
                guard let share = output.greenShare(of: clip.face(frame: frame), frame: frame, part: 0.25) else {
                    continue
                }
                #expect(share >= 0.99, "frame \(frame): \(share) of the face is covered")
            }
        }

        static func expectUntouchedGround(_ clip: Footage.Clip, _ input: Picture, _ output: Picture) throws {
            for frame in stride(from: 0, to: clip.frames, by: 7) {
                let face = clip.face(frame: frame)
                let ground = output.difference(from: input, frame: frame) { x, y in
                    abs(Double(x) - face.x) > 4 * face.radiusX || Double(y) > face.y + 3 * face.radiusY
                }
                #expect(ground.compared > 10_000)
                #expect(ground.mean < 4, "frame \(frame): mean difference \(ground.mean)")
                #expect(ground.far < 0.01, "frame \(frame): \(ground.far) of the pixels are far off")
            }
        }
    }
}
