import Client
import Documents
import Foundation
import Redaction
import Testing

/// The page that a safeguarding officer files.
@Suite struct ReportPageTests {
    private static func item(_ input: [UInt8], state: ItemState = .published) throws -> ReportItem {
        var item = ReportItem(input: try #require(DocumentPath(bytes: input)), state: state)
        item.output = state == .published ? DocumentPath("out/a.mp4") : nil
        item.media = ReportMedia(
            kind: .video, width: 640, height: 360, frames: 250, durationSeconds: 10, codec: "h264", container: "mp4"
        )
        item.faces = [
            ReportFace(id: 1, firstTime: 0, lastTime: 9.9, frames: 248, visible: false, origin: .detected),
            ReportFace(id: 2, firstTime: 1, lastTime: 2, frames: 25, visible: true, origin: .detected),
        ]
        item.coverage = ReportCoverage(ratio: 0.99996, checkedFrames: 250, requiredCovers: 248)
        item.audit = ReportAudit(removed: ["exif.gps", "movie.date"], findings: [])
        item.sha256 = .init(input: String(repeating: "a", count: 64), output: String(repeating: "b", count: 64))
        item.notes = ["the sound was kept; voices can identify people"]
        return item
    }

    private static func page(_ items: [ReportItem]) -> String {
        let report = ReportDocument(
            tool: "safefaces 9.9.9", engine: .init(name: "openvino", version: "1"),
            model: .init(name: "centerface", sha256: String(repeating: "c", count: 64)),
            settings: ReportSettings(CoverSettings()), items: items
        )
        return String(decoding: ReportPage(report, writtenAt: Date(timeIntervalSince1970: 0)).bytes(), as: UTF8.self)
    }

    @Test func `the page says what was covered, left visible, removed, checked, with what, and what remains`() throws {
        let page = Self.page([
            try Self.item(Array("in/a.mp4".utf8)), try Self.item(Array("b.mp4".utf8), state: .blocked),
        ])
        for text in [
            "1 published, 1 blocked", "1 covered, 1 left visible by choice",
            "250 frames, 248 covers due, 99.9 % of them whole",
            "where the photo was taken (EXIF) (<code>exif.gps</code>)", String(repeating: "a", count: 64),
            String(repeating: "b", count: 64), String(repeating: "c", count: 64), "safefaces 9.9.9",
            "mosaic, intensity 50",
            "1970-01-01T00:00:00Z", "voice, clothes", "voices can identify people", "Signed off",
            "blocked: not published",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("100.0 %"), "not all is never all")
    }

    @Test func `the page can be read without sight, without colour and on paper`() throws {
        let page = Self.page([try Self.item(Array("in/a.mp4".utf8))])
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(page.components(separatedBy: "<h1>").count == 2)
        #expect(page.contains("<th scope=\"col\">") && page.contains("<th scope=\"row\">"))
        #expect(page.contains("<title>Safe Faces report") && page.contains("@media print"))
        for tag in [
            "section", "table", "tbody", "thead", "ul", "li", "tr", "td", "th", "h2", "h3", "main", "code", "p",
        ] {
            let opened = page.components(separatedBy: "<\(tag)>").count + page.components(separatedBy: "<\(tag) ").count
            #expect(opened - 1 == page.components(separatedBy: "</\(tag)>").count, "\(tag)")
        }
    }

    @Test func `the page has no script, no picture and nothing from elsewhere`() throws {
        let page = Self.page([try Self.item(Array("in/a.mp4".utf8))]).lowercased()
        for text in [
            "<script", "<img", "<link", "<iframe", "src=", "url(", "http:", "https:", "@import", "javascript:",
            "onclick",
        ] {
            #expect(!page.contains(text), "\(text)")
        }
    }

    @Test(arguments: [
        Array("<script>alert(1)</script>.jpg".utf8), Array("a\" onload=\"x.jpg".utf8), Array("a' b&amp;.jpg".utf8),
        Array("two\nlines\u{202E}gpj.exe\u{1B}[2J.jpg".utf8), [0x61, 0xFF, 0xFE, 0x3C, 0x2E, 0x6A, 0x70, 0x67],
    ])
    func `no file name can become anything but text`(name: [UInt8]) throws {
        var item = try Self.item(name, state: .blocked)
        item.reason = String(decoding: name, as: UTF8.self)
        item.notes = [String(decoding: name, as: UTF8.self)]
        let (page, calm) = (Self.page([item]), Self.page([try Self.item(Array("x".utf8), state: .blocked)]))
        for mark in ["<script", " onload=\"", "\u{202E}", "\u{1B}", "&amp;amp;\"", "' b"] {
            #expect(!page.contains(mark), "\(mark)")
        }
        // As many tags as with a name that asks for nothing, but for the reason's and the note's.
        #expect(page.count { $0 == "<" } == calm.count { $0 == "<" })
        #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }

    @Test(arguments: [("r.html", true), ("r.HTM", true), ("r.json", false), ("html", false), ("a.html/r", false)])
    func `the extension says whether it is a page`(name: String, isPage: Bool) {
        #expect(ReportPage.isWanted(BytePath(name)) == isPage)
    }
}
