import Testing
import TimelineCore

@Suite struct LongClipTests {
    @Test(.timeLimit(.minutes(1)))
    func `a long clip is tracked and resolved in seconds`() {
        // Half an hour, ten people who walk to and fro, a look every third frame.
        let frames = 54_000
        let actors = (0..<10).map { person in
            Actor(person: person) { frame in
                let phase = (frame + person * 170) % 1_200
                let x = Double(phase < 600 ? phase : 1_200 - phase)
                return PixelBox(x: x, y: Double(person % 4) * 85 + 5, width: 40, height: 50)
            }
        }
        let grids = (0..<10).map(colours)
        let observed = (0..<frames).map { frame in
            let isLooked = frame % 3 == 0
            let seen = actors.enumerated().compactMap { number, actor in
                actor.box(frame).map { Detection(box: $0, score: 0.9, grid: grids[number]) }
            }
            return FrameObservation(
                frame: frame, time: Double(frame) / 30, change: 0.01, looked: isLooked, detections: isLooked ? seen : []
            )
        }
        let resolver = Resolver(timeline: tracked(observed))
        // Ten walkers cross each other thousands of times; every one of them is covered all the time.
        var covers = 0
        for frame in 0..<frames { covers += resolver.covers(frame: frame).count }
        #expect(covers >= 10 * frames)
    }
}
