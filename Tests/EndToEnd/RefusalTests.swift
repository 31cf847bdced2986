import Foundation
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Refusals {
        @Test func `broken files fail with a reason, and the rest of the batch is published`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "good.jpg")
            let portrait = try scene.bytes("good.jpg")
            try scene.write([], to: "empty.mp4")
            try scene.write(Array("Dear diary, this is no film at all.\n".utf8), to: "text.mp4")
            try scene.write(Array(portrait.prefix(portrait.count * 7 / 10)), to: "truncated.jpg")
            try scene.write(Self.bomb(), to: "bomb.png")
            try Footage.Clip.staying.write("whole.mp4", in: scene)
            let film = try scene.bytes("whole.mp4")
            try scene.write(Array(film.prefix(film.count * 6 / 10)), to: "cut.mp4")
            let broken = ["empty.mp4", "text.mp4", "truncated.jpg", "bomb.png", "cut.mp4"]

            let ended = try scene.cover(broken + ["good.jpg"])
            #expect(ended.status == 4, "\(ended.errors)")
            let items = try scene.report()["items"]?.elements ?? []
            #expect(items.count == broken.count + 1)
            for name in broken {
                let item = try #require(items.first { $0["input"]?.text?.hasSuffix("/" + name) ?? false }, "\(name)")
                #expect(item["state"]?.text == "failed", "\(name)")
                #expect(item["reason"]?.text?.isEmpty == false, "\(name)")
                #expect(item["code"]?.text?.isEmpty == false, "\(name)")
                #expect(ended.errors.contains(name))
            }
            #expect(try scene.leftovers(outputs: ["good.jpg"]) == [])
            #expect(scene.exists("out/good.jpg"))
        }

        @Test(.enabled(if: Shared.data != nil, "there is no shared media"))
        func `every broken file of the shared media ends in a reason or in a whole output`() throws {
            let scene = try Scene()
            let folder = try #require(Shared.data) + "/broken"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            for name in names { try scene.copy(folder + "/" + name, to: "in/" + name) }
            try scene.copy(Footage.portrait, to: "in/good.jpg")
            let ended = try scene.safefaces(
                [
                    "cover", scene.path("in"), "--output", scene.path("out"), "--report", scene.path("report.json"),
                    "--quiet",
                ],
                withinSeconds: 240)
            #expect(ended.status == 4, "\(ended.errors)")
            let items = try scene.report()["items"]?.elements ?? []
            var outputs: [String] = []
            for item in items {
                if let output = item["output"]?.text {
                    outputs.append((output as NSString).lastPathComponent)
                } else {
                    #expect(item["reason"]?.text?.isEmpty == false, "\(item)")
                }
            }
            #expect(outputs.contains("good.jpg"))
            #expect(try scene.names(in: "out").sorted() == outputs.sorted())
            #expect(try scene.leftovers(outputs: outputs) == [])
        }

        @Test func `an output that is there already is kept: the same result is skipped, another is a usage error`()
            throws
        {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            #expect(try scene.cover(["portrait.jpg"]).status == 0)
            let first = try scene.bytes("out/portrait.jpg")

            let again = try scene.cover(["portrait.jpg"])
            #expect(again.status == 0, "\(again.errors)")
            #expect(try scene.report()["items"]?[0]?["state"]?.text == "skipped")
            #expect(try scene.holds("out/portrait.jpg", exactly: first))

            let other = try scene.safefaces([
                "cover", scene.path("portrait.jpg"), "--output", scene.path("out"), "--style", "mosaic", "--json",
            ])
            #expect(other.status == 2)
            #expect(other.output.isEmpty, "work began: \(String(decoding: other.output, as: UTF8.self))")
            #expect(try scene.holds("out/portrait.jpg", exactly: first))

            let replaced = try scene.safefaces([
                "cover", scene.path("portrait.jpg"), "--output", scene.path("out"), "--style", "mosaic", "--overwrite",
                "--quiet",
            ])
            #expect(replaced.status == 0, "\(replaced.errors)")
            #expect(try !scene.holds("out/portrait.jpg", exactly: first))
            #expect(try scene.leftovers(outputs: ["portrait.jpg"]) == [])
        }

        @Test func `a file of somebody else at the output's place is a usage error before any work`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            try scene.copy(Footage.portrait, to: "second.jpg")
            try scene.copy(Footage.portrait, to: "out/second.jpg")
            let there = try scene.bytes("out/second.jpg")
            let ended = try scene.cover(["portrait.jpg", "second.jpg"])
            #expect(ended.status == 2)
            #expect(ended.errors.contains("second.jpg") && ended.errors.contains("--overwrite"), "\(ended.errors)")
            #expect(try scene.holds("out/second.jpg", exactly: there))
            #expect(try scene.leftovers(outputs: ["second.jpg"]) == [])
        }

        @Test func `an output below a file is refused in one line`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            try scene.write([1], to: "wall")
            let ended = try scene.safefaces([
                "cover", scene.path("portrait.jpg"), "--output", scene.path("wall/out/"), "--quiet",
            ])
            #expect(ended.status == 2 || ended.status == 4)
            #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
            #expect(try scene.bytes("wall") == [1])
        }

        @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
        func `a folder that may not be written is a failure with a reason`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            try FileManager.default.createDirectory(atPath: scene.path("out"), withIntermediateDirectories: false)
            chmod(scene.path("out"), 0o555)
            defer { chmod(scene.path("out"), 0o755) }
            let ended = try scene.cover(["portrait.jpg"])
            #expect(ended.status == 4 || ended.status == 2)
            #expect(ended.errors.contains("portrait.jpg"))
            #expect(try scene.names(in: "out") == [])
        }

        @Test(arguments: [[], ["--overwrite"]])
        func `an output never replaces an input`(more: [String]) throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            let before = try scene.bytes("portrait.jpg")
            for output in ["portrait.jpg", "", "./portrait.jpg"] {
                let ended = try scene.safefaces(
                    ["cover", scene.path("portrait.jpg"), "--output", scene.path(output), "--quiet"] + more)
                #expect(ended.status == 2, "\(output): \(ended.errors)")
                #expect(try scene.holds("portrait.jpg", exactly: before))
            }
            symlink(scene.path("portrait.jpg"), scene.path("link.jpg"))
            let ended = try scene.safefaces(
                ["cover", scene.path("portrait.jpg"), "--output", scene.path("link.jpg"), "--quiet"] + more)
            #expect(ended.status == 2 || ended.status == 0)
            #expect(try scene.holds("portrait.jpg", exactly: before))
        }

        /// A PNG of a few bytes that claims to be 60000 pixels wide and high.
        static func bomb() -> [UInt8] {
            let header: [UInt8] = [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0]
            // A deflate stream that has one stored, empty block.
            let data: [UInt8] = [0x78, 0x01, 0x01, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1]
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
                + chunk("IEND", [])
        }

        private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(kind.utf8) + content
            var sum: UInt32 = 0xFFFF_FFFF
            for byte in body {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            }
            return bigEndian(UInt32(content.count)) + body + bigEndian(~sum)
        }

        private static func bigEndian(_ value: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
    }
}
