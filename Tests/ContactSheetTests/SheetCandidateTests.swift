import ContactSheet
import TestSupport
import Testing
import TimelineCore

@Suite struct SheetCandidateTests {
    private func frames(_ samples: [FaceSample]) -> [Int] {
        SheetCandidate.choose(from: samples, in: Sample.size).map(\.frame)
    }

    @Test func `a long presence gives five frames spread over all of it`() {
        #expect(frames((0..<100).map { Sample.sample($0) }) == [0, 20, 40, 60, 80])
    }

    @Test func `the surest and largest sample of each part is taken`() {
        var samples = (0..<100).map { Sample.sample($0, score: 0.5) }
        samples[13].score = 0.95
        samples[77].box = PixelBox(x: 100, y: 100, width: 50, height: 60)
        #expect(frames(samples) == [13, 20, 40, 77, 80])
    }

    @Test func `what is far smaller or less sure than the best is left out, but never everything`() {
        let small = PixelBox(x: 10, y: 10, width: 12, height: 14)
        let samples = (0..<50).map { Sample.sample($0, $0 < 10 ? PixelBox(x: 9, y: 9, width: 60, height: 70) : small) }
        #expect(frames(samples) == [0])
        #expect(frames((0..<50).map { Sample.sample($0, small, score: 0.05) }).count == 5)
    }

    @Test func `guessed boxes count only where no detector saw the face at all`() {
        let large = PixelBox(x: 0, y: 0, width: 300, height: 300)
        var samples = (0..<100).map { Sample.sample($0, large, .interpolated) }
        #expect(frames(samples).count == 5)
        samples[31] = Sample.sample(31)
        #expect(frames(samples) == [31])
    }

    @Test func `a face that looks out of the picture is judged by what is in it`() {
        let outside = PixelBox(x: -190, y: 100, width: 200, height: 200)
        let samples = (0..<50).map {
            Sample.sample($0, $0 < 10 ? outside : PixelBox(x: 9, y: 9, width: 99, height: 99))
        }
        #expect(!frames(samples).contains { $0 < 10 })
        #expect(frames([Sample.sample(3, PixelBox(x: -50, y: 0, width: 40, height: 40))]).isEmpty)
    }

    @Test func `boxes that are no boxes give no picture and no trap`() {
        for box in [
            PixelBox(x: .nan, y: 0, width: 10, height: 10), PixelBox(x: 0, y: 0, width: -5, height: 10),
            PixelBox(x: 0, y: 0, width: .infinity, height: 10), PixelBox(x: 1e300, y: 1e300, width: 1, height: 1),
        ] {
            #expect(frames([Sample.sample(0, box)]).isEmpty)
        }
        #expect(frames([]).isEmpty)
        #expect(frames([Sample.sample(7, score: .nan)]).isEmpty)
    }

    @Test func `every candidate is a square inside the picture that shows the middle of the face`() {
        forEachSeed(0..<500) { seed, random in
            let size = PixelSize(
                width: Int.random(in: 1...3000, using: &random), height: Int.random(in: 1...3000, using: &random)
            )
            let box = PixelBox(
                x: Double.random(in: -500...3500, using: &random), y: Double.random(in: -500...3500, using: &random),
                width: Double.random(in: 0...9000, using: &random), height: Double.random(in: 0...9000, using: &random)
            )
            guard let part = HeadSquare.around(box, in: size) else {
                #expect(box.intersection(size.rect.box).area == 0, "seed \(seed)")
                return
            }
            #expect(size.rect.contains(part) && part.width == part.height && part.width > 0, "seed \(seed)")
            let fits = max(box.width, box.height) * HeadSquare.growth <= Double(min(size.width, size.height))
            if fits, size.rect.box.intersection(box) == box {
                #expect(part.box.intersection(box).area > 0.99 * box.area, "seed \(seed)")
            }
        }
    }

    @Test func `a face in the middle gets a square of 1.6 times its longer side around it`() throws {
        let part = try #require(
            HeadSquare.around(PixelBox(x: 300, y: 150, width: 50, height: 60), in: Sample.size)
        )
        #expect(part.width == 96)
        #expect(abs(part.left + 48 - 325) <= 1 && abs(part.top + 48 - 175) <= 1)
    }
}
