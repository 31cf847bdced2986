import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// The audit: as a command on any file, and as the last word on a finished one.
    @Suite struct Audits {
        /// A compositor that leaves more in the file than it says.
        @Test(arguments: ["clip.mp4", "portrait.jpg", "portrait.png", "portrait.webp"])
        func `a finished file with anything else in it is blocked, and the report says what`(name: String) throws {
            let scene = try Scene()
            if name == "clip.mp4" {
                try Footage.Clip.staying.write(name, in: scene)
            } else {
                try Footage.photo(name, in: scene)
            }
            scene.environment["SAFEFACES_FAULT"] = "compositor-append:40"
            let ended = try scene.cover([name])
            #expect(ended.status == 3, "\(ended.errors)")
            #expect(ended.errors.contains("unexpected.bytes"), "\(ended.errors)")
            let item = try #require(try scene.report()["items"]?[0])
            #expect(item["state"]?.text == "blocked")
            #expect(item["code"]?.text == "audit-finding")
            let findings = item["audit"]?["findings"]?.elements ?? []
            #expect(findings.contains { $0.text == "unexpected.bytes" }, "\(findings)")
            #expect(try scene.leftovers(outputs: []) == [])
        }

        @Test func `audit lists what a file holds, and finds nothing in what cover made of it`() throws {
            let scene = try Scene()
            try Footage.photo("portrait.jpg", in: scene)
            // A comment behind the start marker.
            let bytes = try scene.bytes("portrait.jpg")
            try scene.write(bytes[..<2] + [0xFF, 0xFE, 0, 6] + Array("ANNA".utf8) + bytes[2...], to: "told.jpg")

            let found = try scene.safefaces(["audit", scene.path("told.jpg")])
            #expect(found.status == 3)
            #expect(text(found).contains("told.jpg: comment  a comment"), "\(text(found))")
            #expect(!text(found).contains("ANNA") && !found.errors.contains("ANNA"))

            #expect(try scene.cover(["told.jpg"]).status == 0)
            let clean = try scene.safefaces(["audit", scene.path("out/told.jpg")])
            #expect(clean.status == 0, "\(text(clean))")
            #expect(text(clean).contains("told.jpg: clean"))
            #expect(try scene.leftovers(outputs: ["told.jpg"]) == [])
        }

        @Test func `audit speaks JSON, one object for each file, and a file that cannot be read ends with 4`() throws {
            let scene = try Scene()
            try scene.write(Array("Dear diary".utf8), to: "diary.txt")
            let ended = try scene.safefaces(["audit", "--json", scene.path("diary.txt"), scene.path("nothing")])
            #expect(ended.status == 3)
            let lines = try ended.output.split(separator: 10).map { try JSONValue(parsing: Array($0)) }
            try #require(lines.count == 2)
            #expect(lines[0]["clean"] == .bool(false))
            #expect(lines[0]["container"]?.text == "unknown")
            #expect(lines[0]["findings"]?[0]?["code"]?.text == "unknown-container")
            #expect(lines[1]["error"]?.text?.isEmpty == false)
            #expect(try scene.safefaces(["audit", scene.path("nothing")]).status == 4)
            #expect(try scene.safefaces(["audit", scene.folder]).status == 4)
        }

        private func text(_ ended: Run.Ended) -> String { String(decoding: ended.output, as: UTF8.self) }
    }
}
