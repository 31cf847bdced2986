import TestSupport
import Testing
import TimelineCore

@Suite struct RectUnionTests {
    private func randomRect(_ random: inout SeededRandom) -> PixelRect {
        let left = Int.random(in: 0..<24, using: &random)
        let top = Int.random(in: 0..<24, using: &random)
        return PixelRect(
            left: left, top: top, right: left + .random(in: 0...12, using: &random),
            bottom: top + .random(in: 0...12, using: &random)
        )
    }

    @Test func `area and containment equal a count of pixels`() {
        forEachSeed(0..<500) { seed, random in
            let rects = (0..<Int.random(in: 0...6, using: &random)).map { _ in randomRect(&random) }
            let asked = randomRect(&random)
            var pixels = 0
            var common = 0
            for x in 0..<40 {
                for y in 0..<40 {
                    let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
                    guard rects.contains(where: { $0.contains(pixel) }) else { continue }
                    pixels += 1
                    if asked.contains(pixel) { common += 1 }
                }
            }
            let union = RectUnion(rects)
            #expect(union.area == pixels, "seed \(seed)")
            #expect(union.coveredArea(of: asked) == common, "seed \(seed)")
            #expect(union.contains(asked) == (common == asked.area), "seed \(seed)")
            if !asked.isEmpty {
                let share = Double(common) / Double(asked.area)
                #expect(abs(union.coveredShare(of: asked.box) - share) < 1e-9, "seed \(seed)")
            }
        }
    }

    @Test func `two halves contain the whole, with a gap of one pixel they do not`() {
        let whole = PixelRect(left: 0, top: 0, right: 10, bottom: 10)
        let left = PixelRect(left: 0, top: 0, right: 5, bottom: 10)
        #expect(RectUnion([left, PixelRect(left: 5, top: 0, right: 10, bottom: 10)]).contains(whole))
        #expect(!RectUnion([left, PixelRect(left: 6, top: 0, right: 10, bottom: 10)]).contains(whole))
        #expect(RectUnion([]).contains(PixelRect(left: 3, top: 3, right: 3, bottom: 9)))
    }
}
