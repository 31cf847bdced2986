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
}
