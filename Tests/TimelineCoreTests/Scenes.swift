import TestSupport
import TimelineCore

// Timelines and observations that tests are made of.

let pictureSize = PixelSize(width: 640, height: 360)

/// Times of frames at an even rate.
func evenTimes(_ count: Int, rate: Double = 25) -> [Double] { (0..<count).map { Double($0) / rate } }

/// Samples of a face that stands still.
func still(_ box: PixelBox, frames: Range<Int>, rate: Double = 25) -> [FaceSample] {
    frames.map { FaceSample(frame: $0, time: Double($0) / rate, box: box, score: 0.9, origin: .detected) }
}

/// One colour all over, with a light spot in a cell: two spots apart are two persons.
func colours(_ person: Int) -> ColourGrid {
    var random = SeededRandom(seed: UInt64(person) &* 977 &+ 5)
    let cells = (0..<ColourGrid.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
    guard let grid = ColourGrid(cells: cells) else { preconditionFailure("the count is right") }
    return grid
}

/// A person in front of a camera, for making observations.
struct Actor {
    var person: Int
    /// Face box by frame; nil when out of sight.
    var box: (Int) -> PixelBox?
    var score: (Int) -> Double = { _ in 0.9 }
}

/// Observations of actors, looked at every so many frames.
func observations(
    _ actors: [Actor], frames: Int, interval: Int = 3, rate: Double = 25, change: (Int) -> Double = { _ in 0.02 }
) -> [FrameObservation] {
    (0..<frames).map { frame in
        let isLooked = frame % interval == 0
        let seen = actors.compactMap { actor in
            actor.box(frame).map {
                Detection(box: $0, score: actor.score(frame), grid: colours(actor.person))
            }
        }
        return FrameObservation(
            frame: frame, time: Double(frame) / rate, change: change(frame), looked: isLooked,
            detections: isLooked ? seen : []
        )
    }
}

func tracked(_ observations: [FrameObservation], size: PixelSize = pictureSize) -> Timeline {
    FaceTracker.timeline(observations: observations, kind: .video, size: size)
}

/// A timeline of random people who walk about, some of them with gaps.
func randomTimeline(_ random: inout SeededRandom, frames: Int = 40) -> Timeline {
    let faces = (0..<Int.random(in: 1...5, using: &random)).map { number in
        let first = Int.random(in: 0..<frames, using: &random)
        let last = Int.random(in: first..<frames, using: &random)
        var box = PixelBox(
            x: .random(in: -40...620, using: &random), y: .random(in: -40...340, using: &random),
            width: .random(in: 4...200, using: &random), height: .random(in: 4...200, using: &random)
        )
        var samples: [FaceSample] = []
        for frame in first...last where Int.random(in: 0..<10, using: &random) > 0 {
            box = box.moved(x: .random(in: -20...20, using: &random), y: .random(in: -20...20, using: &random))
            samples += still(box, frames: frame..<frame + 1)
        }
        return FaceTrack(id: number + 1, visible: Bool.random(using: &random), samples: samples)
    }
    return Timeline(
        kind: .video, size: pictureSize, frameTimes: evenTimes(frames), faces: faces,
        cuts: [Int.random(in: 1..<frames, using: &random)]
    )
}
