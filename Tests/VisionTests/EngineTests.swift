import Foundation
import TestSupport
import Testing
import TimelineCore

import Vision

@Suite(.enabled(if: Places.hasModel, "needs the detector model in .deps"), .serialized)
struct EngineTests {
    private static let portrait = TestPicture(bytes: SelfTestPicture.rgb, width: 96, height: 96)

    /// The portrait at some places of a grey canvas.
    private func canvas(_ width: Int, _ height: Int, _ places: [(Int, Int)]) -> TestPicture {
        places.reduce(TestPicture(width: width, height: height, colour: (110, 120, 115))) {
            $0.pasting(Self.portrait, x: $1.0, y: $1.1)
        }
    }

    @Test(arguments: Places.engines)
    func `the self test passes`(engine: Engine) throws {
        try Places.detector(engine).selfTest()
    }

    @Test(.enabled(if: Places.hasOpenVINO, "needs the OpenVINO libraries in .deps"))
    func `both engines give the same boxes, whatever sizes came before`() throws {
        let openvino = try Places.detector(.openvino)
        let opencv = try Places.detector(.opencv)
        let pictures = [
            Self.portrait, canvas(320, 192, [(10, 40), (200, 90)]), canvas(150, 131, [(30, 20)]),
            canvas(640, 384, [(0, 0), (300, 200), (544, 288)]), Self.portrait, canvas(97, 97, [(0, 0)]),
            canvas(320, 192, [(10, 40), (200, 90)]), canvas(352, 96, [(200, 0)]), canvas(96, 288, [(0, 150)]),
        ]
        for picture in pictures {
            let first = try openvino.detect(picture, minimumScore: 0.1)
            let second = try opencv.detect(picture, minimumScore: 0.1)
            #expect(!first.isEmpty)
            #expect(first.count == second.count)
            for face in first {
                let twin = try #require(second.max { $0.box.overlap(with: face.box) < $1.box.overlap(with: face.box) })
                #expect(twin.box.overlap(with: face.box) > 0.95)
                #expect(abs(twin.score - face.score) < 0.02)
            }
        }
    }

    @Test(arguments: Places.engines)
    func `every pasted face is found where it was pasted`(engine: Engine) throws {
        let detector = try Places.detector(engine)
        let places = [(0, 0), (300, 200), (544, 288)]
        let faces = try detector.detect(canvas(640, 384, places), minimumScore: 0.5)
        for place in places {
            let truth = FaceDetector.selfTestFace.moved(x: Double(place.0), y: Double(place.1))
            #expect(faces.contains { $0.box.overlap(with: truth) > 0.7 })
        }
        #expect(faces.count == places.count)
    }

    @Test(arguments: Places.engines)
    func `eyes lie above the nose and the nose above the mouth, left before right`(engine: Engine) throws {
        let face = try #require(try Places.detector(engine).detect(Self.portrait, minimumScore: 0.5).first)
        let points = face.landmarks
        try #require(points.count == 5)
        #expect(points[0].x < points[2].x && points[2].x < points[1].x && points[3].x < points[4].x)
        #expect(max(points[0].y, points[1].y) < points[2].y && points[2].y < min(points[3].y, points[4].y))
        // The pupils in the picture, by eye.
        #expect(abs(points[0].x - 49.5) < 2 && abs(points[0].y - 37) < 2)
        #expect(abs(points[1].x - 68) < 2 && abs(points[1].y - 37) < 2)
    }

    @Test(arguments: Places.engines)
    func `the same picture gives the same answer, bit for bit, also from another detector`(engine: Engine) throws {
        let picture = canvas(320, 192, [(10, 40), (200, 90)])
        let first = try Places.detector(engine)
        let expected = try first.detect(picture, wantsGrid: true)
        _ = try first.detect(Self.portrait)
        #expect(try first.detect(picture, wantsGrid: true) == expected)
        #expect(try Places.detector(engine).detect(picture, wantsGrid: true) == expected)
        #expect(expected.allSatisfy { $0.grid != nil })
    }

    @Test(arguments: Places.engines)
    func `rows with gaps between them give the same answer`(engine: Engine) throws {
        let detector = try Places.detector(engine)
        let picture = canvas(160, 128, [(40, 20)])
        let stride = 160 * 3 + 37
        var spaced: [UInt8] = []
        for row in 0..<128 {
            spaced += picture.bytes[(row * 480)..<(row * 480 + 480)] + [UInt8](repeating: 255, count: 37)
        }
        let answer = try spaced.withUnsafeBytes {
            try detector.detect(
                picture: $0, width: 160, height: 128, strideBytes: stride, minimumScore: 0.1, wantsGrid: true)
        }
        #expect(try answer == detector.detect(picture, wantsGrid: true))
    }

    @Test(arguments: Places.engines, [1, 2, 31, 33])
    func `pictures smaller than the network's step are looked at`(engine: Engine, side: Int) throws {
        let picture = TestPicture(width: side, height: 40, colour: (20, 200, 90))
        #expect(try Places.detector(engine).detect(picture, minimumScore: 0.5).isEmpty)
    }

    @Test(arguments: Places.engines)
    func `text, half a model and another ONNX start are refused`(engine: Engine) throws {
        let model = try ModelFile(path: Places.model).bytes
        let broken = [Array("this is no model".utf8), Array(model[..<(model.count / 2)]), Array(model[..<100])]
        try Places.withFolder { folder in
            for (index, bytes) in broken.enumerated() {
                let path = "\(folder)/\(index).onnx"
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                let error = #expect(throws: VisionError.self) { try Places.detector(engine, model: path) }
                guard case .modelRefused(engine, _, _)? = error else {
                    Issue.record("model \(index): \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test(arguments: Places.engines)
    func `a model with other weights never passes the self test`(engine: Engine) throws {
        let model = try ModelFile(path: Places.model).bytes
        try forEachSeed(0..<3) { seed, random in
            try Places.withFolder { folder in
                var damaged = model
                // The exponent and sign bytes of weights through the file; its frame (a few bytes per layer) mostly
                // survives, and where it does not the model is refused.
                for index in stride(from: 40_000 + Int(seed), to: damaged.count - 40_000, by: 4) {
                    damaged[index] = UInt8.random(in: 0x3C...0x3E, using: &random)
                }
                let path = folder + "/other.onnx"
                try Data(damaged).write(to: URL(fileURLWithPath: path))
                #expect(throws: VisionError.self) { try Places.detector(engine, model: path).selfTest() }
            }
        }
    }

    @Test func `OpenVINO without its libraries says so`() {
        let error = #expect(throws: VisionError.self) {
            try FaceDetector(
                engine: .openvino, modelPath: Places.model, openVINOLibraries: "/nonexistent", threads: 1)
        }
        guard case .engineUnavailable(.openvino, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: VisionError.runtimeNotFound(what: "the OpenVINO libraries")) {
            try FaceDetector(engine: .openvino, modelPath: Places.model, openVINOLibraries: nil, threads: 1)
        }
    }
}
