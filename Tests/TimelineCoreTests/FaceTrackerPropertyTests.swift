import TestSupport
import Testing
import TimelineCore

@Suite struct FaceTrackerPropertyTests {
    /// People who walk at random speeds, come and go, and are seen with random scores; cuts and flashes.
    private func scene(_ random: inout SeededRandom, frames: Int = 60) -> [FrameObservation] {
        let actors = (0..<Int.random(in: 1...6, using: &random)).map { person in
            let start = (
                x: Double.random(in: -50...640, using: &random), y: Double.random(in: -50...360, using: &random)
            )
            let speed = (x: Double.random(in: -8...8, using: &random), y: Double.random(in: -3...3, using: &random))
            let size = Double.random(in: 12...110, using: &random)
            let present = Int.random(in: 0..<frames, using: &random)..<frames + 1
            let scores = (0...frames).map { _ in Double.random(in: 0.02...1, using: &random) }
            return Actor(
                person: person,
                box: { frame in
                    guard present.contains(frame) else { return nil }
                    return PixelBox(
                        x: start.x + speed.x * Double(frame), y: start.y + speed.y * Double(frame), width: size,
                        height: size * 1.3
                    )
                },
                score: { scores[$0] }
            )
        }
        let high = (0..<3).map { _ in Int.random(in: 1..<frames, using: &random) }
        let interval = Int.random(in: 1...4, using: &random)
        return observations(actors, frames: frames, interval: interval) { high.contains($0) ? 0.9 : 0.05 }
    }

    @Test func `the order of detections makes no difference`() {
        forEachSeed(0..<200) { seed, random in
            let ordered = scene(&random)
            var shuffled = ordered
            for frame in shuffled.indices { shuffled[frame].detections.shuffle(using: &random) }
            shuffled.shuffle(using: &random)
            #expect(tracked(ordered) == tracked(shuffled), "seed \(seed)")
        }
    }

    @Test func `every sure detection is covered in its frame`() {
        forEachSeed(0..<200) { seed, random in
            let observed = scene(&random)
            let resolver = Resolver(timeline: tracked(observed))
            for observation in observed {
                let covers = RectUnion(resolver.covers(frame: observation.frame).map(\.area))
                for seen in observation.detections where seen.score >= TrackerSettings.standard.startThreshold {
                    let face = pictureSize.blocks(around: seen.box, blockSize: 1)
                    #expect(covers.contains(face), "seed \(seed), frame \(observation.frame)")
                }
            }
        }
    }

    @Test func `timelines are sound`() {
        forEachSeed(0..<200) { seed, random in
            let timeline = tracked(scene(&random))
            #expect(
                timeline.faces.map(\.id)
                    == Array(1...max(1, timeline.faces.count)).prefix(timeline.faces.count).map { $0 })
            #expect(timeline.cuts == timeline.cuts.sorted() && !timeline.cuts.contains(0), "seed \(seed)")
            for face in timeline.faces {
                let frames = face.samples.map(\.frame)
                #expect(zip(frames, frames.dropFirst()).allSatisfy(<), "seed \(seed)")
                for sample in face.samples {
                    #expect(sample.box.isSound && !sample.box.isEmpty, "seed \(seed)")
                    #expect(sample.time == timeline.frameTimes[sample.frame])
                }
            }
        }
    }

    @Test func `a sure detection is held half a second both ways within its shot`() {
        forEachSeed(0..<200) { seed, random in
            let observed = scene(&random)
            let timeline = tracked(observed)
            let shots = ShotMap(cuts: timeline.cuts, frameCount: observed.count)
            for face in timeline.faces {
                for sample in face.samples where sample.origin == .detected {
                    for frame in shots.shot(of: sample.frame)
                    where abs(timeline.frameTimes[frame] - sample.time) <= 0.4801 {
                        // Only a face that has left the picture is let go earlier.
                        guard !face.samples.contains(where: { $0.frame == frame }) else { continue }
                        let step = frame < sample.frame ? 1 : -1
                        var near = frame
                        while !face.samples.contains(where: { $0.frame == near }) { near += step }
                        let last = face.samples.first { $0.frame == near }
                        let box = last?.box ?? PixelBox(x: 0, y: 0, width: 0, height: 0)
                        let inside = box.intersection(pictureSize.rect.box).area
                        #expect(inside < box.area, "seed \(seed), frame \(frame)")
                    }
                }
            }
        }
    }

    @Test func `no face is carried over a certain cut`() {
        forEachSeed(0..<100) { seed, random in
            var observed = scene(&random)
            let cut = Int.random(in: 10..<50, using: &random)
            // Everybody changes place and look.
            for frame in observed.indices {
                observed[frame].change = frame == cut ? 1 : 0.05
                guard frame >= cut else { continue }
                observed[frame].detections = observed[frame].detections.enumerated().map { number, seen in
                    Detection(box: seen.box.moved(x: 300, y: 0), score: seen.score, grid: colours(100 + number))
                }
            }
            let timeline = tracked(observed)
            for face in timeline.faces {
                let sides = Set(face.samples.map { $0.frame < cut })
                #expect(sides.count == 1, "seed \(seed)")
            }
        }
    }
}
