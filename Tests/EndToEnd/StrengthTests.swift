import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// How much the finished pixels still tell, whatever the stages say of each other.
    @Suite struct Strength {
        static let styles = ["mosaic", "gaussian", "bar", "shape", "emoji"]
        /// What coding and chance may leave. Source: a cover at 95 % opacity leaves 0.05.
        static let most = 0.03

        /// In the middle of the picture, so that the whole head is there, moving with each frame.
        private static let clip: Footage.Clip = {
            var clip = Footage.Clip.staying
            clip.frames = 12
            clip.size = (480, 360)
            clip.side = 360
            return clip
        }()

        private static func cover(_ scene: Scene, _ name: String, _ style: String, _ intensity: Int) throws -> Run.Ended
        {
            try scene.safefaces([
                "cover", scene.path(name), "--output", scene.path("out"), "--style", style, "--intensity",
                "\(intensity)", "--report", scene.path("report.json"), "--quiet",
            ])
        }

        private static func expectStrong(
            _ source: Picture, _ output: Picture, _ face: Ellipse, frame: Int, _ style: String
        ) {
            let detail = Detail.left(of: source, in: output, face: face, frame: frame)
            #expect(abs(detail.share) <= most, "\(style) frame \(frame): \(detail)")
            #expect(detail.read > 0.4, "\(style) frame \(frame): \(detail)")
            let colours = Detail.colours(output, face: face, frame: frame)
            switch style {
            case "bar": #expect(colours == 1)
            case "shape": #expect(colours <= 2)
            // Eight cells across the head are at most six times eight in the face, and neighbours share colours.
            default: #expect(colours <= 48)
            }
        }

        /// Covers a file of the shared test media.
        private static func expectPublished(_ path: String, _ style: String) throws {
            let scene = try Scene()
            let name = (path as NSString).lastPathComponent
            try scene.copy(try #require(Shared.data) + "/" + path, to: name)
            let ended = try cover(scene, name, style, 50)
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(try scene.names(in: "out") == [name])
        }

        /// Small faces in few pixels, coded hard: what a cell's rim takes from its neighbours is no change of its colour.
        @Test(
            .enabled(if: Shared.data != nil, "needs the shared test media"),
            arguments: ["iphone6_gps.mov", "der_vp9_chapters_subs.webm"], ["mosaic", "gaussian", "emoji"]
        )
        func `small faces of real footage are published`(name: String, style: String) throws {
            try Self.expectPublished("videos/" + name, style)
        }

        /// Coding leaves some honest covers in doubt: those are made plain and rendered again, not refused.
        @Test(
            .enabled(if: Shared.data != nil, "needs the shared test media"),
            arguments: [
                "videos/der_zoom_group9.mp4", "clips/hard_lowres_compressed_360p.mp4", "clips/cuts_flash_shake_720p.mp4",
            ]
        )
        func `clips that coding is hard on are published`(path: String) throws {
            try Self.expectPublished(path, "mosaic")
        }

        @Test func `the measure tells a bare face and a translucent cover from an opaque one`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            let bare = try Picture(Footage.portrait, scratch: scene)
            #expect(Detail.left(of: bare, in: bare, face: .portrait).share > 0.9)
            for (opacity, range) in [(0.95, 0.04...0.06), (0.9, 0.08...0.12), (1, -0.01...0.01)] {
                try Tool.ffmpeg([
                    "-i", Footage.portrait, "-f", "lavfi", "-i", "color=c=gray:s=512x512", "-filter_complex",
                    "[1]format=rgba,colorchannelmixer=aa=\(opacity)[c];[0]format=rgba[p];[p][c]overlay=format=rgb,format=rgb24",
                    "-frames:v", "1", scene.path("c.png"),
                ])
                let covered = try Picture(scene.path("c.png"), scratch: scene)
                let share = Detail.left(of: bare, in: covered, face: .portrait).share
                #expect(range.contains(share), "opacity \(opacity): \(share)")
            }
        }

        @Test(arguments: styles, [0, 50, 100])
        func `each style at each intensity leaves a photo's face below the floor`(style: String, intensity: Int) throws
        {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            let ended = try Self.cover(scene, "portrait.jpg", style, intensity)
            #expect(ended.status == 0, "\(ended.errors)")
            Self.expectStrong(
                try Picture(Footage.portrait, scratch: scene),
                try Picture(scene.path("out/portrait.jpg"), scratch: scene),
                .portrait, frame: 0, style
            )
        }

        @Test(arguments: styles, [0, 50, 100])
        func `each style at each intensity leaves a clip's face below the floor in every frame`(
            style: String, intensity: Int
        ) throws {
            let scene = try Scene()
            try Self.clip.write("clip.mp4", in: scene)
            let ended = try Self.cover(scene, "clip.mp4", style, intensity)
            #expect(ended.status == 0, "\(ended.errors)")
            let source = try Picture(scene.path("clip.mp4"), scratch: scene)
            let output = try Picture(scene.path("out/clip.mp4"), scratch: scene)
            #expect(output.frames == Self.clip.frames)
            for frame in 0..<output.frames {
                Self.expectStrong(source, output, Self.clip.face(frame: frame), frame: frame, style)
            }
        }

        @Test(arguments: [
            ("translucent:95", "mosaic"), ("translucent:90", "mosaic"), ("translucent:95", "gaussian"),
            ("translucent:95", "bar"),
            ("translucent:95", "emoji"), ("fine:12", "mosaic"), ("fine:18", "gaussian"), ("recompute:8", "mosaic"),
            ("groundless:0", "emoji"), ("groundless:0", "shape"),
        ])
        func `a painter that covers too weakly, and says that it did not, is caught`(
            fault: String, style: String
        ) throws {
            let scene = try Scene()
            try Self.clip.write("clip.mp4", in: scene)
            scene.environment["SAFEFACES_FAULT"] = "compositor-" + fault
            let ended = try Self.cover(scene, "clip.mp4", style, 50)
            #expect(ended.status == 3, "\(ended.errors)")
            let item = try #require(try scene.report()["items"]?[0])
            #expect(item["code"]?.text == "weak-cover", "\(item["code"] ?? .null)")
            #expect(ended.errors.contains("00:00.0"), "\(ended.errors)")
            #expect(try scene.leftovers(outputs: []) == [])
        }

        /// At a quality that shows, honest covers are not held against what only fine coding keeps.
        @Test(arguments: styles, [100, 60, 30])
        func `a lower quality is no weaker cover`(style: String, quality: Int) throws {
            let scene = try Scene()
            try Self.clip.write("clip.mp4", in: scene)
            let ended = try scene.safefaces([
                "cover", scene.path("clip.mp4"), "--output", scene.path("out"), "--style", style, "--quality",
                "\(quality)", "--quiet",
            ])
            #expect(ended.status == 0, "\(ended.errors)")
        }
    }
}
