import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// `scan --sheet`: the one output that shows faces.
    @Suite struct Sheets {
        /// Pixels of a sheet's heading, from the top.
        private static let heading = 79
        /// Where the first face's picture lies on a sheet.
        private static let first = (x: 16, y: heading, side: 192)

        @Test func `a video's sheet shows its face sharp and upright, and is the owner's only`() throws {
            let scene = try Scene()
            try Footage.Clip.staying.write("clip.mp4", in: scene)
            let ended = try scene.safefaces([
                "scan", scene.path("clip.mp4"), "--sheet", scene.path("out/sheet.jpg"), "--output",
                scene.path("faces.json"),
            ])
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(ended.errors.contains("shows the faces uncovered"))
            #expect(try scene.timeline("faces.json")["faces"]?.elements.count == 1)

            let sheet = try Picture(scene.path("out/sheet.jpg"), scratch: scene)
            try Self.expectPortrait(on: sheet)
            #expect(try Self.mode(scene.path("out/sheet.jpg")) == 0o600)
            #expect(try scene.leftovers(outputs: ["sheet.jpg"]) == [])
        }

        @Test func `a photo's sheet shows each of its faces in the order of their ids`() throws {
            let scene = try Scene()
            try Footage.pair("pair.jpg", in: scene)
            let ended = try scene.safefaces([
                "scan", scene.path("pair.jpg"), "--sheet", scene.path("sheet.jpg"), "--quiet",
            ])
            #expect(ended.status == 0, "\(ended.errors)")
            let sheet = try Picture(scene.path("sheet.jpg"), scratch: scene)
            try Self.expectPortrait(on: sheet)
            // The second is the mirror image of the first, 16 pixels on. The boxes differ by a pixel or two, so the
            // pictures are not equal; but the mirrored one is nearer than the same way round.
            let second = Self.first.x + Self.first.side + 16
            var (mirrored, straight) = (0, 0)
            for y in stride(from: 30, to: 160, by: 3) {
                for x in stride(from: 30, to: 160, by: 3) {
                    let one = sheet.pixel(Self.first.x + x, Self.first.y + y)
                    let two = sheet.pixel(second + Self.first.side - 1 - x, Self.first.y + y)
                    mirrored += abs(one.1 - two.1)
                    straight += abs(one.1 - sheet.pixel(second + x, Self.first.y + y).1)
                }
            }
            #expect(Double(mirrored) < 0.8 * Double(straight), "\(mirrored) against \(straight)")
        }

        @Test func `a picture without faces gives a sheet that says so`() throws {
            let scene = try Scene()
            try Tool.ffmpeg([
                "-f", "lavfi", "-i", "color=c=0x306090:s=320x240:d=1", "-frames:v", "1", scene.path("sky.png"),
            ])
            let ended = try scene.safefaces(["scan", scene.path("sky.png"), "--sheet", scene.path("sheet.jpg")])
            #expect(ended.status == 0, "\(ended.errors)")
            let sheet = try Picture(scene.path("sheet.jpg"), scratch: scene)
            #expect(sheet.height == Self.heading && Self.darkPixels(sheet) > 200)
        }

        @Test func `without the option there is no sheet, neither of a scan nor of a cover`() throws {
            let scene = try Scene()
            try Footage.photo("portrait.jpg", in: scene)
            let before = try scene.names(in: ".")
            #expect(try scene.safefaces(["scan", scene.path("portrait.jpg")]).status == 0)
            #expect(try scene.cover(["portrait.jpg"]).status == 0)
            #expect(try scene.names(in: "out") == ["portrait.jpg"])
            #expect(Set(try scene.names(in: ".")).subtracting(before).isSubset(of: ["r", "s", "out", "report.json"]))
        }

        @Test func `a sheet replaces nothing unless told to, and never the input`() throws {
            let scene = try Scene()
            try Footage.photo("portrait.jpg", in: scene)
            let input = try scene.bytes("portrait.jpg")
            try scene.write([1, 2, 3], to: "sheet.jpg")
            let scan = ["scan", scene.path("portrait.jpg"), "--sheet"]
            #expect(try scene.safefaces(scan + [scene.path("sheet.jpg")]).status == 2)
            #expect(try scene.bytes("sheet.jpg") == [1, 2, 3])
            try FileManager.default.createSymbolicLink(
                atPath: scene.path("link.jpg"), withDestinationPath: scene.path("portrait.jpg"))
            for place in ["portrait.jpg", "./portrait.jpg", "link.jpg"] {
                #expect(try scene.safefaces(scan + [scene.path(place), "--overwrite"]).status == 2, "\(place)")
            }
            #expect(try scene.bytes("portrait.jpg") == input)
            #expect(try scene.safefaces(scan + [scene.path("sheet.jpg"), "--overwrite"]).status == 0)
            #expect(try scene.bytes("sheet.jpg").starts(with: [0xFF, 0xD8]))
            #expect(try Self.mode(scene.path("sheet.jpg")) == 0o600)
        }

        @Test func `a place that cannot be written is told before the work, with nothing left`() throws {
            let scene = try Scene()
            try Footage.photo("portrait.jpg", in: scene)
            try scene.write([1], to: "file")
            let ended = try scene.safefaces([
                "scan", scene.path("portrait.jpg"), "--sheet", scene.path("file/sheet.jpg"),
            ])
            #expect(ended.status == 2 || ended.status == 4, "\(ended.errors)")
            #expect(try scene.bytes("file") == [1])
        }

        @Test func `the same video gives the same sheet, whatever the number of detectors`() throws {
            let scene = try Scene()
            try Footage.Clip.staying.write("clip.mp4", in: scene)
            for threads in ["1", "2"] {
                let ended = try scene.safefaces([
                    "scan", scene.path("clip.mp4"), "--sheet", scene.path("sheet\(threads).jpg"), "--threads", threads,
                ])
                #expect(ended.status == 0, "\(ended.errors)")
            }
            #expect(try scene.bytes("sheet1.jpg") == scene.bytes("sheet2.jpg"))
        }

        // MARK: - What a sheet looks like

        /// The first picture is of the portrait's head: skin in its middle, with eyes, nose and mouth in it.
        private static func expectPortrait(on sheet: Picture) throws {
            #expect(sheet.width >= 640 && sheet.height > heading + first.side)
            let middle = (0..<400).map { index in
                sheet.pixel(first.x + 76 + index % 20 * 2, first.y + 76 + index / 20 * 2)
            }
            let skin = middle.count { $0.0 > $0.1 && $0.1 > $0.2 && $0.0 > 90 }
            #expect(skin > 300, "only \(skin) of 400 pixels in the middle are skin")
            let values = middle.map(\.1)
            #expect((values.max() ?? 0) - (values.min() ?? 0) > 60, "the picture is flat")
            #expect(darkPixels(sheet) > 300, "there is no text")
        }

        /// Pixels of black on white, which only text is outside of pictures.
        private static func darkPixels(_ sheet: Picture) -> Int {
            (0..<heading).reduce(0) { sum, y in
                sum + (0..<sheet.width).count { x in sheet.pixel(x, y).1 < 80 }
            }
        }

        private static func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
        }
    }
}
