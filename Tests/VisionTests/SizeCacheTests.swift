import Testing
import TimelineCore

import Vision

@Suite struct SizeCacheTests {
    private func size(_ side: Int) -> PixelSize { PixelSize(width: side, height: side) }

    @Test func `a size is prepared once while it is in use`() throws {
        var cache = SizeCache<Int>(limit: 2)
        var made = 0
        for side in [32, 64, 32, 64, 32] {
            let value = try cache.value(for: size(side)) { () throws(VisionError) in
                made += 1
                return side
            }
            #expect(value == side)
        }
        #expect(made == 2)
    }

    @Test func `the size not used for longest makes room, and no more than the limit are held`() throws {
        var cache = SizeCache<Int>(limit: 3)
        for side in [32, 64, 96, 32, 128] {
            _ = try cache.value(for: size(side)) { () throws(VisionError) in side }
            #expect(cache.sizes.count <= 3)
        }
        #expect(cache.sizes == [size(96), size(32), size(128)])
    }

    @Test func `a size that cannot be prepared is tried again`() throws {
        var cache = SizeCache<Int>(limit: 2)
        #expect(throws: VisionError.implausibleOutput(engine: .opencv)) {
            try cache.value(for: size(32)) { () throws(VisionError) in
                throw .implausibleOutput(engine: .opencv)
            }
        }
        #expect(try cache.value(for: size(32)) { () throws(VisionError) in 7 } == 7)
    }
}
