import TestSupport
import Testing
import TimelineCore

@testable import Redaction

@Suite struct LookTests {
    private let size = PixelSize(width: 320, height: 400)

    private func cover(_ palette: ColourGrid?, id: Int = 1, width: Double = 231.5) -> Cover {
        Fixtures.cover(
            id: id, body: PixelBox(x: 30.25, y: 41.75, width: width, height: width * 1.3), size: size, block: 16,
            palette: palette
        )
    }

    private func distinct(_ raster: CoverRaster) -> Int {
        Set(stride(from: 0, to: raster.rgb.count, by: 3).map { Array(raster.rgb[$0..<($0 + 3)]) }).count
    }

    /// Changes of colour along a line of pixels.
    private func cells(_ raster: CoverRaster, row: Int, from: Int, to: Int) -> Int {
        1 + ((from + 1)..<to).count { raster[$0, row] != raster[$0 - 1, row] }
    }

    @Test(arguments: [(0, 8), (25, 8), (50, 8), (75, 5), (90, 4), (100, 3), (-5, 8), (900, 3)])
    func `intensity sets the cells across the head, never more than eight`(intensity: Int, cells: Int) {
        #expect(CoverStrengthRules.mosaicCells(intensity: intensity, cover: cover(nil)) == cells)
    }

    @Test func `no intensity makes a mosaic finer than a lower one`() {
        let counts = (0...100).map { CoverStrengthRules.mosaicCells(intensity: $0, cover: cover(nil)) }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(Set(counts) == [3, 4, 5, 6, 7, 8])
    }

    @Test func `a face under 48 pixels gets the coarsest setting`() {
        var small = cover(nil)
        small.target.width = 47.9
        for intensity in 0...100 {
            #expect(CoverStrengthRules.mosaicCells(intensity: intensity, cover: small) == 3)
            #expect(CoverStrengthRules.gaussianCells(intensity: intensity, cover: small) == 1)
        }
    }

    @Test func `a face never has more than six and a half cells across, whatever its head box`() {
        forEachSeed(0..<200) { seed, random in
            var cover = Fixtures.cover(size: PixelSize(width: 900, height: 900), random: &random)
            let share = 0.2 + Double(random.next() % 80) / 100
            cover.target = PixelBox(
                x: cover.body.x, y: cover.body.y, width: cover.body.width * share, height: cover.body.height * share
            )
            let count = Double(CoverStrengthRules.mosaicCells(intensity: 0, cover: cover))
            #expect(count * share <= 6.5 || cover.target.width < 48, "seed \(seed)")
        }
    }

    @Test(arguments: [0, 50, 75, 100])
    func `a mosaic has exactly its cells, locked to the head box`(intensity: Int) {
        var random = SeededRandom(seed: 7)
        let cover = cover(Fixtures.palette(&random))
        let raster = CoverPainter(style: CoverStyle(intensity: intensity)).raster(for: cover)
        let count = CoverStrengthRules.mosaicCells(intensity: intensity, cover: cover)
        #expect(distinct(raster) <= count * count)
        for y in cover.area.top..<cover.area.bottom {
            for x in cover.area.left..<cover.area.right {
                let column = Int(
                    min(max((Double(x) + 0.5 - cover.body.x) / cover.body.width, 0), 0.999) * Double(count))
                let row = Int(min(max((Double(y) + 0.5 - cover.body.y) / cover.body.height, 0), 0.999) * Double(count))
                let middle = (
                    cover.body.x + (Double(column) + 0.5) / Double(count) * cover.body.width,
                    cover.body.y + (Double(row) + 0.5) / Double(count) * cover.body.height
                )
                #expect(raster[x, y] == raster[Int(middle.0), Int(middle.1)])
            }
        }
    }

    @Test func `mosaic colours are the palette's means, each channel one of eight levels`() throws {
        var random = SeededRandom(seed: 8)
        let palette = Fixtures.palette(&random)
        let full = CellColours(of: palette, subject: .face(1), side: 9)
        #expect(full.rgb == palette.cells)
        for side in 1...9 {
            let colours = CellColours(of: palette, subject: .face(1), side: side)
            #expect(colours.rgb.allSatisfy { $0 % 32 == 16 })
            for row in 0..<side {
                for column in 0..<side {
                    // A fine raster of 9 * side points each way hits every part of every palette cell evenly.
                    var sum = 0
                    for y in row * 9..<(row + 1) * 9 {
                        for x in column * 9..<(column + 1) * 9 { sum += Int(palette[x / side, y / side].green) }
                    }
                    let mean = UInt8((Double(sum) / 81).rounded())
                    #expect(colours.colour(column, row).green == ColourGrid.quantised(mean))
                }
            }
        }
    }

    @Test func `a mosaic moves with its head and keeps its colours`() throws {
        var random = SeededRandom(seed: 9)
        let palette = Fixtures.palette(&random)
        let painter = CoverPainter(style: CoverStyle())
        let here = cover(palette)
        var there = here
        there.body = here.body.moved(x: 16, y: 32)
        there.area = PixelRect(
            left: here.area.left + 16, top: here.area.top + 32, right: here.area.right + 16,
            bottom: here.area.bottom + 32
        )
        #expect(painter.raster(for: here).rgb == painter.raster(for: there).rgb)
    }

    @Test(arguments: [(0, 9), (59, 9), (60, 4), (90, 1), (100, 1)])
    func `a gaussian knows nothing but at most nine quantised colours`(intensity: Int, colours: Int) throws {
        var random = SeededRandom(seed: 10)
        let palette = Fixtures.palette(&random)
        let cover = cover(palette)
        let side = CoverStrengthRules.gaussianCells(intensity: intensity, cover: cover)
        #expect(side * side == colours)
        // Two faces of the same coarse colours are the same cover.
        let coarse = CellColours(of: palette, subject: .face(1), side: side)
        let twin = ColourGrid(
            cells: (0..<81).flatMap { cell in
                let colour = coarse.colour(cell % 9 * side / 9, cell / 9 * side / 9)
                return [colour.red, colour.green, colour.blue]
            }
        )
        let painter = CoverPainter(style: CoverStyle(kind: .gaussian, intensity: intensity))
        var other = cover
        other.palette = twin
        let raster = painter.raster(for: cover)
        if side != 2 { #expect(painter.raster(for: other) == raster) }
        #expect(colours > 1 || distinct(raster) == 1)
    }

    @Test func `a gaussian is smooth and stays between its colours`() throws {
        var random = SeededRandom(seed: 11)
        let cover = cover(Fixtures.palette(&random))
        let raster = CoverPainter(style: CoverStyle(kind: .gaussian)).raster(for: cover)
        let nodes = CellColours(of: cover.palette, subject: cover.subject, side: 3).rgb
        let range = Int(nodes.min() ?? 0) - 1...Int(nodes.max() ?? 0)
        for y in cover.area.top..<cover.area.bottom {
            for x in cover.area.left..<cover.area.right {
                #expect(range.contains(Int(raster[x, y].red)))
                // The steepest slope of the curve is one node step per cell: 224 levels over 77 pixels, and rounding.
                if x > cover.area.left { #expect(abs(Int(raster[x, y].red) - Int(raster[x - 1, y].red)) <= 5) }
            }
        }
    }

    @Test func `bar, shape and emoji do not know the palette`() {
        forEachSeed(0..<20) { seed, random in
            var first = Fixtures.cover(size: size, random: &random)
            var second = first
            first.palette = Fixtures.palette(&random)
            second.palette = Fixtures.palette(&random)
            for style in Fixtures.styles where style.kind != .mosaic && style.kind != .gaussian {
                let painter = CoverPainter(style: style)
                #expect(painter.raster(for: first) == painter.raster(for: second), "seed \(seed) \(style.kind)")
            }
        }
    }

    @Test func `without a palette the colours come from the subject's number alone`() {
        let painter = CoverPainter(style: CoverStyle())
        #expect(painter.raster(for: cover(nil, id: 3)) == painter.raster(for: cover(nil, id: 3)))
        #expect(painter.raster(for: cover(nil, id: 3)) != painter.raster(for: cover(nil, id: 4)))
        var region = cover(nil, id: 3)
        region.subject = .region(3)
        #expect(painter.raster(for: region) != painter.raster(for: cover(nil, id: 3)))
    }

    @Test func `a part of a cover is cut from the whole`() {
        forEachSeed(0..<100) { seed, random in
            let cover = Fixtures.cover(size: PixelSize(width: 80, height: 90), block: 1, random: &random)
            let clip = Fixtures.cover(size: PixelSize(width: 80, height: 90), block: 1, random: &random).area
            let painter = CoverPainter(style: Fixtures.random(Fixtures.styles, &random))
            let whole = painter.raster(for: cover)
            let part = painter.raster(for: cover, within: clip)
            for y in part.rect.top..<part.rect.bottom {
                for x in part.rect.left..<part.rect.right { #expect(part[x, y] == whole[x, y], "seed \(seed)") }
            }
            #expect(part.rect.area == cover.area.intersection(clip).area)
        }
    }

    @Test func `any box a cover can carry gives a full raster`() {
        let odd: [PixelBox] = [
            PixelBox(x: .nan, y: 0, width: 5, height: 5), PixelBox(x: 0, y: 0, width: 0, height: 0),
            PixelBox(x: -1e300, y: 1e300, width: 1e300, height: .infinity), PixelBox(x: 5, y: 5, width: -3, height: 9),
            PixelBox(x: -4000, y: -4000, width: 3, height: 3), PixelBox(x: 0, y: 0, width: 900_000, height: 900_000),
        ]
        for style in Fixtures.styles {
            for box in odd {
                var cover = cover(nil)
                (cover.body, cover.target) = (box, box)
                #expect(CoverPainter(style: style).raster(for: cover).rgb.count == cover.area.area * 3)
            }
        }
    }
}
