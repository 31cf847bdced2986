import TestSupport
import Testing
import TimelineCore
import Wire

@testable import Redaction

@Suite struct InspectorTests {
    @Test(arguments: PixelFormat.allCases)
    func `what the painter wrote is sound in every format`(format: PixelFormat) throws {
        for style in Fixtures.styles {
            try forEachSeed(0..<8) { seed, random in
                let size = PixelSize(width: 90 + Int(random.next() % 60), height: 90 + Int(random.next() % 60))
                let matrix = Fixtures.random([ColourMatrix.bt601, .bt709, .bt2020], &random)
                var picture = TestPicture(
                    format: format, size: size, matrix: matrix, fullRange: seed % 2 == 0, random: &random
                )
                let covers = (0..<3).map { Fixtures.cover(id: $0, size: size, random: &random) }
                let painter = CoverPainter(style: style)
                try picture.paint(covers, painter)
                for verdict in try CoverInspector(painter: painter).inspect(covers, in: picture) {
                    #expect(verdict.isSound, "seed \(seed) \(style.kind) \(matrix) \(verdict)")
                }
            }
        }
    }

    @Test(arguments: CoverStyle.Kind.allCases, Fixture.allCases)
    func `an uncoded picture is judged right`(kind: CoverStyle.Kind, fixture: Fixture) throws {
        let stage = Stage(kind: kind)
        let picture = try stage.scene(frame: 2, fixture: fixture).picture(.yuv420p8, matrix: .bt709)
        let verdicts = try CoverInspector(painter: stage.painter).inspect(stage.covers(frame: 2), in: picture)
        #expect(verdicts[0].isSound == (fixture == .honest), "\(verdicts[0])")
        // The other head's cover is right in any case, wherever the first one's is wrong.
        #expect(verdicts[1].isSound, "\(verdicts[1])")
    }

    @Test(arguments: CoverStyle.Kind.allCases)
    func `a cover that is not there is called absent`(kind: CoverStyle.Kind) throws {
        let stage = Stage(kind: kind)
        let picture = try stage.scene(frame: 0, fixture: .missing).picture(.rgb24)
        let verdicts = try CoverInspector(painter: stage.painter).inspect(stage.covers(frame: 0), in: picture)
        #expect(verdicts[0].finding == .absent)
    }

    @Test func `a palette of another face is not this cover`() throws {
        let stage = Stage(kind: .mosaic)
        var covers = stage.covers(frame: 0)
        let picture = try stage.scene(frame: 0, fixture: .honest).picture(.rgb24)
        var random = SeededRandom(seed: 2)
        covers[0].palette = Fixtures.palette(&random)
        let verdicts = try CoverInspector(painter: stage.painter).inspect(covers, in: picture)
        #expect(!verdicts[0].isSound && verdicts[1].isSound)
    }

    @Test(arguments: [0.5, 1, 1.5, 2])
    func `moderate noise of a codec is forgiven, in every style`(deviation: Double) throws {
        for kind in CoverStyle.Kind.allCases {
            let stage = Stage(kind: kind)
            var random = SeededRandom(seed: 6)
            var picture = try stage.scene(frame: 0, fixture: .honest).picture(.rgb24)
            for index in picture.bytes.indices {
                // The sum of four equal shares is close to a normal deviate of variance 1/3.
                let sum = (0..<4).reduce(0.0) { total, _ in total + Double(random.next() % 1000) / 1000 - 0.5 }
                let value = Double(picture.bytes[index]) + sum * 1.732 * deviation
                picture.bytes[index] = UInt8(clamping: Int(value.rounded()))
            }
            for verdict in try CoverInspector(painter: stage.painter).inspect(stage.covers(frame: 0), in: picture) {
                #expect(verdict.isSound, "\(kind) \(verdict)")
            }
        }
    }

    @Test func `a photo in bands is judged as the whole photo`() throws {
        let stage = Stage(kind: .mosaic)
        let covers = stage.covers(frame: 0)
        for fixture in [Fixture.honest, .hole, .shortTop, .shiftedRight] {
            let picture = try stage.scene(frame: 0, fixture: fixture).picture(.rgb24)
            var areSound = true
            var pixels = 0
            for top in stride(from: 0, to: stage.size.height, by: 48) {
                let rows = min(48, stage.size.height - top)
                var band = picture
                band.layout.size.height = rows
                let start = top * picture.layout.strides[0]
                band.bytes = Array(picture.bytes[start..<(start + rows * picture.layout.strides[0])])
                let verdicts = try band.bytes.withUnsafeBytes {
                    try CoverInspector(painter: stage.painter).inspect(
                        covers, in: $0, layout: band.layout, look: LookGeometry(originY: Double(top))
                    )
                }
                areSound = areSound && verdicts[0].isSound
                pixels += verdicts[0].measures.pixels
            }
            #expect(areSound == (fixture == .honest), "\(fixture)")
            #expect(pixels == covers[0].area.area)
        }
    }

    @Test func `a picture of another scale or a layout that does not fit is refused`() throws {
        let stage = Stage(kind: .bar)
        var picture = try stage.scene(frame: 0, fixture: .honest).picture(.rgb24)
        let inspector = CoverInspector(painter: stage.painter)
        #expect(throws: RedactionError.geometry) {
            try picture.bytes.withUnsafeBytes {
                try inspector.inspect([], in: $0, layout: picture.layout, look: LookGeometry(scaleX: 2, scaleY: 2))
            }
        }
        picture.layout.size.height += 1
        #expect(throws: RedactionError.layout(capacity: picture.bytes.count)) {
            try inspector.inspect([], in: picture)
        }
    }

    @Test func `two pixels of bare rim are found on any side, by any contrast worth hiding`() throws {
        for side in 0..<4 {
            for contrast in [18, 40, 120] {
                let size = PixelSize(width: 160, height: 160)
                let grey = UInt8(100 + contrast)
                var scene = Scene(size: size, rgb: [UInt8](repeating: grey, count: size.area * 3))
                let colour = RGBColour(red: 100, green: 100, blue: 100)
                let painter = CoverPainter(style: CoverStyle(kind: .bar, colour: colour))
                let body = PixelBox(x: 48, y: 48, width: 64, height: 64)
                let cover = Fixtures.cover(body: body, size: size, block: 16, palette: nil)
                var painted = cover.area
                if side == 0 { painted.left += 2 }
                if side == 1 { painted.top += 2 }
                if side == 2 { painted.right -= 2 }
                if side == 3 { painted.bottom -= 2 }
                scene.lay(painter.raster(for: cover, within: painted))
                let verdict = try CoverInspector(painter: painter).inspect([cover], in: scene.picture(.yuv420p8))[0]
                #expect(!verdict.isSound, "side \(side) contrast \(contrast) \(verdict)")
            }
        }
    }
}
