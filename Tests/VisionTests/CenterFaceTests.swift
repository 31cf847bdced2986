import Testing
import TimelineCore

import Vision

@Suite struct CenterFaceTests {
    /// Maps of a 128 x 64 picture with one face of 20 x 24 pixels, its centre at (50, 30).
    private func maps(score: Float = 0.8) -> HeatMaps {
        var maps = HeatMaps(pictureWidth: 128, pictureHeight: 64)
        let plane = maps.cellCount
        let cell = 7 * maps.columns + 12
        maps.heat[cell] = score
        maps.size[cell] = logOf(24.0 / 4)
        maps.size[plane + cell] = logOf(20.0 / 4)
        maps.offset[cell] = 30.0 / 4 - 7.5
        maps.offset[plane + cell] = 50.0 / 4 - 12.5
        for (point, place) in [(0.3, 0.4), (0.7, 0.4), (0.5, 0.6), (0.35, 0.8), (0.65, 0.8)].enumerated() {
            maps.landmarks[2 * point * plane + cell] = Float(place.1)
            maps.landmarks[(2 * point + 1) * plane + cell] = Float(place.0)
        }
        return maps
    }

    private func logOf(_ value: Double) -> Float {
        // Newton's steps, so that the test does not share the product's exp.
        var guess = 1.0
        for _ in 0..<60 { guess -= 1 - value / exponential(guess) }
        return Float(guess)
    }

    private func exponential(_ x: Double) -> Double {
        var (term, sum) = (1.0, 1.0)
        for index in 1..<60 {
            term *= x / Double(index)
            sum += term
        }
        return sum
    }

    private func faces(_ maps: HeatMaps, width: Int = 128, height: Int = 64, minimum: Double = 0.1) -> [Detection] {
        CenterFace(picture: PixelSize(width: width, height: height), minimumScore: minimum).faces(in: maps)
    }

    @Test func `a cell's size, offset and landmarks give the face's box and points`() throws {
        let face = try #require(faces(maps()).first)
        #expect(faces(maps()).count == 1)
        #expect(abs(face.box.x - 40) < 1e-3 && abs(face.box.y - 18) < 1e-3)
        #expect(abs(face.box.width - 20) < 1e-3 && abs(face.box.height - 24) < 1e-3)
        #expect(abs(face.score - 0.8) < 1e-6)
        #expect(face.landmarks.count == 5)
        #expect(abs(face.landmarks[0].x - 46) < 1e-3 && abs(face.landmarks[0].y - 27.6) < 1e-3)
        #expect(abs(face.landmarks[4].x - 53) < 1e-3 && abs(face.landmarks[4].y - 37.2) < 1e-3)
    }

    @Test func `a score equal to the minimum counts`() {
        #expect(faces(maps(score: 0.5), minimum: 0.5).count == 1)
        #expect(faces(maps(score: 0.4999), minimum: 0.5).isEmpty)
    }

    @Test func `a face in the padding is no face of the picture`() {
        #expect(faces(maps(), width: 30, height: 64).isEmpty)
        #expect(faces(maps(), width: 55, height: 64).count == 1)
    }

    @Test(arguments: [Float.nan, .infinity, 1000])
    func `a face whose size makes no sense is still a face`(logarithm: Float) throws {
        var maps = maps()
        let cell = 7 * maps.columns + 12
        maps.size[cell] = logarithm
        maps.size[maps.cellCount + cell] = logarithm
        let face = try #require(faces(maps).first)
        #expect(face.box.isSound && !face.box.isEmpty)
        #expect(face.box.intersection(PixelBox(x: 40, y: 18, width: 20, height: 24)).area > 479)
    }

    @Test func `landmarks that are no numbers leave the face without landmarks`() throws {
        var maps = maps()
        maps.landmarks[7 * maps.columns + 12] = .nan
        #expect(try #require(faces(maps).first).landmarks.isEmpty)
    }
}
