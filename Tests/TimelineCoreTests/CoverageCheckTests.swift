import TestSupport
import Testing
import TimelineCore

@Suite struct CoverageCheckTests {
    private func resolver() -> Resolver {
        let box = PixelBox(x: 100, y: 100, width: 60, height: 80)
        return Resolver(
            timeline: Timeline(
                kind: .video, size: pictureSize, frameTimes: evenTimes(10),
                faces: [FaceTrack(id: 1, samples: still(box, frames: 0..<10))]
            )
        )
    }

    @Test func `what the resolver demands passes`() {
        forEachSeed(0..<100) { seed, random in
            let resolver = Resolver(timeline: randomTimeline(&random))
            var check = CoverageCheck(resolver: resolver)
            for frame in resolver.timeline.frameTimes.indices.shuffled(using: &random) {
                check.check(frame: frame, painted: resolver.covers(frame: frame).map(\.area))
            }
            let result = check.finish()
            #expect(result.uncovered.isEmpty && result.ratio == 1, "seed \(seed)")
            #expect(result.checkedFrames == resolver.timeline.frameTimes.count)
        }
    }

    @Test func `one pixel column less is named with its frame and time`() {
        let resolver = resolver()
        var check = CoverageCheck(resolver: resolver)
        for frame in 0..<10 {
            var area = resolver.covers(frame: frame)[0].area
            if frame == 4 { area.right -= 1 }
            check.check(frame: frame, painted: [area])
        }
        let result = check.finish()
        #expect(result.uncovered.map(\.frame) == [4])
        #expect(result.uncovered[0].missingPixels == resolver.covers(frame: 4)[0].area.height)
        #expect(result.uncovered[0].time == 4.0 / 25)
        #expect(result.ratio == 0.9)
    }

    @Test func `a frame that is never reported is uncovered`() {
        let resolver = resolver()
        var check = CoverageCheck(resolver: resolver)
        for frame in 0..<10 where frame != 7 {
            check.check(frame: frame, painted: resolver.covers(frame: frame).map(\.area))
        }
        let result = check.finish()
        #expect(result.uncovered.map(\.frame) == [7])
        #expect(result.checkedFrames == 9)
    }

    @Test func `a frame reported twice or unknown is not vouched for`() {
        let resolver = resolver()
        var check = CoverageCheck(resolver: resolver)
        for frame in 0..<10 { check.check(frame: frame, painted: resolver.covers(frame: frame).map(\.area)) }
        check.check(frame: 3, painted: [pictureSize.rect])
        check.check(frame: 10, painted: [pictureSize.rect])
        let result = check.finish()
        #expect(result.uncovered.map(\.frame) == [3, 10])
        #expect(result.checkedFrames == 9)
    }

    @Test func `nothing demanded is wholly covered`() {
        let empty = Resolver(timeline: Timeline(kind: .video, size: pictureSize, frameTimes: evenTimes(2)))
        var check = CoverageCheck(resolver: empty)
        check.check(frame: 0, painted: [])
        check.check(frame: 1, painted: [])
        #expect(check.finish().ratio == 1)
    }
}
