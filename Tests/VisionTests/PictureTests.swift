import TestSupport
import Testing
import TimelineCore

import Vision

@Suite struct PictureTests {
    @Test(arguments: [
        (0, 10, 30, 300), (10, 0, 30, 300), (10, 10, 29, 300), (10, 10, 30, 299), (10, 10, 64, 605),
        (-1, 10, 30, 300), (20000, 1, 60000, 60000), (10, 10, 1 << 40, 300),
    ])
    func `a picture that does not fit its bytes is refused`(width: Int, height: Int, stride: Int, count: Int) {
        let bytes = [UInt8](repeating: 0, count: count)
        #expect(
            throws: VisionError.picture(width: width, height: height, strideBytes: stride, byteCount: count)
        ) {
            try bytes.withUnsafeBytes {
                _ = try RGBPicture(bytes: $0, width: width, height: height, strideBytes: stride)
            }
        }
    }

    @Test func `padding keeps every pixel, and adds only grey right and below`() throws {
        try forEachSeed(0..<40) { seed, random in
            // One buffer for pictures of changing size: nothing of an earlier picture may be left in it.
            var padded = PaddedPicture()
            for _ in 0..<4 {
                let width = Int.random(in: 1...70, using: &random)
                let height = Int.random(in: 1...70, using: &random)
                let stride = width * 3 + Int.random(in: 0...5, using: &random)
                let bytes = (0..<(stride * height)).map { _ in UInt8.random(in: 0...255, using: &random) }
                try bytes.withUnsafeBytes { raw in
                    let picture = try RGBPicture(bytes: raw, width: width, height: height, strideBytes: stride)
                    padded.withPacked(picture) { packed, packedWidth, packedHeight in
                        #expect(packedWidth % 32 == 0 && packedWidth >= width && packedWidth < width + 32)
                        #expect(packedHeight % 32 == 0 && packedHeight >= height && packedHeight < height + 32)
                        #expect(packed.count == packedWidth * packedHeight * 3)
                        var wrong = 0
                        for row in 0..<packedHeight {
                            for column in 0..<(packedWidth * 3) {
                                let inside = row < height && column < width * 3
                                let expected = inside ? raw[row * stride + column] : 127
                                if packed[row * packedWidth * 3 + column] != expected { wrong += 1 }
                            }
                        }
                        #expect(wrong == 0, "seed \(seed)")
                    }
                }
            }
        }
    }
}
