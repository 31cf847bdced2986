import TestSupport
import Testing
import TimelineCore

@Suite struct TimelineMergeTests {
    private let known = PixelBox(x: 100, y: 100, width: 60, height: 80)
    private let found = PixelBox(x: 400, y: 150, width: 50, height: 70)

    private func timeline(visible: Bool = false) -> Timeline {
        Timeline(
            kind: .video, size: pictureSize, frameTimes: evenTimes(100),
            faces: [FaceTrack(id: 4, visible: visible, samples: still(known, frames: 0..<100))], cuts: [45]
        )
    }

    private func evidence(_ frame: Int, _ box: PixelBox) -> FaceEvidence {
        FaceEvidence(frame: frame, detection: Detection(box: box, score: 0.8))
    }

    @Test func `a face only the verify pass saw is covered half a second around`() {
        let merged = timeline().adding(evidence: [evidence(60, found)])
        #expect(merged.faces.map(\.id) == [4, 5])
        #expect(merged.faces[1].origin == .verifier && !merged.faces[1].visible)
        #expect(merged.faces[1].samples.map(\.frame) == Array(48...72))
        let covers = Resolver(timeline: merged).covers(frame: 60)
        #expect(covers.contains { $0.area.contains(pictureSize.blocks(around: found, blockSize: 1)) })
    }

    @Test func `evidence is not carried over a cut`() {
        let merged = timeline().adding(evidence: [evidence(47, found)])
        #expect(merged.faces[1].samples.first?.frame == 45)
        #expect(timeline().adding(evidence: [evidence(44, found)]).faces[1].samples.last?.frame == 44)
    }

    @Test func `evidence over a covered face makes its box larger`() {
        let larger = PixelBox(x: 90, y: 90, width: 100, height: 110)
        let merged = timeline().adding(evidence: [evidence(60, larger)])
        #expect(merged.faces.count == 1)
        #expect(merged.faces[0].samples[60].box == larger.union(known))
        #expect(merged.faces[0].samples[20].box == known)
    }

    @Test func `a visible face takes no evidence in`() {
        let merged = timeline(visible: true).adding(evidence: [evidence(60, known)])
        #expect(merged.faces.count == 2)
        #expect(merged.faces[0] == timeline(visible: true).faces[0])
        #expect(Resolver(timeline: merged).exposed(frame: 60).isEmpty)
    }

    @Test func `one face in several frames is one face`() {
        let path = stride(from: 50, through: 80, by: 5).map { evidence($0, found.moved(x: Double($0), y: 0)) }
        let merged = timeline().adding(evidence: path)
        #expect(merged.faces.count == 2)
        #expect(merged.faces[1].samples.map(\.frame) == Array(45...92))
        let between = merged.faces[1].samples.first { $0.frame == 63 }?.box
        #expect(abs((between?.x ?? 0) - 463) < 0.001)
    }

    @Test func `the order of evidence makes no difference`() {
        forEachSeed(0..<100) { seed, random in
            let base = randomTimeline(&random)
            let pieces = (0..<12).map { _ in
                evidence(
                    .random(in: 0..<40, using: &random),
                    PixelBox(
                        x: .random(in: 0...600, using: &random), y: .random(in: 0...300, using: &random), width: 40,
                        height: 50
                    )
                )
            }
            let merged = base.adding(evidence: pieces)
            #expect(merged == base.adding(evidence: pieces.shuffled(using: &random)), "seed \(seed)")
            let resolver = Resolver(timeline: merged)
            for piece in pieces {
                let covers = RectUnion(resolver.covers(frame: piece.frame).map(\.area))
                let seen = pictureSize.blocks(around: piece.detection.box, blockSize: 1)
                #expect(covers.contains(seen), "seed \(seed)")
            }
        }
    }

    @Test func `no evidence changes nothing, and evidence outside the clip neither`() {
        #expect(timeline().adding(evidence: []) == timeline())
        #expect(timeline().adding(evidence: [evidence(100, found), evidence(-1, found)]) == timeline())
    }
}
