import Redaction
import Testing
import TimelineCore
import Wire

@testable import ValidatorStage

/// A gray photo of 64 x 64 pixels without faces, looked at by one detector and inspected in bands.
@Suite struct JudgeTests {
    private static let side = 64

    private static var medium: Medium {
        Medium(
            isVideo: false, width: side, height: side, container: "png", codec: "png",
            format: PixelFormat.rgb24.rawValue, matrix: ColourMatrix.bt601.rawValue,
            colour: .init(primaries: 1, transfer: 13, matrix: 0, chromaLocation: 0, isFullRange: true),
            pixelAspect: .init(1, 1), timeBase: .init(1, 1), frameRate: .init(1, 1), expectedFrames: 1,
            durationSeconds: 0, sound: nil, lookBytes: 1, frameBytes: 1, sha256: "", fileBytes: 1, leftBehind: []
        )
    }

    private static func look(width: Int = side, top: Int, rows: Int) -> Look {
        Look(
            frame: 0, ticks: 0, durationTicks: 1, lease: SlotLease(slot: 0, generation: 1), look: 0, looks: 1,
            role: .inspect,
            layout: .packed(format: .rgb24, size: PixelSize(width: width, height: rows), fullRange: true),
            geometry: LookGeometry(originY: Double(top))
        )
    }

    /// The verdict when these parts were inspected and so many of the looks announced were answered.
    private static func verdict(_ parts: [Look], looks: Int = 1, answers: Int = 1) throws -> Verdict {
        let size = PixelSize(width: side, height: side)
        let timeline = Timeline(kind: .photo, size: size, frameTimes: [0])
        var judge = Judge(resolver: Resolver(timeline: timeline), source: medium)
        judge.take(PaintRecord(frame: 0, ticks: 0, lease: PaintRecord.noSlot, entries: []))
        judge.beginVerify(output: medium, style: CoverStyle(kind: .bar), emoji: nil, coding: .least, audit: [])
        judge.take(FrameMark(frame: 0, ticks: 0, durationTicks: 1, change: 0, looks: looks, isKeyframe: true))
        for part in parts {
            let bytes = [UInt8](repeating: 128, count: part.layout.byteCount)
            try bytes.withUnsafeBytes { try judge.inspect(part, $0) }
        }
        for _ in 0..<answers {
            judge.take(DetectionReply(look: look(top: 0, rows: side), busyMicroseconds: 0, detections: []))
        }
        return judge.verdict(FrameTotals(frames: 1, looks: looks + parts.count, packets: 0))
    }

    @Test func `a picture inspected whole and looked at passes`() throws {
        #expect(try Self.verdict([Self.look(top: 0, rows: 64)]).passes)
        #expect(try Self.verdict([Self.look(top: 0, rows: 40), Self.look(top: 40, rows: 24)]).passes)
    }

    @Test func `rows that nobody looked at block, also when other rows came twice or too narrow`() throws {
        let cases = [
            [], [Self.look(top: 0, rows: 40)], [Self.look(top: 0, rows: 32), Self.look(top: 0, rows: 32)],
            [Self.look(top: 0, rows: 32), Self.look(top: 31, rows: 32)], [Self.look(width: 32, top: 0, rows: 64)],
            [Self.look(top: 0, rows: 64), Self.look(top: 64, rows: 64)],
        ]
        for parts in cases { #expect(try Self.verdict(parts).code == "unanswered-frame") }
    }

    @Test func `a look that was not answered, or none at all, is not the answer that there is no face`() throws {
        let whole = [Self.look(top: 0, rows: 64)]
        for (looks, answers) in [(0, 0), (1, 0), (3, 2), (1, 2)] {
            let verdict = try Self.verdict(whole, looks: looks, answers: answers)
            #expect(!verdict.passes && verdict.code == "unanswered-frame", "\(looks) looks, \(answers) answers")
        }
    }

    // MARK: - Repair

    /// A face in the middle of the photo, with colours of its own or none.
    private static func timeline(palette: ColourGrid?) -> Timeline {
        let sample = FaceSample(
            frame: 0, time: 0, box: PixelBox(x: 20, y: 20, width: 24, height: 24), score: 0.9, origin: .detected
        )
        return Timeline(
            kind: .photo, size: PixelSize(width: side, height: side), frameTimes: [0],
            faces: [FaceTrack(id: 1, samples: [sample], palette: palette)]
        )
    }

    /// What a judge says of a finished photo of one gray, in which the covers due are said to be painted.
    private static func repair(
        _ timeline: Timeline, kind: CoverStyle.Kind, gray: UInt8
    ) throws -> (verdict: Verdict, repair: (timeline: Timeline, note: String?)?) {
        let resolver = Resolver(timeline: timeline)
        var judge = Judge(resolver: resolver, source: medium)
        let entries = resolver.covers(frame: 0).map { PaintRecord.Entry(subject: $0.subject, area: $0.area) }
        judge.take(PaintRecord(frame: 0, ticks: 0, lease: PaintRecord.noSlot, entries: entries))
        judge.beginVerify(output: medium, style: CoverStyle(kind: kind), emoji: nil, coding: .least, audit: [])
        judge.take(FrameMark(frame: 0, ticks: 0, durationTicks: 1, change: 0, looks: 1, isKeyframe: true))
        let look = look(top: 0, rows: side)
        let bytes = [UInt8](repeating: gray, count: look.layout.byteCount)
        try bytes.withUnsafeBytes { try judge.inspect(look, $0) }
        judge.take(DetectionReply(look: look, busyMicroseconds: 0, detections: []))
        let verdict = judge.verdict(FrameTotals(frames: 1, looks: 2, packets: 0))
        return (verdict, judge.repair(verdict))
    }

    @Test(arguments: [CoverStyle.Kind.mosaic, .gaussian])
    func `a weak cover is made plain once, and stays refused when that is not what the file shows`(
        kind: CoverStyle.Kind
    ) throws {
        let colours = try #require(ColourGrid(cells: (0..<ColourGrid.byteCount).map { UInt8($0 % 251) }))
        for palette in [colours, nil] {
            let first = try Self.repair(Self.timeline(palette: palette), kind: kind, gray: 144)
            #expect(first.verdict.code == "weak-cover")
            let repair = try #require(first.repair)
            #expect(repair.note?.contains("face 1 ") == true)
            let cells = try #require(repair.timeline.faces[0].palette)
            #expect(cells == cells.plain)

            let bare = try Self.repair(repair.timeline, kind: kind, gray: 16)
            #expect(bare.verdict.code == "weak-cover")
            #expect(bare.repair == nil)
        }
        // The cover of a face without colours became a middle grey: now it is the one that the file shows.
        let grey = try #require(try Self.repair(Self.timeline(palette: nil), kind: kind, gray: 16).repair)
        #expect(try Self.repair(grey.timeline, kind: kind, gray: 144).verdict.passes)
    }

    @Test(arguments: [CoverStyle.Kind.bar, .shape, .emoji])
    func `a weak cover that has no colours of the face is not rendered again`(kind: CoverStyle.Kind) throws {
        let first = try Self.repair(Self.timeline(palette: nil), kind: kind, gray: 144)
        #expect(first.verdict.code == "weak-cover")
        #expect(first.repair == nil)
    }
}
