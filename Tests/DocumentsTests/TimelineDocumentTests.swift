import Documents
import TestSupport
import Testing
import TimelineCore

@Suite struct TimelineDocumentTests {
    static let sha256 = String(repeating: "ab", count: 32)

    /// A timeline of random faces and regions that breaks no rule.
    static func random(_ random: inout SeededRandom) -> Timeline {
        let frames = Int.random(in: 1...40, using: &random)
        var times = [0.0]
        for _ in 1..<max(1, frames) where times.count < frames {
            times.append((times.last ?? 0) + Double.random(in: 0.001...0.1, using: &random))
        }
        func box() -> PixelBox {
            PixelBox(
                x: .random(in: -50...500, using: &random), y: .random(in: -50...300, using: &random),
                width: .random(in: 0.5...300, using: &random), height: .random(in: 0.5...300, using: &random)
            )
        }
        let faces = (0..<Int.random(in: 0...5, using: &random)).map { index in
            let first = Int.random(in: 0..<frames, using: &random)
            return FaceTrack(
                id: index + 1, visible: .random(using: &random),
                samples: (first..<frames).map {
                    FaceSample(
                        frame: $0, time: times[$0], box: box(), score: .random(in: 0...1, using: &random),
                        origin: SampleOrigin.allCases.randomElement(using: &random) ?? .detected
                    )
                },
                origin: FaceOrigin.allCases.randomElement(using: &random) ?? .detected,
                palette: ColourGrid(
                    cells: (0..<ColourGrid.byteCount).map { _ in .random(in: 0...255, using: &random) })
            )
        }
        let region = ManualRegion(
            id: "r1", keyframes: [.init(time: 0, box: PixelBox(x: 1, y: 2, width: 3.25, height: 4))], from: 0, to: 1)
        return Timeline(
            kind: .video, size: PixelSize(width: 640, height: 360), frameTimes: times, faces: faces,
            regions: [region], cuts: frames > 2 ? [frames / 2] : []
        )
    }

    @Test func `written and read again a timeline is the same, to the last bit`() throws {
        let schema = try Repository.schema("timeline")
        try forEachSeed(0..<100) { seed, random in
            let timeline = Self.random(&random)
            let bytes = try TimelineDocument(timeline, sha256: Self.sha256, durationSeconds: 9).encoded()
            #expect(try TimelineDocument.read(bytes).timeline() == timeline, "seed \(seed)")
            #expect(try schema.problems(in: JSONValue(parsing: bytes)) == [], "seed \(seed)")
        }
    }

    @Test func `the same timeline is the same bytes`() throws {
        var random = SeededRandom(seed: 7)
        let document = TimelineDocument(Self.random(&random), sha256: Self.sha256, durationSeconds: 9)
        #expect(try document.encoded() == document.encoded())
        #expect(try String(decoding: document.encoded(), as: UTF8.self).hasPrefix(#"{"cuts":["#))
    }

    @Test func `without frame times they come from the samples, even spacing between`() throws {
        var random = SeededRandom(seed: 1)
        var timeline = Self.random(&random)
        timeline.frameTimes = [0, 0.1, 0.2, 0.4, 0.5]
        timeline.cuts = []
        let box = PixelBox(x: 1, y: 1, width: 9, height: 9)
        timeline.faces = [
            FaceTrack(id: 1, samples: [FaceSample(frame: 2, time: 0.2, box: box, score: 1, origin: .detected)])
        ]
        var document = TimelineDocument(timeline, sha256: Self.sha256, durationSeconds: 0.8)
        document.frameTimes = nil
        let times = try document.timeline().frameTimes
        #expect(zip(times, [0, 0.1, 0.2, 0.4, 0.6]).allSatisfy { abs($0 - $1) < 1e-12 } && times.count == 5)
    }

    @Test func `measured frame times win, and must be as many as the document's frames`() throws {
        var random = SeededRandom(seed: 3)
        let timeline = Self.random(&random)
        let document = TimelineDocument(timeline, sha256: Self.sha256, durationSeconds: 9)
        let measured = timeline.frameTimes.map { $0 * 2 }
        #expect(try document.timeline(measured: measured).frameTimes == measured)
        #expect(throws: DocumentError.self) { try document.timeline(measured: measured + [99]) }
    }

    @Test func `a timeline made from other bytes is refused`() throws {
        var random = SeededRandom(seed: 4)
        let document = TimelineDocument(Self.random(&random), sha256: Self.sha256, durationSeconds: 9)
        #expect(throws: Never.self) { try document.requireSource(sha256: Self.sha256) }
        #expect(throws: DocumentError.self) {
            try document.requireSource(sha256: String(repeating: "cd", count: 32))
        }
    }

    @Test func `a number that is not finite is not written`() {
        var random = SeededRandom(seed: 5)
        var timeline = Self.random(&random)
        timeline.frameTimes[0] = .nan
        let document = TimelineDocument(timeline, sha256: Self.sha256, durationSeconds: 9)
        #expect(throws: DocumentError.self) { try document.encoded() }
        #expect(throws: DocumentError.self) { try document.timeline() }
    }

    @Test func `a region that says no times is covered from start to end`() throws {
        let text = #"{"version":1,"regions":[{"id":"a","keyframes":[{"time":3,"box":[0,0,9,9]}]}]}"#
        let regions = try RegionsDocument.read(Array(text.utf8)).regions(in: PixelSize(width: 99, height: 99))
        #expect(regions.first?.from == 0)
        #expect((regions.first?.to ?? 0) >= 1e9)
    }

    @Test func `a region that never meets the picture is refused for that picture`() throws {
        let text = #"{"version":1,"regions":[{"id":"a","keyframes":[{"time":0,"box":[200,0,9,9]}]}]}"#
        let document = try RegionsDocument.read(Array(text.utf8))
        #expect(throws: DocumentError.self) { try document.regions(in: PixelSize(width: 200, height: 99)) }
        #expect(try document.regions(in: PixelSize(width: 201, height: 99)).count == 1)
    }
}
