import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Scans {
        /// The two faces of the pair, and the ids that a scan gave them.
        private static func scannedPair(_ scene: Scene) throws -> [(id: Int, face: Ellipse)] {
            try Footage.pair("pair.jpg", in: scene)
            let ended = try scene.safefaces([
                "scan", scene.path("pair.jpg"), "--output", scene.path("t.json"), "--quiet",
            ])
            guard ended.status == 0 else { throw TestFault(ended.errors) }
            let faces = try scene.timeline("t.json")["faces"]?.elements ?? []
            let printed = String(decoding: ended.output, as: UTF8.self)
            return try faces.map { face in
                let id = Int(try #require(face["id"]?.number))
                let left = try #require(face["samples"]?[0]?["box"]?[0]?.number)
                #expect(printed.split(separator: "\n").contains { $0.split(separator: " ").first == "\(id)" })
                return (id, left < 512 ? .portrait : Ellipse.portrait.mirrored.placed(scale: 1, x: 512, y: 0))
            }
        }

        @Test func `a face that is shown by its id stays as it was, the other is covered`() throws {
            let scene = try Scene()
            let faces = try Self.scannedPair(scene)
            #expect(faces.map(\.id) == [1, 2])
            try #require(faces.count == 2)
            let ended = try scene.cover(["pair.jpg"], ["--show", "1"])
            #expect(ended.status == 0, "\(ended.errors)")
            try Self.expect(shown: faces[0].face, covered: faces[1].face, of: "pair.jpg", in: scene)
            let items = try scene.report()["items"]?[0]?["faces"]?.elements ?? []
            #expect(items.map { $0["visible"] } == [.bool(true), .bool(false)])
        }

        @Test func `a reviewed timeline decides who is seen`() throws {
            let scene = try Scene()
            let faces = try Self.scannedPair(scene)
            try #require(faces.count == 2)
            let text = String(decoding: try scene.bytes("t.json"), as: UTF8.self)
            // The second face becomes visible, as a person's editor would do it.
            let parts = text.components(separatedBy: "\"visible\":false")
            try #require(parts.count == 3)
            try scene.write(
                Array((parts[0] + "\"visible\":false" + parts[1] + "\"visible\":true" + parts[2]).utf8), to: "t2.json")
            let ended = try scene.cover(["pair.jpg"], ["--timeline", scene.path("t2.json")])
            #expect(ended.status == 0, "\(ended.errors)")
            try Self.expect(shown: faces[1].face, covered: faces[0].face, of: "pair.jpg", in: scene)
        }

        @Test func `a timeline that nobody changed gives the same file as none`() throws {
            let scene = try Scene()
            _ = try Self.scannedPair(scene)
            #expect(try scene.cover(["pair.jpg"]).status == 0)
            let plain = try scene.bytes("out/pair.jpg")
            let ended = try scene.cover(["pair.jpg"], ["--timeline", scene.path("t.json"), "--overwrite"])
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(try scene.holds("out/pair.jpg", exactly: plain))
        }

        @Test func `a timeline of another file is refused`() throws {
            let scene = try Scene()
            _ = try Self.scannedPair(scene)
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            let ended = try scene.cover(["portrait.jpg"], ["--timeline", scene.path("t.json")])
            #expect(ended.status == 4 || ended.status == 2)
            #expect(ended.errors.contains("timeline"))
            #expect(try scene.names(in: "out") == [])
        }

        @Test func `an id that does not exist is a usage error`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            let ended = try scene.cover(["portrait.jpg"], ["--show", "99"])
            #expect(ended.status == 2)
            #expect(ended.errors.contains("99"))
            #expect(try scene.leftovers(outputs: []) == [])
        }

        @Test func `a region is covered even where every face is shown`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            let regions = """
                {"version":1,"regions":[{"id":"badge","from":0,"to":1,"keyframes":[{"time":0,"box":[280,340,50,40]}]}]}
                """
            try scene.write(Array(regions.utf8), to: "regions.json")
            let ended = try scene.cover(["portrait.jpg"], ["--show", "all", "--regions", scene.path("regions.json")])
            #expect(ended.status == 0, "\(ended.errors)")
            let output = try Picture(scene.path("out/portrait.jpg"), scratch: scene)
            let inside = (340..<380).flatMap { y in (280..<330).map { x in output.isGreen(x, y) } }
            #expect(Double(inside.count { $0 }) >= 0.99 * Double(inside.count))
            let input = try Picture(scene.path("portrait.jpg"), scratch: scene)
            let face = output.difference(from: input) { Ellipse.portrait.contains($0, $1) }
            #expect(face.mean < 3)
        }

        @Test func `a region of a video is covered in its time only`() throws {
            let scene = try Scene()
            let clip = Footage.Clip.staying
            try clip.write("clip.mp4", in: scene)
            let regions = """
                {"version":1,"regions":[{"id":"corner","from":0.6,"to":1.2,
                "keyframes":[{"time":0.6,"box":[4,180,40,40]},{"time":1.2,"box":[4,180,40,40]}]}]}
                """
            try scene.write(Array(regions.utf8), to: "regions.json")
            let ended = try scene.cover(["clip.mp4"], ["--regions", scene.path("regions.json")])
            #expect(ended.status == 0, "\(ended.errors)")
            let output = try Picture(scene.path("out/clip.mp4"), scratch: scene)
            for frame in 0..<clip.frames {
                let time = Double(frame) / Double(clip.frameRate)
                let green = output.isGreen(24, 200, frame: frame)
                if time >= 0.6 && time <= 1.2 { #expect(green, "frame \(frame)") }
                if time < 0.5 || time > 1.3 { #expect(!green, "frame \(frame)") }
            }
            try Videos.expectCovered(clip, output)
        }

        @Test func `standard output of a scan with json is events only`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            let ended = try scene.safefaces(["scan", scene.path("portrait.jpg"), "--json"])
            #expect(ended.status == 0)
            #expect(try Supervisors.events(ended).last?["event"]?.text == "summary")
            #expect(try scene.leftovers(outputs: []) == [])
        }

        private static func expect(shown: Ellipse, covered: Ellipse, of name: String, in scene: Scene) throws {
            let (input, output) = try (
                Picture(scene.path(name), scratch: scene), Picture(scene.path("out/" + name), scratch: scene)
            )
            #expect(try #require(output.greenShare(of: covered)) >= 0.99)
            let seen = output.difference(from: input) { shown.contains($0, $1) }
            #expect(seen.mean < 3, "the shown face differs by \(seen.mean)")
            #expect(seen.far < 0.002)
        }
    }
}
