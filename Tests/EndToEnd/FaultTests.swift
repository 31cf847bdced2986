import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// A compositor that errs, and says that it did not.
    @Suite struct Faults {
        @Test(arguments: [0, 5, 29])
        func `one frame without its cover blocks the video and is named by its time`(frame: Int) throws {
            let scene = try Scene()
            let clip = Footage.Clip.staying
            try clip.write("clip.mp4", in: scene)
            scene.environment["SAFEFACES_FAULT"] = "compositor-skip:\(frame)"
            let ended = try scene.cover(["clip.mp4"])
            #expect(ended.status == 3, "\(ended.errors)")
            let tenths = frame * 10 / clip.frameRate
            #expect(ended.errors.contains("00:0\(tenths / 10).\(tenths % 10)"), "\(ended.errors)")
            #expect(ended.errors.contains("--regions"))
            let item = try #require(try scene.report()["items"]?[0])
            #expect(item["state"]?.text == "blocked")
            #expect(item["output"] == .null)
            #expect(item["reason"]?.text?.isEmpty == false)
            #expect(try scene.leftovers(outputs: []) == [])
        }

        @Test(arguments: ["bar", "mosaic"])
        func `covers that lie two pixels beside the face block the video`(style: String) throws {
            let scene = try Scene()
            try Footage.Clip.staying.write("clip.mp4", in: scene)
            scene.environment["SAFEFACES_FAULT"] = "compositor-shift:2"
            let ended = try scene.safefaces([
                "cover", scene.path("clip.mp4"), "--output", scene.path("out"), "--style", style, "--quiet",
            ])
            #expect(ended.status == 3, "\(ended.errors)")
            #expect(ended.errors.contains("00:00.0"), "\(ended.errors)")
            #expect(try scene.leftovers(outputs: []) == [])
        }

        @Test(arguments: ["compositor-shift:2", "compositor-skip:0"])
        func `a photo with a cover amiss is blocked`(fault: String) throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            scene.environment["SAFEFACES_FAULT"] = fault
            let ended = try scene.cover(["portrait.jpg"])
            #expect(ended.status == 3, "\(ended.errors)")
            #expect(try scene.report()["items"]?[0]?["state"]?.text == "blocked")
            #expect(try scene.leftovers(outputs: []) == [])
        }

        @Test func `what was there at the output's place stays when the new result is blocked`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            #expect(try scene.cover(["portrait.jpg"]).status == 0)
            let first = try scene.bytes("out/portrait.jpg")
            scene.environment["SAFEFACES_FAULT"] = "compositor-skip:0"
            #expect(try scene.cover(["portrait.jpg"], ["--overwrite", "--intensity", "90"]).status == 3)
            #expect(try scene.holds("out/portrait.jpg", exactly: first))
            #expect(try scene.leftovers(outputs: ["portrait.jpg"]) == [])
        }

        /// Frames, outputs, journal: whatever meets the limit, the item fails with a reason and nothing is left half.
        @Test(arguments: [100, 1000, 20_000])
        func `a limit on the size of files fails items and ends no process`(blocks: Int) throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            try Footage.Clip.staying.write("clip.mp4", in: scene)
            let arguments = [
                "cover", scene.path("portrait.jpg"), scene.path("clip.mp4"), "--output", scene.path("out"),
                "--report", scene.path("report.json"), "--quiet",
            ]
            let ended = try scene.safefaces(arguments, fileSizeLimit: blocks)
            #expect(ended.status == 4, "\(ended.errors)")
            let items = try scene.report()["items"]?.elements ?? []
            #expect(items.count == 2)
            #expect(items.contains { $0["state"]?.text == "failed" })
            for item in items where item["state"]?.text != "published" {
                #expect(item["state"]?.text == "failed")
                #expect(item["reason"]?.text?.isEmpty == false)
            }
            let published = items.compactMap { $0["output"]?.text.map { ($0 as NSString).lastPathComponent } }
            #expect(try scene.leftovers(outputs: published) == [])
            #expect(try scene.safefaces(arguments + ["--overwrite"]).status == 0)
        }
    }
}
