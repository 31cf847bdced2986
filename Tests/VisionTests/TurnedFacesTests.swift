import Testing
import TimelineCore

import Vision

/// An engine that sees a face where white lies right above black, and nothing else.
private final class WhiteOverBlack: HeatMapEngine {
    let engine = Engine.opencv
    let version = "0"
    private(set) var looks = 0
    private let score: Float

    init(score: Float = 0.9) { self.score = score }

    func infer(picture: UnsafeRawBufferPointer, width: Int, height: Int) throws(VisionError) -> HeatMaps {
        looks += 1
        var maps = HeatMaps(pictureWidth: width, pictureHeight: height)
        for row in stride(from: 8, to: height - 8, by: 16) {
            for column in stride(from: 8, to: width, by: 16) {
                let at = { (x: Int, y: Int) in picture[(y * width + x) * 3] }
                guard at(column, row) > 240, at(column, row + 16 < height ? row + 16 : row) < 10 else { continue }
                let cell = row / 4 * maps.columns + column / 4
                maps.heat[cell] = score
                // e^2.77 * 4 = 64: sixteen cells of four pixels.
                maps.size[cell] = 2.0
                maps.size[maps.cellCount + cell] = 1.5
            }
        }
        return maps
    }
}

@Suite struct TurnedFacesTests {
    /// A white tile with a black one beside it, in the direction given, on gray.
    private func picture(black dx: Int, _ dy: Int) -> TestPicture {
        let tile = { (value: UInt8) in TestPicture(width: 16, height: 16, colour: (value, value, value)) }
        return TestPicture(width: 192, height: 128, colour: (90, 90, 90))
            .pasting(tile(255), x: 64, y: 48).pasting(tile(0), x: 64 + 16 * dx, y: 48 + 16 * dy)
    }

    private func look(_ picture: TestPicture, _ network: WhiteOverBlack) throws -> [Detection] {
        let detector = FaceDetector(network: network, model: .standard)
        return try picture.bytes.withUnsafeBytes {
            try detector.detectInTurns(
                picture: $0, width: picture.width, height: picture.height, strideBytes: picture.width * 3,
                minimumScore: 0.1, wantsGrid: true)
        }
    }

    @Test(arguments: [(0, 1), (1, 0), (0, -1), (-1, 0)])
    func `a face is found whichever way it lies, where it is`(black: (dx: Int, dy: Int)) throws {
        let faces = try look(picture(black: black.dx, black.dy), WhiteOverBlack())
        let face = try #require(faces.first)
        #expect(faces.count == 1)
        #expect(face.box.x <= 72 && face.box.maxX >= 72 && face.box.y <= 56 && face.box.maxY >= 56, "\(face.box)")
        #expect(face.grid != nil)
        guard black != (0, 1) else { return }
        // The top of the head, away from the black tile, is in the box as well.
        let (x, y) = (72 - Double(black.dx) * 20, 56 - Double(black.dy) * 20)
        #expect(face.box.x <= x && face.box.maxX >= x && face.box.y <= y && face.box.maxY >= y, "\(face.box)")
    }

    @Test func `turns are tried only where nothing was found`() throws {
        let (upright, lying) = (WhiteOverBlack(), WhiteOverBlack())
        _ = try look(picture(black: 0, 1), upright)
        _ = try look(picture(black: 1, 0), lying)
        #expect(upright.looks == 1)
        #expect(lying.looks == 4)
    }

    @Test func `a weak sight in a turned picture is no face`() throws {
        #expect(try look(picture(black: 1, 0), WhiteOverBlack(score: 0.45)).isEmpty)
    }
}
