import TestSupport
import Testing
import TimelineCore

import Vision

@Suite struct SuppressionTests {
    private func face(_ x: Double, _ y: Double, _ side: Double, _ score: Double) -> Detection {
        Detection(box: PixelBox(x: x, y: y, width: side, height: side * 1.25), score: score)
    }

    private func crowd(_ random: inout SeededRandom, count: Int) -> [Detection] {
        (0..<count).map { _ in
            // Few distinct scores and places, so that ties are common.
            face(
                Double(Int.random(in: 0..<20, using: &random) * 10),
                Double(Int.random(in: 0..<20, using: &random) * 10),
                Double(Int.random(in: 1...6, using: &random) * 15), Double(Int.random(in: 1...5, using: &random)) / 5)
        }
    }

    @Test func `the answer does not depend on the order of arrival`() {
        forEachSeed(0..<60) { seed, random in
            let all = crowd(&random, count: 40)
            let expected = suppressOverlaps(all)
            let shuffled = all.shuffled(using: &random)
            #expect(suppressOverlaps(shuffled) == expected, "seed \(seed)")
            let merged = mergeLooks([Array(all[..<15]), Array(all[15...])])
            #expect(mergeLooks([shuffled]) == merged, "seed \(seed)")
        }
    }

    @Test func `no two kept boxes are one face, and every dropped one is a kept one's`() {
        forEachSeed(0..<60) { seed, random in
            let all = crowd(&random, count: 40)
            let kept = suppressOverlaps(all)
            for (index, first) in kept.enumerated() {
                for second in kept[(index + 1)...] {
                    #expect(first.box.overlap(with: second.box) <= sameFaceOverlap, "seed \(seed)")
                    #expect(first.score >= second.score, "seed \(seed)")
                }
            }
            for dropped in all where !kept.contains(dropped) {
                #expect(
                    kept.contains { $0.box.overlap(with: dropped.box) > sameFaceOverlap && $0.score >= dropped.score },
                    "seed \(seed)")
            }
        }
    }

    @Test func `merging twice changes nothing`() {
        forEachSeed(0..<60) { seed, random in
            let merged = mergeLooks([crowd(&random, count: 25), crowd(&random, count: 25)])
            #expect(mergeLooks([merged]) == merged, "seed \(seed)")
        }
    }

    @Test func `every face seen by any look stays under a kept box's head`() {
        forEachSeed(0..<60) { seed, random in
            let looks = [crowd(&random, count: 20), crowd(&random, count: 20)]
            let merged = mergeLooks(looks)
            for seen in looks.joined() {
                #expect(
                    merged.contains { HeadColours.headBox($0.box).intersection(seen.box).area > 0.3 * seen.box.area },
                    "seed \(seed)")
            }
        }
    }

    @Test func `the same face in two looks is one face`() {
        let merged = mergeLooks([[face(100, 100, 40, 0.6)], [face(102, 99, 41, 0.9)]])
        #expect(merged == [face(102, 99, 41, 0.9)])
    }

    @Test func `a face cut by the edge of a tile gives way to the whole face and its better score counts`() {
        let part = Detection(box: PixelBox(x: 100, y: 100, width: 13, height: 50), score: 0.9)
        let whole = Detection(box: PixelBox(x: 99, y: 99, width: 42, height: 52), score: 0.7)
        let merged = mergeLooks([[part], [whole]])
        #expect(merged == [Detection(box: whole.box, score: 0.9)])
    }

    @Test func `a small face in front of a large one stays`() {
        let merged = mergeLooks([[face(100, 100, 200, 0.9), face(150, 200, 40, 0.5)]])
        #expect(merged.count == 2)
    }
}
