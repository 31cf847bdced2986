import Testing
import Wire

@Suite struct StageIDTests {
    @Test func `a name leads back to its stage`() {
        for kind in StageKind.allCases {
            let stage = StageID(lane: 2, kind: kind, index: 1, incarnation: 37)
            #expect(StageID(name: stage.name) == stage)
        }
    }

    @Test(arguments: [
        "", "0.decoder.0", "0.decoder.0.1.2", "0.painter.0.1", "+0.decoder.0.1", "00.decoder.0.1", "-1.decoder.0.1",
        "0.decoder.0.01", "0.decoder..1", "0.decoder.0.x", "0.decoder.0.99999999999999999999", " 0.decoder.0.1",
    ])
    func `any other name is refused`(name: String) {
        #expect(StageID(name: name) == nil)
    }
}
