import Foundation
import Platform
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Photos {
        @Test(arguments: ["jpg", "png", "webp"])
        func `a photo comes out with its face covered and nothing else changed`(ending: String) throws {
            let scene = try Scene()
            let name = "portrait." + ending
            try Footage.photo(name, in: scene)
            let before = try scene.bytes(name)

            let ended = try scene.cover([name])
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(try scene.holds(name, exactly: before), "the input was touched")
            let (input, output) = try (
                Picture(scene.path(name), scratch: scene), Picture(scene.path("out/" + name), scratch: scene)
            )
            #expect(output.width == 512 && output.height == 512 && output.frames == 1)
            #expect(try #require(output.greenShare(of: .portrait)) >= 0.99)
            try Self.expectSame(input, output, outsideOf: [.portrait])
            try Self.expectTrueReport(scene, faces: 1)
            #expect(try scene.leftovers(outputs: [name]) == [])
        }

        @Test func `two faces in one photo are two covers`() throws {
            let scene = try Scene()
            try Footage.pair("pair.jpg", in: scene)
            let ended = try scene.cover(["pair.jpg"])
            #expect(ended.status == 0, "\(ended.errors)")
            let output = try Picture(scene.path("out/pair.jpg"), scratch: scene)
            for face in [Ellipse.portrait, Ellipse.portrait.mirrored.placed(scale: 1, x: 512, y: 0)] {
                #expect(try #require(output.greenShare(of: face)) >= 0.99)
            }
            try Self.expectTrueReport(scene, faces: 2)
        }

        /// Colours say nothing in the one, alpha says nothing in the other: viewers lay both over something.
        @Test(arguments: [
            "[0]format=gray,negate[a];color=c=black:s=512x512,format=rgba[b];[b][a]alphamerge",
            "[0]format=rgba,colorchannelmixer=aa=0",
        ])
        func `a face is covered whether alpha hides it or draws it`(filter: String) throws {
            let scene = try Scene()
            try Footage.photo("portrait.png", in: scene)
            try Tool.ffmpeg([
                "-i", scene.path("portrait.png"), "-filter_complex", filter, "-frames:v", "1", scene.path("a.png"),
            ])
            let ended = try scene.cover(["a.png"])
            #expect(ended.status == 0, "\(ended.errors)")
            let output = try Picture(scene.path("out/a.png"), scratch: scene)
            #expect(try #require(output.greenShare(of: .portrait)) >= 0.99)
            try Self.expectTrueReport(scene, faces: 1)
        }

        @Test(.enabled(if: Tool.isPresent("exiftool"), "exiftool is not installed"), arguments: ["jpg", "png", "webp"])
        func `what a photo knew of place, person and device does not come along`(ending: String) throws {
            let scene = try Scene()
            let name = "portrait." + ending
            try Footage.photo(name, in: scene)
            try Tool.run(
                "exiftool",
                [
                    "-q", "-overwrite_original", "-GPSLatitude=52.51704", "-GPSLatitudeRef=N", "-GPSLongitude=13.38886",
                    "-GPSLongitudeRef=E", "-Artist=Quellname", "-Model=Kamerawort", "-UserComment=Geheimsatz",
                    "-XMP-dc:Creator=Quellname", "-XMP-photoshop:City=Ortsname",
                    "-DateTimeOriginal=2031:07:08 09:10:11",
                    scene.path(name),
                ])
            let secrets = ["Quellname", "Kamerawort", "Geheimsatz", "Ortsname", "2031:07:08"]
            let input = try scene.bytes(name)
            #expect(secrets.contains { Census.contains(input, Array($0.utf8)) }, "the input holds none of the secrets")

            let ended = try scene.cover([name])
            #expect(ended.status == 0, "\(ended.errors)")
            for secret in secrets + ["http://ns.adobe.com", "Exif\0\0"] {
                #expect(try !scene.holds("out/" + name, secret), "\(secret)")
            }
            let groups = try JSONValue(parsing: Tool.run("exiftool", ["-j", "-G1", scene.path("out/" + name)]))
            guard case .object(let tags)? = groups[0] else { throw TestFault("exiftool said nothing") }
            for tag in tags.keys {
                #expect(
                    ["GPS", "XMP", "IFD0", "ExifIFD", "IPTC", "Photoshop", "MakerNotes"].allSatisfy {
                        !tag.hasPrefix($0)
                    }, "\(tag)"
                )
            }
            let removed = try scene.report()["items"]?[0]?["audit"]?["removed"]?.elements ?? []
            #expect(!removed.isEmpty, "the report does not say what was left behind")
        }

        /// Pixels away from the covers are the input's, but for the encoding.
        static func expectSame(_ input: Picture, _ output: Picture, outsideOf faces: [Ellipse]) throws {
            // A cover takes in hair, ears and a margin: twice the face to each side, and what lies above it.
            let far = output.difference(from: input) { x, y in
                faces.allSatisfy {
                    abs(Double(x) - $0.x) > 2.6 * $0.radiusX || Double(y) > $0.y + 2 * $0.radiusY
                        || Double(y) < $0.y - 2.6 * $0.radiusY
                }
            }
            #expect(far.compared > input.width * input.height / 3)
            #expect(far.mean < 3, "mean difference \(far.mean)")
            #expect(far.far < 0.002, "\(far.far) of the pixels are far off")
        }

        /// The report of one published item has true figures.
        static func expectTrueReport(_ scene: Scene, faces: Int, frames: Int = 1) throws {
            let item = try #require(try scene.report()["items"]?[0])
            #expect(item["state"]?.text == "published")
            #expect(item["media"]?["frames"]?.number == Double(frames))
            #expect(item["faces"]?.elements.count == faces)
            let coverage = try #require(item["coverage"])
            #expect(coverage["ratio"]?.number == 1)
            #expect(coverage["checkedFrames"]?.number == Double(frames))
            #expect(try #require(coverage["requiredCovers"]?.number) >= Double(faces))
            #expect(coverage["uncovered"]?.elements == [])
            for stage in Programs.stages {
                #expect(try scene.restarts(of: stage) == 0, "\(stage) was started again, and nobody had killed it")
            }
            let output = try #require(item["output"]?.text)
            let sum = try Tool.text("sha256sum", [output]).prefix(64)
            #expect(item["sha256"]?["output"]?.text == String(sum))
        }
    }
}
