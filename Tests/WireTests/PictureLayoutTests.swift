import TestSupport
import Testing
import TimelineCore
import Wire

@Suite struct PictureLayoutTests {
    @Test func `a packed layout is sound in exactly its bytes, and aligned`() {
        forEachSeed(0..<300) { seed, random in
            for format in PixelFormat.allCases {
                let size = PixelSize(width: random.int(1...700), height: random.int(1...700))
                let layout = PictureLayout.packed(format: format, size: size)
                #expect(layout.isSound(capacity: layout.byteCount), "seed \(seed), \(format)")
                #expect(!layout.isSound(capacity: layout.byteCount - 1), "seed \(seed), \(format)")
                for plane in 0..<format.planeCount {
                    #expect(layout.offsets[plane] % PictureLayout.alignment == 0, "seed \(seed), \(format)")
                    #expect(layout.strides[plane] % PictureLayout.alignment == 0, "seed \(seed), \(format)")
                }
            }
        }
    }

    @Test func `the planes of a packed layout do not overlap`() {
        forEachSeed(0..<300) { seed, random in
            for format in PixelFormat.allCases {
                let size = PixelSize(width: random.int(1...90), height: random.int(1...90))
                let layout = PictureLayout.packed(format: format, size: size)
                var end = 0
                for plane in 0..<format.planeCount {
                    #expect(layout.offsets[plane] >= end, "seed \(seed), \(format)")
                    end = layout.offsets[plane] + layout.strides[plane] * layout.planeHeight(plane)
                }
                #expect(end == layout.byteCount, "seed \(seed), \(format)")
            }
        }
    }

    /// The law in wide arithmetic: whatever is called sound has every byte of every row inside.
    @Test func `no hostile layout is sound unless all of it lies inside`() {
        let numbers = [
            0, 1, -1, 63, 64, 4096, 1 << 20, (1 << 20) + 1, 1 << 28, 1 << 32, 1 << 62, .max, .min, .max - 63,
        ]
        var sound = 0
        forEachSeed(0..<30_000) { seed, random in
            func number() -> Int { random.pick(numbers, or: 0) }
            func small() -> Int { random.flip() ? random.int(0...300) : number() }
            let layout = PictureLayout(
                format: random.pick(PixelFormat.allCases, or: .gray8), size: PixelSize(width: small(), height: small()),
                offsets: [small(), small(), small()], strides: [small(), small(), small()], matrix: .bt601,
                fullRange: false
            )
            let capacity = random.flip() ? random.int(0...100_000) : number()
            guard layout.isSound(capacity: capacity) else { return }
            sound += 1
            for plane in 0..<layout.format.planeCount {
                let (rows, overflow) = layout.strides[plane].multipliedReportingOverflow(by: layout.planeHeight(plane))
                let (end, overflowToo) = layout.offsets[plane].addingReportingOverflow(rows)
                #expect(!overflow && !overflowToo && end <= capacity, "seed \(seed)")
                #expect(layout.offsets[plane] >= 0 && layout.rowBytes(plane) <= layout.strides[plane], "seed \(seed)")
                #expect(layout.planeWidth(plane) > 0 && layout.planeHeight(plane) > 0, "seed \(seed)")
            }
        }
        #expect(sound > 100, "too few sound layouts to tell anything")
    }

    @Test(arguments: [0, 1, 2, 4])
    func `a layout without three offsets and strides is not sound`(count: Int) {
        let layout = PictureLayout(
            format: .gray8, size: PixelSize(width: 8, height: 8), offsets: Array(repeating: 0, count: count),
            strides: [64, 0, 0], matrix: .bt601, fullRange: false
        )
        #expect(!layout.isSound(capacity: 4096))
    }

    @Test func `chroma planes of odd pictures round up`() {
        let layout = PictureLayout.packed(format: .yuv420p10, size: PixelSize(width: 641, height: 481))
        #expect(layout.planeWidth(1) == 321 && layout.planeHeight(1) == 241 && layout.rowBytes(1) == 642)
        let wide = PictureLayout.packed(format: .yuv422p8, size: PixelSize(width: 641, height: 481))
        #expect(wide.planeWidth(2) == 321 && wide.planeHeight(2) == 481)
    }

    @Test func `a slot's box lands where the look was taken`() {
        let geometry = LookGeometry(originX: 100, originY: 50, scaleX: 2, scaleY: 4)
        let box = geometry.pictureBox(PixelBox(x: 10, y: 20, width: 30, height: 40))
        #expect(box == PixelBox(x: 120, y: 130, width: 60, height: 160))
    }
}
