import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Reports {
        @Test func `a report that ends in html is a page with the verdict and the digests of the JSON one`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "a <b>.jpg")
            let ended = try scene.safefaces([
                "cover", scene.path("a <b>.jpg"), "--output", scene.path("out"), "--report", scene.path("r.html"),
                "--quiet",
            ])
            #expect(ended.status == 0, "\(ended.errors)")
            let page = String(decoding: try scene.bytes("r.html"), as: UTF8.self)
            #expect(page.contains("a &lt;b&gt;.jpg") && !page.contains("<b>"))
            #expect(page.contains("published: covered and checked") && page.contains("1 covered"))
            let digest = try Tool.text("sha256sum", [scene.path("out/a <b>.jpg")]).prefix(64)
            #expect(page.contains(digest))
        }

        /// Every name in `audit.removed` is one that `safefaces audit` uses, and the audit no longer finds it.
        @Test(.enabled(if: Tool.isPresent("exiftool"), "exiftool is not installed"))
        func `what was removed is named by audit codes, and only what is gone`() throws {
            let scene = try Scene()
            var clip = Footage.Clip.staying
            clip.frames = 10
            try clip.write(
                "clip.mov", in: scene,
                codec: [
                    "-c:v", "libx264", "-metadata", "title=T", "-metadata", "location=+52.5170+013.3888/", "-metadata",
                    "creation_time=2031-07-08T09:10:11Z", "-metadata", "artist=A",
                ])
            try scene.copy(Footage.portrait, to: "photo.jpg")
            try Tool.run(
                "exiftool",
                [
                    "-q", "-overwrite_original", "-GPSLatitude=52.5", "-GPSLatitudeRef=N", "-Artist=A",
                    scene.path("photo.jpg"),
                ])
            #expect(try scene.cover(["clip.mov", "photo.jpg"]).status == 0)
            let items = try #require(try scene.report()["items"]?.elements)
            let table = String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: Repository.root + "/Protocols/audit-codes.md")),
                as: UTF8.self)
            for (item, due) in zip(
                items, [["movie.gps", "movie.date", "movie.text", "movie.owner"], ["exif", "exif.gps", "exif.owner"]])
            {
                let removed = item["audit"]?["removed"]?.elements.compactMap(\.text) ?? []
                for code in due { #expect(removed.contains(code), "\(code) in \(removed)") }
                for code in removed { #expect(table.contains("| `\(code)` |"), "\(code)") }
            }
        }
    }
}
