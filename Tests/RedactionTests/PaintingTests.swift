import TestSupport
import Testing
import TimelineCore
import Wire

@testable import Redaction

@Suite struct PaintingTests {
    /// Exact conversion in floating point, written from the standards' formulas and sharing nothing with the product.
    private func code(_ rgb: [Double], component: Int, _ layout: PictureLayout) -> Double {
        let kr: Double = [ColourMatrix.bt601: 0.299, .bt709: 0.2126, .bt2020: 0.2627][layout.matrix] ?? 0
        let kb: Double = [ColourMatrix.bt601: 0.114, .bt709: 0.0722, .bt2020: 0.0593][layout.matrix] ?? 0
        let e: [Double] = rgb.map { $0 / 255 }
        let kg: Double = 1 - kr - kb
        let y: Double = kr * e[0] + kg * e[1] + kb * e[2]
        let depth = layout.format.bitDepth
        let top = Double((1 << depth) - 1)
        let step = Double(1 << (depth - 8))
        let blueness: Double = (e[2] - y) / (2 - 2 * kb)
        let redness: Double = (e[0] - y) / (2 - 2 * kr)
        let chroma: Double = component == 1 ? blueness : redness
        let value =
            switch (component, layout.fullRange) {
            case (0, true): y * top
            case (0, false): (16 + 219 * y) * step
            case (_, true): chroma * top + 128 * step
            case (_, false): (128 + 224 * chroma) * step
            }
        return min(max(value, 0), top)
    }

    /// Paints a raster pixel by pixel, slowly, and reports the largest difference from what the product wrote.
    private func worstDifference(_ picture: TestPicture, _ raster: CoverRaster) -> Double {
        let format = picture.layout.format
        let rect = raster.rect
        var worst = 0.0
        for plane in 0..<format.planeCount {
            let (sx, sy) = plane == 0 ? (0, 0) : (format.chromaShiftX, format.chromaShiftY)
            for y in (rect.top >> sy)...((rect.bottom - 1) >> sy) {
                for x in (rect.left >> sx)...((rect.right - 1) >> sx) {
                    var sum = [0.0, 0, 0]
                    var count = 0.0
                    for py in (y << sy)..<((y + 1) << sy) where py >= rect.top && py < rect.bottom {
                        for px in (x << sx)..<((x + 1) << sx) where px >= rect.left && px < rect.right {
                            let colour = raster[px, py]
                            sum = [
                                sum[0] + Double(colour.red), sum[1] + Double(colour.green),
                                sum[2] + Double(colour.blue),
                            ]
                            count += 1
                        }
                    }
                    let mean = sum.map { $0 / count }
                    if format == .rgb24 {
                        for channel in 0..<3 {
                            let got = picture.sample(plane: 0, x: x * 3 + channel, y: y)
                            worst = max(worst, abs(Double(got) - mean[channel]))
                        }
                    } else {
                        let wanted = code(mean, component: plane, picture.layout)
                        worst = max(worst, abs(Double(picture.sample(plane: plane, x: x, y: y)) - wanted))
                    }
                }
            }
        }
        return worst
    }

    @Test func `what is painted is what an exact slow conversion of the raster gives`() throws {
        try forEachSeed(0..<400) { seed, random in
            let size = PixelSize(width: 3 + Int(random.next() % 90), height: 3 + Int(random.next() % 90))
            let format = Fixtures.random(PixelFormat.allCases, &random)
            let matrix = Fixtures.random([ColourMatrix.bt601, .bt709, .bt2020], &random)
            var picture = TestPicture(
                format: format, size: size, matrix: matrix, fullRange: seed % 2 == 0, random: &random
            )
            let cover = Fixtures.cover(size: size, block: 1 + Int(random.next() % 3), random: &random)
            guard !cover.area.isEmpty else { return }
            let painter = CoverPainter(style: Fixtures.random(Fixtures.styles, &random))
            try picture.paint([cover], painter)
            // Rounding to the nearest code costs half a step; the weights' own rounding a little.
            let limit = format == .rgb24 ? 0 : 0.51
            #expect(worstDifference(picture, painter.raster(for: cover)) <= limit, "seed \(seed) \(format)")
        }
    }

    @Test func `painting row by row and painting a raster write the same bytes`() throws {
        try forEachSeed(0..<200) { seed, random in
            let size = PixelSize(width: 5 + Int(random.next() % 80), height: 5 + Int(random.next() % 80))
            let format = Fixtures.random(PixelFormat.allCases, &random)
            var first = TestPicture(format: format, size: size, matrix: .bt709, fullRange: false, random: &random)
            var second = first
            let cover = Fixtures.cover(size: size, block: 1, random: &random)
            let painter = CoverPainter(style: Fixtures.random(Fixtures.styles, &random))
            try first.paint([cover], painter)
            let layout = second.layout
            let raster = painter.raster(for: cover)
            try second.bytes.withUnsafeMutableBytes {
                try CoverPainter.paint(raster, onto: $0, layout: layout)
            }
            #expect(first.bytes == second.bytes, "seed \(seed) \(format)")
        }
    }

    @Test func `a flat cover is the same bytes by raster and by the flat path`() throws {
        try forEachSeed(0..<100) { seed, random in
            let size = PixelSize(width: 5 + Int(random.next() % 80), height: 5 + Int(random.next() % 80))
            let format = Fixtures.random(PixelFormat.allCases, &random)
            var first = TestPicture(format: format, size: size, matrix: .bt601, fullRange: true, random: &random)
            var second = first
            let cover = Fixtures.cover(size: size, block: 1, random: &random)
            let painter = CoverPainter(style: CoverStyle(kind: .bar, colour: RGBColour(red: 9, green: 200, blue: 77)))
            try first.paint([cover], painter)
            let layout = second.layout
            let colour = try #require(painter.flatColour(of: cover))
            try second.bytes.withUnsafeMutableBytes {
                try CoverPainter.paintFlat(colour, rect: cover.area, onto: $0, layout: layout)
            }
            #expect(first.bytes == second.bytes, "seed \(seed) \(format)")
        }
    }

    @Test func `nothing outside a cover changes by one bit`() throws {
        try forEachSeed(0..<300) { seed, random in
            let size = PixelSize(width: 3 + Int(random.next() % 70), height: 3 + Int(random.next() % 70))
            let format = Fixtures.random(PixelFormat.allCases, &random)
            var picture = TestPicture(format: format, size: size, matrix: .bt601, fullRange: true, random: &random)
            let before = picture.bytes
            let cover = Fixtures.cover(size: size, block: 1, random: &random)
            try picture.paint([cover], CoverPainter(style: Fixtures.random(Fixtures.styles, &random)))
            let inside = coveredBytes(picture.layout, cover.area)
            let wrong = before.indices.filter { before[$0] != picture.bytes[$0] && !inside[$0] }
            #expect(wrong.isEmpty, "seed \(seed) \(format)")
        }
    }

    @Test(arguments: PixelFormat.allCases)
    func `no covered byte depends on the picture beneath`(format: PixelFormat) throws {
        for style in Fixtures.styles {
            try forEachSeed(0..<12) { seed, random in
                let size = PixelSize(width: 31 + Int(random.next() % 40), height: 31 + Int(random.next() % 40))
                var first = TestPicture(format: format, size: size, matrix: .bt709, fullRange: false, random: &random)
                var second = first
                second.refill(&random)
                let covers = (0..<2).map { Fixtures.cover(id: $0, size: size, block: 1, random: &random) }
                try first.paint(covers, CoverPainter(style: style))
                try second.paint(covers, CoverPainter(style: style))
                for cover in covers {
                    let inside = coveredBytes(first.layout, cover.area)
                    let traces = inside.indices.filter { inside[$0] && first.bytes[$0] != second.bytes[$0] }
                    #expect(traces.isEmpty, "seed \(seed) \(style.kind)")
                }
            }
        }
    }

    @Test func `a photo painted in bands is the photo painted at once`() throws {
        try forEachSeed(0..<60) { seed, random in
            let size = PixelSize(width: 40, height: 61)
            var whole = TestPicture(format: .rgb24, size: size, matrix: .bt601, fullRange: true, random: &random)
            let covers = (0..<3).map { Fixtures.cover(id: $0, size: size, block: 1, random: &random) }
            let painter = CoverPainter(style: Fixtures.random(Fixtures.styles, &random))
            let original = whole
            try whole.paint(covers, painter)
            for top in stride(from: 0, to: 61, by: 16) {
                let rows = min(16, 61 - top)
                var band = original
                band.layout.size.height = rows
                band.layout.offsets[0] = 0
                let start = original.layout.offsets[0] + top * original.layout.strides[0]
                band.bytes = Array(original.bytes[start..<(start + rows * original.layout.strides[0])])
                try band.paint(covers, painter, look: LookGeometry(originY: Double(top)))
                #expect(band.bytes[...] == whole.bytes[start..<(start + band.bytes.count)], "seed \(seed) at \(top)")
            }
        }
    }

    @Test func `a cover on a reduced picture hides every pixel that shows any part of it`() throws {
        try forEachSeed(0..<100) { seed, random in
            let size = PixelSize(width: 33, height: 29)
            var picture = TestPicture(format: .rgb24, size: size, matrix: .bt601, fullRange: true, random: &random)
            var other = picture
            other.refill(&random)
            let look = LookGeometry(originX: 7.5, originY: 3.25, scaleX: 2.5, scaleY: 3.125)
            let cover = Fixtures.cover(size: PixelSize(width: 90, height: 94), block: 1, random: &random)
            let painter = CoverPainter(style: Fixtures.random(Fixtures.styles, &random))
            try picture.paint([cover], painter, look: look)
            try other.paint([cover], painter, look: look)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let seen = look.pictureBox(PixelBox(x: Double(x), y: Double(y), width: 1, height: 1))
                    guard seen.intersection(cover.area.box).area > 1e-9 else { continue }
                    for channel in 0..<3 {
                        #expect(
                            picture.sample(plane: 0, x: x * 3 + channel, y: y)
                                == other.sample(plane: 0, x: x * 3 + channel, y: y), "seed \(seed)"
                        )
                    }
                }
            }
        }
    }

    @Test func `a later cover lies on top`() throws {
        var random = SeededRandom(seed: 4)
        let size = PixelSize(width: 64, height: 64)
        var picture = TestPicture(format: .rgb24, size: size, matrix: .bt601, fullRange: true, random: &random)
        let low = Fixtures.cover(
            id: 1, body: PixelBox(x: 0, y: 0, width: 40, height: 40), size: size, block: 1, palette: nil
        )
        let high = Fixtures.cover(
            id: 2, body: PixelBox(x: 20, y: 20, width: 40, height: 40), size: size, block: 1, palette: nil
        )
        let painter = CoverPainter(style: CoverStyle(kind: .mosaic))
        try picture.paint([low, high], painter)
        let raster = painter.raster(for: high)
        for y in 20..<60 {
            for x in 20..<60 { #expect(picture.sample(plane: 0, x: x * 3, y: y) == Int(raster[x, y].red)) }
        }
    }

    @Test func `a layout that does not fit its bytes is refused before anything is written`() {
        var random = SeededRandom(seed: 1)
        let size = PixelSize(width: 20, height: 20)
        var picture = TestPicture(format: .yuv420p8, size: size, matrix: .bt601, fullRange: true, random: &random)
        let before = picture.bytes
        picture.layout.strides[2] = 4096
        let cover = Fixtures.cover(size: size, random: &random)
        #expect(throws: RedactionError.layout(capacity: before.count)) {
            try picture.paint([cover], CoverPainter(style: CoverStyle()))
        }
        picture.layout = .packed(format: .gray8, size: PixelSize(width: 4, height: 4))
        #expect(throws: RedactionError.geometry) {
            try picture.paint([cover], CoverPainter(style: CoverStyle()), look: LookGeometry(scaleX: .nan))
        }
        #expect(picture.bytes == before)
    }

    /// The bytes of every sample that shows any pixel of the area.
    private func coveredBytes(_ layout: PictureLayout, _ area: PixelRect) -> [Bool] {
        var inside = [Bool](repeating: false, count: layout.byteCount)
        guard !area.isEmpty else { return inside }
        for plane in 0..<layout.format.planeCount {
            let (sx, sy) = plane == 0 ? (0, 0) : (layout.format.chromaShiftX, layout.format.chromaShiftY)
            let bytes = layout.format == .rgb24 ? 3 : layout.format.bytesPerSample
            for y in (area.top >> sy)...((area.bottom - 1) >> sy) {
                for x in (area.left >> sx)...((area.right - 1) >> sx) {
                    for byte in 0..<bytes {
                        inside[layout.offsets[plane] + y * layout.strides[plane] + x * bytes + byte] = true
                    }
                }
            }
        }
        return inside
    }
}
