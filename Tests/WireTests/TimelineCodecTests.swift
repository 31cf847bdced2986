import TestSupport
import Testing
import TimelineCore
import Wire

@Suite struct TimelineCodecTests {
    @Test func `encode then decode is identity`() {
        forEachSeed(0..<2000) { seed, random in
            let timeline = random.timeline()
            do throws(WireError) {
                #expect(try TimelineCodec.decoded(TimelineCodec.encoded(timeline)) == timeline, "seed \(seed)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test func `the same timeline is the same bytes`() {
        forEachSeed(0..<100) { seed, _ in
            let bytes = (0..<2).map { _ in
                var random = SeededRandom(seed: seed)
                return TimelineCodec.encoded(random.timeline())
            }
            #expect(bytes[0] == bytes[1], "seed \(seed)")
        }
    }

    @Test func `decode never traps, whatever the damage`() {
        var refused = 0
        forEachSeed(0..<5000) { seed, random in
            let bytes = random.damaged(TimelineCodec.encoded(random.timeline()))
            do throws(WireError) {
                let timeline = try TimelineCodec.decoded(bytes)
                let again = TimelineCodec.encoded(timeline)
                #expect(try TimelineCodec.decoded(again) == timeline, "seed \(seed)")
            } catch {
                refused += 1
            }
        }
        #expect(refused > 1000)
    }

    @Test func `every cut of a timeline is refused`() {
        forEachSeed(0..<20) { seed, random in
            let bytes = TimelineCodec.encoded(random.timeline())
            for count in 0..<bytes.count {
                #expect(throws: WireError.self, "seed \(seed), \(count) bytes") {
                    try TimelineCodec.decoded(Array(bytes[..<count]))
                }
            }
        }
    }

    @Test func `a long timeline is kept exactly`() throws {
        var random = SeededRandom(seed: 5)
        let samples = (0..<20_000).map {
            FaceSample(frame: $0, time: Double($0) / 25, box: random.box(), score: 0.5, origin: .tracked)
        }
        let timeline = Timeline(
            kind: .video, size: PixelSize(width: 3840, height: 2160), frameTimes: samples.map(\.time),
            faces: [FaceTrack(id: 1, samples: samples)]
        )
        #expect(try TimelineCodec.decoded(TimelineCodec.encoded(timeline)) == timeline)
    }
}
