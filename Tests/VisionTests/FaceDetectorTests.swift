import Testing
import TimelineCore

import Vision

/// An engine that a test makes up.
private final class MadeUpEngine: HeatMapEngine {
    let engine = Engine.opencv
    let version = "0"
    private let answer: (HeatMaps) throws(VisionError) -> HeatMaps

    init(_ answer: @escaping (HeatMaps) throws(VisionError) -> HeatMaps) { self.answer = answer }

    func infer(picture: UnsafeRawBufferPointer, width: Int, height: Int) throws(VisionError) -> HeatMaps {
        try answer(HeatMaps(pictureWidth: width, pictureHeight: height))
    }
}

@Suite struct FaceDetectorTests {
    private let picture = TestPicture(width: 64, height: 64, colour: (90, 90, 90))

    private func detector(_ answer: @escaping (HeatMaps) throws(VisionError) -> HeatMaps) -> FaceDetector {
        FaceDetector(network: MadeUpEngine(answer), model: .standard)
    }

    @Test(arguments: [Float.nan, -0.5, 1.5, .infinity])
    func `a score that is none is an error, never an empty answer`(score: Float) {
        let detector = detector { maps throws(VisionError) in
            var maps = maps
            maps.heat[3] = score
            return maps
        }
        #expect(throws: VisionError.implausibleOutput(engine: .opencv)) { try detector.detect(picture) }
    }

    @Test func `an engine's failure comes through`() {
        let failure = VisionError.inference(engine: .opencv, code: -7, reason: "made up")
        let detector = detector { _ throws(VisionError) in throw failure }
        #expect(throws: failure) { try detector.detect(picture) }
        #expect(throws: failure) { try detector.selfTest() }
    }

    @Test func `an engine that never sees a face fails the self test`() {
        let detector = detector { maps throws(VisionError) in maps }
        #expect(throws: VisionError.selfTestFailed(found: 0, bestOverlap: 0, bestScore: 0)) {
            try detector.selfTest()
        }
    }

    @Test func `an engine that sees the known face whatever it looks at fails the self test`() {
        let known = FaceDetector.selfTestFace
        let detector = detector { maps throws(VisionError) in
            var maps = maps
            let cell = Int(known.centre.y / 4) * maps.columns + Int(known.centre.x / 4)
            maps.heat[cell] = 0.9
            maps.size[cell] = 2.525
            maps.size[maps.cellCount + cell] = 2.29
            return maps
        }
        #expect(throws: VisionError.self) { try detector.selfTest() }
    }

    @Test func `an engine that sees faces everywhere fails the self test`() {
        let detector = detector { maps throws(VisionError) in
            var maps = maps
            for cell in maps.heat.indices { maps.heat[cell] = 0.9 }
            return maps
        }
        #expect(throws: VisionError.self) { try detector.selfTest() }
    }

    @Test func `a picture that does not fit its bytes is an error`() {
        let detector = detector { maps throws(VisionError) in maps }
        #expect(throws: VisionError.picture(width: 64, height: 65, strideBytes: 192, byteCount: 12288)) {
            try detector.detect(TestPicture(bytes: picture.bytes, width: 64, height: 65))
        }
    }
}
