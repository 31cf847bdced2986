import Client
import Documents
import Testing
import TimelineCore

@Suite struct PresentationTests {
    static func path(_ text: String) throws -> DocumentPath { try #require(DocumentPath(text)) }

    static func progress(_ input: String, _ pass: PassName, _ done: Int, _ total: Int, fps: Double = 25) throws -> Event
    {
        .progress(.init(job: "j", input: try path(input), pass: pass, done: done, total: total, fps: fps))
    }

    @Test func `a bar shows share, speed and time left`() throws {
        var state = ProgressState(expected: 1)
        state.apply(try Self.progress("in/a.mp4", .verify, 50, 200), at: 2)
        #expect(
            ProgressView.bars(state, columns: 80)
                == ["[#####...............]  verifying  a.mp4   25 %, 25.0 frames/s, 0:06 left"])
    }

    @Test func `several inputs have a line for all of them, and an estimate after the first`() throws {
        var state = ProgressState(expected: 4)
        state.apply(try Self.progress("a.mp4", .analyze, 1, 2), at: 1)
        #expect(ProgressView.bars(state, columns: 80).last == "0 of 4 done, 0:01 passed")
        state.apply(.finished(.init(state: .blocked, job: "j", input: try Self.path("a.mp4"))), at: 10)
        state.apply(.finished(.init(state: .skipped, job: "j", input: try Self.path("b.txt"))), at: 10)
        #expect(
            ProgressView.bars(state, columns: 80)
                == ["2 of 4 done, 1 blocked, 1 skipped, 0:10 passed, about 0:20 left"])
    }

    @Test func `no line is wider than the terminal, whatever the file is called`() throws {
        var state = ProgressState(expected: 9)
        for index in 0..<7 {
            let name = String(repeating: "写", count: 60) + "\u{1B}[2J\(index)"
            state.apply(try Self.progress(name, .render, index, 6), at: 1)
        }
        for columns in [20, 40, 80, 200] {
            let lines = ProgressView.bars(state, columns: columns)
            #expect(lines.count == 6)
            for line in lines {
                #expect(TextWidth.columns(of: line) < max(21, columns))
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
            }
        }
    }

    @Test func `numbers that cannot be are not shown`() throws {
        for (done, total, fps) in [(5, 0, 0.0), (9, 4, .infinity), (-3, 4, .nan), (1, 4, -1)] {
            var state = ProgressState(expected: 1)
            state.apply(try Self.progress("a.mp4", .render, done, total, fps: fps), at: 0)
            let line = try #require(ProgressView.bars(state, columns: 80).first)
            #expect(!line.contains("inf") && !line.contains("nan") && !line.contains("left"), "\(line)")
        }
    }

    @Test func `without a terminal there is a line for each pass and each quarter`() throws {
        var state = ProgressState(expected: 1)
        var lines: [String] = []
        for pass in PassName.allCases {
            for done in 0...100 {
                let event = try Self.progress("a.mp4", pass, done, 100)
                if let line = ProgressView.plainLine(event, before: state) { lines.append(line) }
                state.apply(event, at: Double(done))
            }
        }
        #expect(lines.count == 20)
        #expect(lines[2] == "a.mp4: analysing  50 %, 25.0 frames/s, 0:02 left")
    }

    @Test func `the painter takes back exactly the rows that it drew`() {
        var painter = ProgressPainter()
        #expect(painter.paint(["a", "b"]) == "a\nb\n")
        #expect(painter.paint(["c"]) == "\u{1B}[2A\r\u{1B}[Jc\n")
        #expect(painter.clear() == "\u{1B}[1A\r\u{1B}[J")
        #expect(painter.clear() == "")
    }

    @Test func `a time is rounded once`() {
        #expect(TimeText.position(59.96) == "01:00.0")
        #expect(TimeText.position(0) == "00:00.0")
        #expect(TimeText.position(61.24) == "01:01.2")
        #expect(TimeText.position(6000) == "100:00.0")
        #expect(TimeText.clock(3599.6) == "1:00:00")
        #expect(TimeText.clock(59.4) == "0:59")
    }

    @Test func `a blocked item names file, reason, times and what to do, on one line`() throws {
        let box = PixelBox(x: 0, y: 0, width: 9, height: 9)
        let item = ReportItem(
            input: try Self.path("in/a\n.mp4"), state: .blocked, reason: "A face shows.", code: .uncoveredFace,
            media: ReportMedia(
                kind: .video, width: 9, height: 9, frames: 9, durationSeconds: 90, codec: "h264", container: "mp4"),
            coverage: ReportCoverage(
                ratio: 0.9, checkedFrames: 9, requiredCovers: 9,
                uncovered: [12.4, 12.41, 62].map { .init(frame: 1, time: $0, box: box) })
        )
        #expect(
            SummaryText.line(item)
                == "blocked    in/a\\n.mp4: A face shows at 00:12.4, 01:02.0; add a region there to a regions file and "
                + "cover it again with --regions FILE")
    }

    @Test func `every state has its line`() throws {
        let input = try Self.path("a.jpg")
        let output = try Self.path("out/a.jpg")
        let faces = [
            ReportFace(id: 1, firstTime: 0, lastTime: 0, frames: 1, visible: false, origin: .detected),
            ReportFace(id: 2, firstTime: 0, lastTime: 0, frames: 1, visible: true, origin: .detected),
        ]
        let lines = [
            ReportItem(input: input, output: output, state: .published, faces: faces, notes: ["written as PNG"]),
            ReportItem(input: input, output: output, state: .published),
            ReportItem(input: input, output: output, state: .skipped, reason: "x", code: .alreadyDone),
            ReportItem(input: input, state: .skipped, reason: "it is hidden", code: .hidden),
            ReportItem(input: input, state: .failed, reason: "The disk is full.", code: .diskFull),
            ReportItem(input: input, state: .cancelled, reason: "cancelled", code: .cancelled),
        ].map(SummaryText.line)
        #expect(
            lines == [
                "published  a.jpg -> out/a.jpg (1 face covered, 1 visible by choice); written as PNG",
                "published  a.jpg -> out/a.jpg (no faces found)",
                "skipped    a.jpg: it is done already (out/a.jpg)", "skipped    a.jpg: it is hidden",
                "failed     a.jpg: The disk is full; free some space, then try again", "cancelled  a.jpg: cancelled",
            ])
    }

    @Test func `every failed or blocked item says what to do`() throws {
        let codes: [ItemCode] = [
            .uncoveredFace, .lowCoverage, .notPainted, .framesDiffer, .auditFinding, .unanswered, .unreadable,
            .unsupported, .tooLarge, .diskFull, .cannotWrite, .inputChanged, .wrongTimeline, .unknownFace,
            .stageDied, .stageSilent, .stageRefused, ItemCode(rawValue: "from-the-future"),
        ]
        for code in codes {
            let item = ReportItem(input: try Self.path("a"), state: .failed, reason: "R.", code: code)
            #expect(SummaryText.line(item).hasPrefix("failed     a: R; "), "\(code)")
            #expect(SummaryText.line(item).count > 25, "\(code)")
        }
    }

    @Test func `the gravest item decides how the command ends`() {
        let cases: [([ItemState], ExitCode)] = [
            ([], .done), ([.published, .skipped], .done), ([.failed, .published], .failed),
            ([.blocked, .failed], .blocked), ([.failed, .blocked], .blocked), ([.cancelled], .interrupted),
            ([.cancelled, .failed], .failed), ([.failed, .cancelled], .failed), ([.cancelled, .blocked], .blocked),
        ]
        for (states, code) in cases { #expect(ExitCode(states: states) == code, "\(states)") }
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 130])
    }

    @Test func `the totals count every state`() {
        let summary = Event.Summary(states: [.published, .blocked, .blocked, .cancelled], seconds: 65)
        #expect(SummaryText.totals(summary) == "1 published, 2 blocked, 1 cancelled in 1:05")
        #expect(SummaryText.totals(.init(states: [], seconds: 0)) == "0 published in 0:00")
    }

    @Test func `the faces of a scan are listed by id with their times`() {
        let box = PixelBox(x: 0, y: 0, width: 9, height: 9)
        func face(_ id: Int, _ times: [Double], visible: Bool = false) -> FaceTrack {
            FaceTrack(
                id: id, visible: visible,
                samples: times.enumerated().map {
                    FaceSample(frame: $0, time: $1, box: box, score: 1, origin: .detected)
                })
        }
        let timeline = Timeline(
            kind: .video, size: PixelSize(width: 9, height: 9), frameTimes: [0, 65.5],
            faces: [face(12, [65.5], visible: true), face(1, [0, 65.5])])
        let document = TimelineDocument(timeline, sha256: "", durationSeconds: 66)
        #expect(
            FaceTable.lines(document) == [
                "face    first     last  frames    shown", "   1  00:00.0  01:05.5       2  covered",
                "  12  01:05.5  01:05.5       1  visible",
            ])
        let none = TimelineDocument(
            Timeline(kind: .photo, size: PixelSize(width: 9, height: 9), frameTimes: [0]), sha256: "",
            durationSeconds: 0)
        #expect(FaceTable.lines(none) == ["no faces found"])
    }
}
