import TestSupport
import Testing
import TimelineCore

@testable import Redaction

@Suite struct FigureTests {
    private let fill = RGBColour(red: 250, green: 10, blue: 60)
    private let size = PixelSize(width: 400, height: 500)

    private func cover(width: Double, height: Double) -> Cover {
        let body = PixelBox(x: 60.3, y: 50.6, width: width, height: height)
        return Fixtures.cover(body: body, size: size, block: 16, palette: nil)
    }

    private func painter(_ shape: CoverShape, intensity: Int) -> CoverPainter {
        CoverPainter(style: CoverStyle(kind: .shape, intensity: intensity, colour: fill, shape: shape))
    }

    @Test(arguments: CoverShape.allCases)
    func `at full intensity the head box lies inside the figure`(shape: CoverShape) {
        for (width, height) in [(200.0, 200.0), (150, 290), (290, 120), (50.5, 61.2)] {
            let cover = cover(width: width, height: height)
            let raster = painter(shape, intensity: 100).raster(for: cover)
            for y in Int(cover.body.y.rounded(.up))..<Int(cover.body.maxY) {
                for x in Int(cover.body.x.rounded(.up))..<Int(cover.body.maxX) {
                    #expect(raster[x, y] == fill)
                }
            }
        }
    }

    @Test(arguments: CoverShape.allCases)
    func `at usual intensity the whole figure shows, on its ground`(shape: CoverShape) {
        let cover = cover(width: 200, height: 260)
        let raster = painter(shape, intensity: 50).raster(for: cover)
        let ground = CoverPainter.ground(for: fill)
        #expect(raster[160, 180] == fill)
        #expect(raster[cover.area.left, cover.area.top] == ground)
        #expect(raster[cover.area.right - 1, cover.area.bottom - 1] == ground)
        let share =
            Double((0..<raster.rect.area).count { raster.rgb[$0 * 3 + 2] == fill.blue }) / Double(raster.rect.area)
        #expect(share > 0.3 && share < 0.97)
    }

    @Test(arguments: CoverShape.allCases)
    func `every pixel is fill, ground or a blend of the two`(shape: CoverShape) {
        let ground = CoverPainter.ground(for: fill)
        let raster = painter(shape, intensity: 70).raster(for: cover(width: 111, height: 142))
        for i in 0..<raster.rect.area {
            let blue = (Double(raster.rgb[i * 3 + 2]) - Double(ground.blue)) / (Double(fill.blue) - Double(ground.blue))
            let green =
                (Double(raster.rgb[i * 3 + 1]) - Double(ground.green)) / (Double(fill.green) - Double(ground.green))
            #expect(blue >= -0.001 && blue <= 1.001 && abs(blue - green) < 0.02)
        }
    }

    @Test func `a circle's area is pi r squared and a rounded box holds its middle cross`() {
        let cover = cover(width: 200, height: 200)
        let circle = painter(.circle, intensity: 0).raster(for: cover)
        let ground = CoverPainter.ground(for: fill)
        var covered = 0.0
        for i in 0..<circle.rect.area {
            covered += (Double(circle.rgb[i * 3 + 2]) - Double(ground.blue)) / (Double(fill.blue) - Double(ground.blue))
        }
        #expect(abs(covered - 3.14159 * 100 * 100) < 60)
        let rounded = painter(.rounded, intensity: 0).raster(for: cover)
        for offset in 2..<198 {
            #expect(rounded[61 + offset, 150] == fill)
            #expect(rounded[160, 51 + offset] == fill)
        }
    }

    @Test func `an outline leaves every ray once and reaches the unit box`() {
        for shape in CoverShape.allCases {
            let points = FigureOutline(shape).points
            var turns = 0
            for (index, a) in points.enumerated() {
                let b = points[(index + 1) % points.count]
                // The direction must turn one way only.
                turns += a.x * b.y - a.y * b.x > -1e-12 ? 1 : 0
            }
            #expect(turns == points.count || turns == 0, "\(shape)")
            #expect(points.allSatisfy { abs($0.x) < 1.001 && abs($0.y) < 1.001 }, "\(shape)")
        }
    }

    @Test func `the ground is told from the fill, whatever its colour`() {
        for value in stride(from: 0, through: 255, by: 5) {
            let colour = RGBColour(red: UInt8(value), green: UInt8(value), blue: UInt8(255 - value))
            let ground = CoverPainter.ground(for: colour)
            let distance = abs(Int(ground.red) - Int(colour.red)) + abs(Int(ground.blue) - Int(colour.blue))
            #expect(distance >= 42)
        }
    }

    @Test func `an emoji lies in the middle of its head box, on the plate`() throws {
        let red = try #require(
            EmojiBitmap(
                size: PixelSize(width: 40, height: 40),
                rgba: [[UInt8]](repeating: [255, 0, 0, 255], count: 1600).flatMap(\.self))
        )
        let painter = CoverPainter(style: CoverStyle(kind: .emoji), emoji: red)
        let cover = cover(width: 120, height: 160)
        let raster = painter.raster(for: cover)
        let centre = cover.body.centre
        for y in cover.area.top..<cover.area.bottom {
            for x in cover.area.left..<cover.area.right {
                let dx = abs(Double(x) + 0.5 - centre.x)
                let dy = abs(Double(y) + 0.5 - centre.y)
                if dx < 56 && dy < 56 { #expect(raster[x, y] == RGBColour(red: 255, green: 0, blue: 0)) }
                if dx > 64 || dy > 64 { #expect(raster[x, y] == PlateImage.plate) }
            }
        }
    }

    @Test func `holes and soft edges of an emoji show the plate`() throws {
        var random = SeededRandom(seed: 3)
        let rgba: [UInt8] = (0..<30 * 20).flatMap { _ -> [UInt8] in
            [255, 255, 255, UInt8(truncatingIfNeeded: random.next())]
        }
        let ghost = try #require(EmojiBitmap(size: PixelSize(width: 30, height: 20), rgba: rgba))
        let raster = CoverPainter(style: CoverStyle(kind: .emoji), emoji: ghost).raster(
            for: cover(width: 90, height: 90))
        #expect(stride(from: 0, to: raster.rgb.count, by: 3).allSatisfy { raster.rgb[$0] >= PlateImage.plate.red - 1 })
        #expect(EmojiBitmap(size: PixelSize(width: 30, height: 20), rgba: [1]) == nil)
        #expect(EmojiBitmap(size: PixelSize(width: 0, height: 0), rgba: []) == nil)
    }

    @Test func `without a bitmap the emoji style still smiles`() {
        let cover = cover(width: 160, height: 200)
        let raster = CoverPainter(style: CoverStyle(kind: .emoji)).raster(for: cover)
        let colours = Set(stride(from: 0, to: raster.rgb.count, by: 3).map { Array(raster.rgb[$0..<($0 + 3)]) })
        #expect(
            colours.contains([255, 204, 51]) && colours.contains([64, 44, 16]) && colours.contains([226, 228, 232]))
    }
}
