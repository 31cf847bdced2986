import ContactSheet
import TestSupport
import Testing
import TimelineCore

@Suite struct SharpnessTests {
    private let size = PixelSize(width: 48, height: 48)

    @Test func `the measure is the variance of the Laplacian, by hand`() {
        // One white pixel in black: the Laplacian is 4 x 255 there and -255 at four neighbours.
        let small = PixelSize(width: 9, height: 9)
        var picture = RGBPicture(size: small, filledWith: (0, 0, 0))
        for band in 0..<3 { picture.rgb[(4 * 9 + 4) * 3 + band] = 255 }
        // The middle of nine is 1..<8.
        let count = 49.0
        let squares = 16.0 * 255 * 255 + 4.0 * 255 * 255
        #expect(abs(Sharpness.measure(picture) - squares / count) < 1e-6)
    }

    @Test func `one colour, and an even slope, have no sharpness`() {
        #expect(Sharpness.measure(RGBPicture(size: size, filledWith: (9, 200, 31))) == 0)
        var slope = RGBPicture(size: size, filledWith: (0, 0, 0))
        for place in slope.rgb.indices { slope.rgb[place] = UInt8(place / 3 % 48 * 4) }
        #expect(Sharpness.measure(slope) == 0)
    }

    @Test func `a blurred picture is less sharp, however often`() {
        forEachSeed(0..<20) { seed, random in
            var picture = Sample.noise(size, contrast: 60, &random)
            var before = Sharpness.measure(picture)
            for _ in 0..<3 {
                picture = Sample.blurred(picture)
                let after = Sharpness.measure(picture)
                #expect(after < 0.6 * before, "seed \(seed)")
                before = after
            }
        }
    }

    @Test func `an edge beside the face does not count`() {
        var picture = RGBPicture(size: size, filledWith: (90, 90, 90))
        for y in 0..<48 {
            for x in 0..<6 { for band in 0..<3 { picture.rgb[(y * 48 + x) * 3 + band] = y % 2 == 0 ? 0 : 255 } }
        }
        #expect(Sharpness.measure(picture) == 0)
    }

    @Test func `pictures too small to have a middle have none`() {
        for side in 1...2 {
            let size = PixelSize(width: side, height: side)
            #expect(Sharpness.measure(RGBPicture(size: size, filledWith: (0, 0, 0))) == 0)
        }
    }
}
