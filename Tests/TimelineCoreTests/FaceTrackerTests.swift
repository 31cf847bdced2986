import TestSupport
import Testing
import TimelineCore

@Suite struct FaceTrackerTests {
    private let box = PixelBox(x: 300, y: 120, width: 60, height: 80)

    private func covered(_ timeline: Timeline, _ frame: Int) -> Bool {
        timeline.faces.contains { $0.samples.contains { $0.frame == frame } }
    }

    @Test func `frames before the first detection are covered`() {
        let late = Actor(person: 1) { $0 >= 30 ? box : nil }
        let timeline = tracked(observations([late], frames: 90))
        let first = timeline.faces[0].samples[0]
        #expect(first.frame == 30 - 12)
        #expect(first.origin == .tracked)
    }

    @Test func `a low score before a sure one belongs to the face`() {
        let face = Actor(person: 1, box: { $0 >= 9 ? box : nil }, score: { $0 < 36 ? 0.15 : 0.9 })
        let timeline = tracked(observations([face], frames: 60))
        #expect(timeline.faces.count == 1)
        #expect(timeline.faces[0].samples.first?.frame == 0)
    }

    @Test func `a face that enters at the edge is covered from the edge`() {
        let walker = Actor(
            person: 1, box: { PixelBox(x: 640 - Double($0) * 4, y: 120, width: 60, height: 80) },
            score: { $0 < 12 ? 0.05 : 0.9 }
        )
        let timeline = tracked(observations([walker], frames: 60))
        for frame in 1..<60 { #expect(covered(timeline, frame), "frame \(frame)") }
    }

    @Test func `a face known to be out of the picture is not covered`() {
        let walker = Actor(person: 1) { frame in
            let x = 500 + Double(frame) * 10
            return x < 630 ? PixelBox(x: x, y: 120, width: 60, height: 80) : nil
        }
        let timeline = tracked(observations([walker], frames: 60, interval: 1))
        #expect(covered(timeline, 12))
        #expect(!covered(timeline, 23))
    }

    @Test func `no ghost is left half a second after a face is gone`() {
        let gone = Actor(person: 1) { $0 < 30 ? box : nil }
        let timeline = tracked(observations([gone], frames: 90))
        #expect(timeline.faces[0].samples.last?.frame == 27 + 12)
    }

    @Test func `a short occlusion is bridged and keeps the id`() {
        let face = Actor(person: 1) { (30..<50).contains($0) ? nil : box.moved(x: Double($0), y: 0) }
        let timeline = tracked(observations([face], frames: 90))
        #expect(timeline.faces.map(\.id) == [1])
        for frame in 0..<90 { #expect(covered(timeline, frame), "frame \(frame)") }
        let hidden = timeline.faces[0].samples.first { $0.frame == 40 }
        #expect(abs((hidden?.box.centre.x ?? 0) - 370) < 6)
    }

    @Test func `an absence of two seconds keeps the id without a ghost`() {
        let face = Actor(person: 1) { (30..<80).contains($0) ? nil : box }
        let timeline = tracked(observations([face], frames: 120))
        #expect(timeline.faces.map(\.id) == [1])
        #expect(!covered(timeline, 55))
        #expect(covered(timeline, 70) && covered(timeline, 38))
    }

    @Test func `somebody else at the same place is somebody else`() {
        let one = Actor(person: 1) { $0 < 30 ? box : nil }
        let two = Actor(person: 2) { $0 >= 50 ? box : nil }
        let timeline = tracked(observations([one, two], frames: 90))
        #expect(timeline.faces.map(\.id) == [1, 2])
        #expect(timeline.faces[0].palette == colours(1) && timeline.faces[1].palette == colours(2))
    }

    @Test func `two who cross keep their ids`() {
        let one = Actor(person: 1) { PixelBox(x: 20 + Double($0) * 6, y: 118, width: 60, height: 80) }
        let two = Actor(person: 2) { PixelBox(x: 560 - Double($0) * 6, y: 124, width: 60, height: 80) }
        let timeline = tracked(observations([one, two], frames: 90))
        #expect(timeline.faces.count == 2)
        #expect(timeline.faces[0].samples.last?.box.x ?? 0 > 500)
        #expect(timeline.faces[1].samples.last?.box.x ?? 900 < 60)
    }

    @Test func `a cut ends a track, and nothing is carried over it`() {
        let one = Actor(person: 1) { $0 < 40 ? box : nil }
        let two = Actor(person: 2) { $0 >= 40 ? box.moved(x: 20, y: 0) : nil }
        let timeline = tracked(observations([one, two], frames: 80) { $0 == 40 ? 0.8 : 0.02 })
        #expect(timeline.cuts == [40])
        #expect(timeline.faces.count == 2)
        #expect(timeline.faces[0].samples.last?.frame == 39)
        #expect(timeline.faces[1].samples.first?.frame == 40)
    }

    @Test func `a cut between alike shots is found by the faces`() {
        let one = Actor(person: 1) { $0 < 40 ? box : nil }
        let two = Actor(person: 2) { $0 >= 40 ? box.moved(x: 10, y: 0) : nil }
        let timeline = tracked(observations([one, two], frames: 80) { $0 == 40 ? 0.2 : 0.03 })
        #expect(timeline.cuts == [40])
        #expect(timeline.faces.map(\.samples.count) == [40, 40])
    }

    @Test func `a hand before the lens is no cut`() {
        let face = Actor(person: 1) { $0 < 40 ? box : nil }
        let timeline = tracked(observations([face], frames: 80) { $0 == 40 ? 0.4 : 0.03 })
        #expect(timeline.cuts.isEmpty)
        #expect(timeline.faces[0].samples.last?.frame == 39 + 12)
    }

    @Test func `a flash is no cut`() {
        let face = Actor(person: 1) { _ in box }
        let timeline = tracked(observations([face], frames: 80) { [40, 41].contains($0) ? 0.9 : 0.02 })
        #expect(timeline.cuts.isEmpty)
        #expect(timeline.faces.count == 1)
    }

    @Test func `where the cut is not known both shots are covered`() {
        // Two frames between two looks may be the cut.
        let one = Actor(person: 1) { $0 < 38 ? box : nil }
        let two = Actor(person: 2) { $0 >= 38 ? box.moved(x: -200, y: 0) : nil }
        let timeline = tracked(
            observations([one, two], frames: 80, interval: 5) { [37, 39].contains($0) ? 0.9 : 0.02 })
        for frame in [37, 38] {
            let present = timeline.faces.filter { $0.samples.contains { $0.frame == frame } }
            #expect(present.count == 2, "frame \(frame)")
        }
    }

    @Test func `a shaken camera loses nobody`() {
        let actors = (0..<4).map { person in
            Actor(person: person) { frame in
                let shake = [(0.0, 0.0), (35, -20), (-30, 25), (20, 30), (-40, -10)][frame / 3 % 5]
                return PixelBox(x: 80 + Double(person) * 120 + shake.0, y: 120 + shake.1, width: 50, height: 60)
            }
        }
        let timeline = tracked(observations(actors, frames: 90))
        #expect(timeline.faces.map(\.id) == [1, 2, 3, 4])
        #expect(timeline.faces.allSatisfy { $0.samples.count == 90 })
    }

    @Test func `one sure detection is a face, one doubtful one is not`() {
        let sure = Actor(person: 1, box: { $0 == 30 ? box : nil }, score: { _ in 0.4 })
        let doubtful = Actor(person: 2, box: { $0 == 30 ? box.moved(x: 200, y: 0) : nil }, score: { _ in 0.3 })
        let timeline = tracked(observations([sure, doubtful], frames: 60))
        #expect(timeline.faces.count == 1)
        #expect(timeline.faces[0].samples.map(\.frame) == Array(18...42))
    }

    @Test func `doubtful detections that agree are a face`() {
        let faint = Actor(person: 1, box: { $0 < 30 ? box : nil }, score: { _ in 0.25 })
        #expect(tracked(observations([faint], frames: 60)).faces.count == 1)
    }

    @Test func `two boxes on one face are one face`() {
        let one = Actor(person: 1) { _ in box }
        let again = Actor(person: 1, box: { _ in box.moved(x: 6, y: -4) }, score: { _ in 0.7 })
        let nose = Actor(
            person: 1, box: { _ in PixelBox(x: 315, y: 140, width: 20, height: 25) }, score: { _ in 0.2 }
        )
        #expect(tracked(observations([one, again, nose], frames: 30)).faces.count == 1)
    }

    @Test func `jitter is smoothed and the face stays inside`() {
        var random = SeededRandom(seed: 3)
        let jitter = (0..<90).map { _ in Double.random(in: -3...3, using: &random) }
        let face = Actor(person: 1) { box.moved(x: jitter[$0], y: jitter[89 - $0]) }
        let samples = tracked(observations([face], frames: 90, interval: 1)).faces[0].samples
        let moves = zip(samples, samples.dropFirst()).map { abs($1.box.centre.x - $0.box.centre.x) }
        let raw = zip(jitter, jitter.dropFirst()).map { abs($1 - $0) }
        #expect(moves.reduce(0, +) < 0.5 * raw.reduce(0, +))
        for sample in samples {
            let seen = box.moved(x: jitter[sample.frame], y: jitter[89 - sample.frame])
            #expect(sample.box.intersection(seen).area >= 0.85 * seen.area)
        }
    }

    @Test func `ids follow first appearance, then x, then y`() {
        let boxes = [(400.0, 50.0, 0), (100, 200, 0), (100, 40, 0), (250, 120, 45)]
        let actors = boxes.enumerated().map { number, place in
            Actor(person: number) { frame in
                frame >= place.2 ? PixelBox(x: place.0, y: place.1, width: 50, height: 60) : nil
            }
        }
        let timeline = tracked(observations(actors, frames: 90))
        #expect(timeline.faces.map(\.id) == [1, 2, 3, 4])
        #expect(timeline.faces.map { Int($0.samples[0].box.centre.x + 0.5) } == [125, 125, 425, 275])
        #expect(timeline.faces[0].samples[0].box.y < timeline.faces[1].samples[0].box.y)
    }

    @Test func `every sure face of a photo is covered`() {
        let seen = [0.95, 0.31, 0.29].enumerated().map {
            Detection(box: box.moved(x: Double($0.offset) * -90, y: 0), score: $0.element, grid: colours($0.offset))
        }
        let photo = FaceTracker.timeline(
            observations: [FrameObservation(frame: 0, time: 0, change: 0, looked: true, detections: seen)],
            kind: .photo, size: pictureSize
        )
        #expect(photo.faces.map(\.samples.count) == [1, 1])
        #expect(photo.faces.map { $0.samples[0].score } == [0.31, 0.95])
        #expect(photo.faces.map(\.palette) == [colours(1), colours(0)])
    }

    @Test func `a clip without looks or frames is a timeline without faces`() {
        #expect(tracked([]).faces.isEmpty)
        #expect(tracked(observations([], frames: 5)).frameTimes.count == 5)
    }
}
