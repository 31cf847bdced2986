import ContactSheet
import TestSupport
import Testing
import TimelineCore

@Suite struct SheetPlanTests {
    @Test func `faces stand by id with the times and frames of the timeline`() {
        let plan = SheetPlan(Sample.timeline([Sample.track(7, frames: 20..<60), Sample.track(2, frames: 0..<31)]))
        #expect(plan.faces.map(\.id) == [2, 7])
        #expect(plan.faces.map(\.frames) == [31, 40])
        #expect(plan.faces.map(\.firstTime) == [0, 2] && plan.faces.map(\.lastTime) == [3, 5.9])
        #expect(plan.leftOut == 0 && !plan.isPhoto)
    }

    @Test func `pictures are listed by frame for all faces, and each has its part`() {
        let plan = SheetPlan(Sample.timeline([Sample.track(1, frames: 0..<50), Sample.track(2, frames: 0..<50)]))
        #expect(plan.placesByFrame.keys.sorted() == [0, 10, 20, 30, 40])
        #expect(plan.placesByFrame.values.allSatisfy { $0 == [0, 1] })
        for (frame, places) in plan.placesByFrame {
            for place in places { #expect(plan.part(ofFace: place, at: frame) != nil) }
        }
        #expect(plan.part(ofFace: 0, at: 1) == nil)
        #expect(plan.part(ofFace: 2, at: 0) == nil && plan.part(ofFace: -1, at: 0) == nil)
    }

    @Test func `where there is no room for all, those seen longest are shown, and the rest is counted`() {
        let tracks = (1...9).map { Sample.track($0, frames: 0..<($0 % 3 + 1) * 10) }
        let plan = SheetPlan(Sample.timeline(tracks), limit: 4)
        // Thirty frames: 2, 5, 8; of those with twenty the lowest id.
        #expect(plan.faces.map(\.id) == [1, 2, 5, 8])
        #expect(plan.leftOut == 5)
        #expect(SheetCaption.title(plan) == "4 of 9 faces: those seen longest")
    }

    @Test func `a face without samples is not there`() {
        #expect(SheetPlan(Sample.timeline([FaceTrack(id: 1, samples: [])])).faces.isEmpty)
    }

    @Test func `the same timeline gives the same plan`() {
        forEachSeed(0..<50) { seed, random in
            let tracks = (1...5).map { id in
                let first = Int.random(in: 0...50, using: &random)
                return Sample.track(id, frames: first..<first + Int.random(in: 1...40, using: &random))
            }
            #expect(SheetPlan(Sample.timeline(tracks)) == SheetPlan(Sample.timeline(tracks)), "seed \(seed)")
        }
    }
}
