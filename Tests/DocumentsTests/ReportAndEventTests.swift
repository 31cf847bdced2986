import Documents
import Redaction
import TestSupport
import Testing
import TimelineCore

@Suite struct ReportAndEventTests {
    static func path(_ text: String) throws -> DocumentPath { try #require(DocumentPath(text)) }

    static func report(_ items: [ReportItem]) -> ReportDocument {
        ReportDocument(
            tool: "safefaces 0.1.0", engine: .init(name: "openvino", version: "1"),
            model: .init(name: "centerface", sha256: TimelineDocumentTests.sha256),
            settings: ReportSettings(CoverSettings(show: .ids([2, 5]))), items: items
        )
    }

    @Test func `a failed item shows null for everything that it does not have`() throws {
        let item = ReportItem(
            input: try Self.path("a.jpg"), state: .failed, reason: "It cannot be read.", code: .unreadable)
        let value = try JSONValue(parsing: Self.report([item]).encoded())
        let shown = try #require(value["items"]?[0])
        for key in ["output", "media", "coverage", "audit"] { #expect(shown[key] == .null, "\(key)") }
        #expect(shown["sha256"]?["output"] == .null)
        #expect(value["settings"]?["quality"] == .null)
        #expect(try Repository.schema("report").problems(in: value) == [])
    }

    @Test func `a published item without evidence does not pass the schema`() throws {
        let item = ReportItem(input: try Self.path("a.jpg"), output: try Self.path("b.jpg"), state: .published)
        let value = try JSONValue(parsing: Self.report([item]).encoded())
        #expect(try !Repository.schema("report").problems(in: value).isEmpty)
    }

    @Test func `a report read again is the same`() throws {
        let item = ReportItem(
            input: try #require(DocumentPath(bytes: [0x61, 0xFF])), state: .blocked, reason: "x", code: .lowCoverage,
            coverage: ReportCoverage(
                ratio: 0.5, checkedFrames: 2, requiredCovers: 2,
                uncovered: [.init(frame: 1, time: 0.5, box: PixelBox(x: 1, y: 2, width: 3, height: 4))]),
            repairs: 2
        )
        let report = Self.report([item])
        #expect(try ReportDocument.read(report.encoded()) == report)
    }

    @Test func `every event is one line that fits the schema and reads back`() throws {
        let input = try Self.path("in/a \"b\"\n.mp4")
        var events: [Event] = [
            .queued(job: "j1", input: input),
            .progress(.init(job: "j1", input: input, pass: .render, done: 1, total: 2, fps: 12.5)),
            .summary(.init(states: [.published, .blocked, .blocked], seconds: 1.25)),
        ]
        for state in ItemState.allCases {
            events.append(.finished(.init(state: state, job: "j1", input: input, output: nil, reason: "r", code: nil)))
        }
        let schema = try Repository.schema("events")
        for event in events {
            let line = try event.line()
            #expect(line.last == 0x0A && line.count(where: { $0 == 0x0A }) == 1)
            #expect(try schema.problems(in: JSONValue(parsing: line)) == [])
            #expect(try Event.read(line) == event)
        }
    }

    @Test func `slashes are not escaped and whole numbers have no decimals`() throws {
        let event = Event.progress(
            .init(job: "j1", input: try Self.path("a/b"), pass: .verify, done: 1, total: 2, fps: 30))
        let text = String(decoding: try event.line(), as: UTF8.self)
        #expect(
            text
                == #"{"done":1,"event":"progress","fps":30,"input":"a/b","job":"j1","pass":"verify","total":2}"# + "\n"
        )
    }

    @Test func `any file name survives a document`() throws {
        let schema = try Repository.schema("events")
        try forEachSeed(0..<300) { seed, random in
            let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                UInt8.random(in: 1...255, using: &random)
            }
            let path = try #require(DocumentPath(bytes: bytes))
            let line = try Event.queued(job: "j", input: path).line()
            #expect(try Event.read(line) == .queued(job: "j", input: path), "seed \(seed)")
            #expect(try schema.problems(in: JSONValue(parsing: line)) == [], "seed \(seed)")
        }
    }

    @Test func `no path is empty or holds a zero byte`() {
        #expect(DocumentPath("") == nil)
        #expect(DocumentPath(bytes: [0x61, 0]) == nil)
        #expect(throws: DocumentError.self) {
            try Event.read(Array(#"{"event":"queued","job":"j","input":{"bytes":"YQA="}}"#.utf8))
        }
    }
}
