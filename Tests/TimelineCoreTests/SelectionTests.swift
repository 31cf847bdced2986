import Testing
import TimelineCore

@Suite struct SelectionTests {
    private let timeline = Timeline(
        kind: .photo, size: pictureSize, frameTimes: [0],
        faces: [FaceTrack(id: 1, samples: []), FaceTrack(id: 2, samples: [])]
    )

    @Test func `showing adds to what is shown`() throws {
        let shown = try timeline.showing(ids: [1]).showing(ids: [2])
        #expect(shown.faces.allSatisfy { $0.visible })
        #expect(try timeline.showing(ids: []) == timeline)
    }

    @Test func `showing all and hiding all are whole`() {
        #expect(timeline.showingAll().faces.allSatisfy { $0.visible })
        #expect(timeline.showingAll().hidingAll() == timeline)
    }

    @Test func `the first unknown id is named`() {
        #expect(throws: SelectionError.unknown(0)) { try timeline.showing(ids: [2, 0, 9]) }
    }
}
