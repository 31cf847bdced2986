import TestSupport
import Testing
import TimelineCore

/// The contracts that everybody who draws, checks or shows covers relies on.
@Suite struct ResolverContractTests {
    private let left = PixelBox(x: 100, y: 100, width: 60, height: 80)
    private let right = PixelBox(x: 400, y: 120, width: 60, height: 80)

    private func timeline(leftIsVisible: Bool = false) -> Timeline {
        Timeline(
            kind: .video, size: pictureSize, frameTimes: evenTimes(30),
            faces: [
                FaceTrack(id: 1, visible: leftIsVisible, samples: still(left, frames: 0..<30)),
                FaceTrack(id: 2, samples: still(right, frames: 5..<20)),
            ]
        )
    }

    @Test func `everything is covered when nothing is marked visible`() {
        forEachSeed(0..<200) { seed, random in
            let timeline = randomTimeline(&random).hidingAll()
            let resolver = Resolver(timeline: timeline)
            for face in timeline.faces {
                for sample in face.samples {
                    let covers = RectUnion(resolver.covers(frame: sample.frame).map(\.area))
                    let seen = timeline.size.blocks(around: sample.box, blockSize: 1)
                    #expect(covers.contains(seen), "seed \(seed), face \(face.id), frame \(sample.frame)")
                }
            }
        }
    }

    @Test func `visible ids are respected`() throws {
        let shown = try timeline().showing(ids: [1])
        let resolver = Resolver(timeline: shown)
        #expect(resolver.covers(frame: 10).map(\.subject) == [.face(2)])
        #expect(resolver.exposed(frame: 10).map(\.id) == [1])
        #expect(resolver.covers(frame: 25).isEmpty)
    }

    @Test func `manual regions are always covered`() {
        var shown = timeline().showingAll()
        let marked = PixelBox(x: 90, y: 90, width: 100, height: 100)
        shown.regions = [
            ManualRegion(id: "r1", keyframes: [.init(time: 0, box: marked)], from: 0, to: 100)
        ]
        let resolver = Resolver(timeline: shown)
        for frame in 0..<30 {
            let covers = resolver.covers(frame: frame)
            #expect(covers.map(\.subject) == [.region(0)])
            #expect(covers.allSatisfy { $0.area.contains(shown.size.blocks(around: left, blockSize: 1)) })
        }
    }

    @Test func `interpolation between samples, and none across a long absence`() {
        let path: (Int) -> PixelBox? = { frame in
            guard frame < 25 || frame >= 25 + 70 else { return nil }
            return PixelBox(x: 100 + Double(frame), y: 100, width: 60, height: 80)
        }
        let timeline = tracked(observations([Actor(person: 1, box: path)], frames: 130, interval: 4))
        let covered = (0..<130).filter { frame in timeline.faces.contains { $0.samples.contains { $0.frame == frame } }
        }
        #expect((0..<25).allSatisfy(covered.contains))
        #expect((95..<130).allSatisfy(covered.contains))
        // The absence lasts 2.8 seconds; half a second is held at both ends of it.
        #expect(!(25 + 14..<95 - 14).contains(where: covered.contains))
        let between = timeline.faces[0].samples.first { $0.frame == 6 }
        #expect(between?.origin == .interpolated)
        #expect(abs((between?.box.centre.x ?? 0) - 136) < 2)
    }

    @Test func `the set drawn equals the set covered at the same time`() {
        forEachSeed(0..<100) { seed, random in
            let timeline = randomTimeline(&random)
            let resolver = Resolver(timeline: timeline)
            for frame in timeline.frameTimes.indices {
                let present = timeline.faces.filter { face in
                    face.samples.contains { sample in
                        let body = resolver.settings.headBox(of: sample.box, in: timeline.size)
                        return sample.frame == frame && !timeline.size.blocks(around: body, blockSize: 1).isEmpty
                    }
                }
                let covered = resolver.covers(frame: frame).map(\.subject)
                let exposed = resolver.exposed(frame: frame).map(\.id)
                // Nobody is both, and nobody in the picture is neither.
                for face in present {
                    #expect(
                        covered.contains(.face(face.id)) != exposed.contains(face.id), "seed \(seed), frame \(frame)"
                    )
                }
                #expect(resolver.covers(frame: frame) == Resolver(timeline: timeline).covers(frame: frame))
            }
        }
    }

    @Test func `an unknown id is an error`() {
        #expect(throws: SelectionError.unknown(7)) { try timeline().showing(ids: [1, 7]) }
    }

    @Test func `doubt covers`() throws {
        // Somebody visible walks past somebody covered who stands still.
        let walker = (0..<100).map { frame in
            FaceSample(
                frame: frame, time: Double(frame) / 25,
                box: PixelBox(x: Double(frame) * 6, y: 100, width: 60, height: 80), score: 0.9, origin: .detected
            )
        }
        let stander = still(PixelBox(x: 300, y: 105, width: 60, height: 80), frames: 0..<100)
        let crossing = Timeline(
            kind: .video, size: pictureSize, frameTimes: evenTimes(100),
            faces: [FaceTrack(id: 1, visible: true, samples: walker), FaceTrack(id: 2, samples: stander)]
        )
        let resolver = Resolver(timeline: crossing)
        let doubted = (0..<100).filter { resolver.covers(frame: $0).contains { $0.subject == .face(1) } }
        // They touch from frame 40 to 60; the doubt is held for half a second on both sides.
        let touching = 40...60
        #expect(Set(touching).isSubset(of: Set(doubted)))
        #expect(Set(touching.lowerBound - 12...touching.upperBound + 12).isSubset(of: Set(doubted)))
        #expect(resolver.exposed(frame: 10).map(\.id) == [1])
        #expect(resolver.exposed(frame: 50).isEmpty)
        #expect(resolver.exposed(frame: 90).map(\.id) == [1])
    }
}
