import TestSupport
import Testing
import TimelineCore
import Wire

@testable import Redaction

@Suite struct StrengthTests {
    private func measure(_ stage: Stage, _ fixture: Fixture, frame: Int = 0) throws -> CoverStrength {
        let picture = try stage.scene(frame: frame, fixture: fixture).picture(.yuv420p8, matrix: .bt709)
        let meter = StrengthMeter(style: stage.style)
        let strength = try picture.bytes.withUnsafeBytes {
            try meter.measure(stage.covers(frame: frame)[0], in: $0, layout: picture.layout)
        }
        return try #require(strength)
    }

    @Test(arguments: [0, 50, 75, 100])
    func `a mosaic's cells are counted from its pixels`(intensity: Int) throws {
        let stage = Stage(kind: .mosaic, intensity: intensity)
        let strength = try measure(stage, .honest)
        let due = CoverStrengthRules.mosaicCells(intensity: intensity, cover: stage.covers(frame: 0)[0])
        #expect(strength.cellsAcrossHead == due)
        #expect(strength.distinctColours <= due * due)
        #expect(strength.unexplained < 1)
        #expect(strength.meetsFloor(of: .mosaic))
    }

    @Test(arguments: CoverStyle.Kind.allCases)
    func `every style meets its own floor`(kind: CoverStyle.Kind) throws {
        let stage = Stage(kind: kind)
        for frame in 0..<4 { #expect(try measure(stage, .honest, frame: frame).meetsFloor(of: kind)) }
    }

    @Test(arguments: [Fixture.missing, .fineMosaic, .finerMosaic, .blur, .eyeBar], CoverStyle.Kind.allCases)
    func `pixels of the picture do not meet any floor`(fixture: Fixture, kind: CoverStyle.Kind) throws {
        // A shape or an emoji has edges of its own, so that only the inspector can tell these two from it.
        let isBeyondTheMeter = (kind == .shape || kind == .emoji) && fixture != .missing
        guard !isBeyondTheMeter else { return }
        #expect(try !measure(Stage(kind: kind), fixture).meetsFloor(of: kind))
    }

    @Test func `a surface through few nodes is told from one through more`() {
        forEachSeed(0..<20) { seed, random in
            let body = PixelBox(x: 0, y: 0, width: 90, height: 120)
            let area = PixelRect(left: 0, top: 0, right: 90, bottom: 120)
            let palette = Fixtures.palette(&random)
            for side in 1...3 {
                let colours = CellColours(of: palette, subject: .face(1), side: side)
                let raster = CoverRaster(
                    rect: area, rows: .gradient(GradientRows(colours: colours, body: body, rect: area)))
                let values = (0..<area.area).map { i in
                    ((Double(i % 90) + 0.5) / 90, (Double(i / 90) + 0.5) / 120, Double(raster.rgb[i * 3]))
                }
                #expect(SurfaceFit.deviation(values, side: side) < 1, "seed \(seed) side \(side)")
                if side == 3 { #expect(SurfaceFit.deviation(values, side: 1) > 3, "seed \(seed)") }
            }
        }
    }

    @Test func `an uncovered face has no number of cells`() throws {
        #expect(try measure(Stage(kind: .mosaic), .missing).cellsAcrossHead == nil)
        #expect(try measure(Stage(kind: .bar), .honest).cellsAcrossHead == 1)
    }

    @Test(arguments: CoverStyle.Kind.allCases)
    func `honest covers keep their colours over time`(kind: CoverStyle.Kind) throws {
        let stage = Stage(kind: kind)
        var track = TrackStrength()
        for frame in 0..<6 { track.add(try measure(stage, .honest, frame: frame)) }
        #expect(track.frames == 6)
        #expect(track.isConstant, "drift \(track.drift)")
    }

    @Test func `a mosaic made anew in every frame is not constant`() throws {
        let stage = Stage(kind: .mosaic)
        var track = TrackStrength()
        for frame in 0..<6 {
            var scene = Scene(size: stage.size, heads: Stage.heads(frame: frame), shift: Double(frame) * 1.7)
            let cover = stage.covers(frame: frame)[0]
            // The grid jitters by a pixel or two, as a tracker's box does.
            let body = cover.body.moved(x: Double(frame % 3) * 2, y: Double(frame % 2) * 2)
            scene.lay(scene.pictureMosaic(cover.area, over: body, count: 8))
            let picture = try scene.picture(.rgb24)
            let strength = try picture.bytes.withUnsafeBytes {
                try StrengthMeter(style: stage.style).measure(cover, in: $0, layout: picture.layout)
            }
            track.add(try #require(strength))
        }
        #expect(!track.isConstant, "drift \(track.drift)")
    }

    @Test func `a cover that is not wholly in the picture has no colours to follow`() throws {
        let stage = Stage(kind: .mosaic)
        var cover = stage.covers(frame: 0)[0]
        cover.area.left += 16
        let picture = try stage.scene(frame: 0, fixture: .honest).picture(.rgb24)
        let meter = StrengthMeter(style: stage.style)
        let strength = try picture.bytes.withUnsafeBytes { try meter.measure(cover, in: $0, layout: picture.layout) }
        #expect(try #require(strength).cellColours.isEmpty)
        cover.area = PixelRect(left: 0, top: 0, right: 6, bottom: 6)
        let nothing = try picture.bytes.withUnsafeBytes { try meter.measure(cover, in: $0, layout: picture.layout) }
        #expect(nothing == nil)
    }
}
