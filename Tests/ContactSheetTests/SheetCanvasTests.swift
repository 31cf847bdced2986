import ContactSheet
import TestSupport
import Testing
import TimelineCore
import Wire

@Suite struct SheetCanvasTests {
    /// Text as a full block: as wide as it has letters.
    private func block(_ text: String, height: Int) throws(Never) -> CoverageMask {
        let size = PixelSize(width: text.count * height / 2, height: height)
        return CoverageMask(size: size, coverage: Array(repeating: 255, count: size.area)) ?? mark
    }

    private var mark: CoverageMask {
        guard let mask = CoverageMask(size: PixelSize(width: 1, height: 1), coverage: [255]) else {
            preconditionFailure("one pixel is a mask")
        }
        return mask
    }

    private func finish(_ canvas: consuming SheetCanvas) -> RGBPicture { canvas.finished(drawing: block) {} }

    private func pixel(_ picture: RGBPicture, _ x: Int, _ y: Int) -> [UInt8] {
        Array(picture.rgb[(y * picture.size.width + x) * 3..<(y * picture.size.width + x) * 3 + 3])
    }

    private func centre(_ area: PixelRect) -> (Int, Int) {
        ((area.left + area.right) / 2, (area.top + area.bottom) / 2)
    }

    @Test func `of each face the sharpest picture stays, whatever came before or after`() {
        forEachSeed(0..<6) { seed, random in
            let plan = SheetPlan(Sample.timeline([Sample.track(1, frames: 0..<50), Sample.track(2, frames: 0..<50)]))
            var canvas = SheetCanvas(plan)
            let contrasts = [10, 60, 30].shuffled(using: &random)
            let pictures = contrasts.map { Sample.noise(FacePicture.size, contrast: $0, &random) }
            for picture in pictures { canvas.take(picture, of: 1) }
            let layout = canvas.layout
            let sheet = finish(canvas)
            let area = layout.picture(1)
            guard let sharpest = contrasts.firstIndex(of: 60) else { return }
            for (x, y) in [(0, 0), (100, 3), (191, 191)] {
                let drawn = pixel(sheet, area.left + x, area.top + y)
                #expect(drawn == pixel(pictures[sharpest], x, y), "seed \(seed)")
            }
        }
    }

    @Test func `the earlier of two equally sharp pictures stays`() {
        let plan = SheetPlan(Sample.timeline([Sample.track(1, frames: 0..<50)]))
        var canvas = SheetCanvas(plan)
        canvas.take(RGBPicture(size: FacePicture.size, filledWith: (200, 0, 0)), of: 0)
        canvas.take(RGBPicture(size: FacePicture.size, filledWith: (0, 200, 0)), of: 0)
        let (x, y) = centre(canvas.layout.picture(0))
        #expect(pixel(finish(canvas), x, y) == [200, 0, 0])
    }

    @Test func `a face without a picture keeps its place, and says so`() {
        let canvas = SheetCanvas(SheetPlan(Sample.timeline([Sample.track(3, frames: 0..<5)])))
        let area = canvas.layout.picture(0)
        let sheet = finish(canvas)
        #expect(pixel(sheet, area.left, area.top) == [224, 224, 224])
        #expect(pixel(sheet, area.left, (area.top + area.bottom) / 2) == [0, 0, 0])
    }

    @Test func `every face has its id and captions, and a line too long is cut at its cell`() {
        let plan = SheetPlan(Sample.timeline((1...3).map { Sample.track($0 * 1_000_000_000, frames: 0..<5) }))
        let canvas = SheetCanvas(plan)
        let layout = canvas.layout
        let sheet = finish(canvas)
        for place in 0..<3 {
            for area in [layout.id(place), layout.caption(0, of: place), layout.caption(1, of: place)] {
                #expect(pixel(sheet, area.left, area.top) == [0, 0, 0])
                let beside = area.right + 2
                #expect(beside >= sheet.size.width || pixel(sheet, beside, area.top) == [255, 255, 255])
            }
        }
    }

    @Test func `without faces there is a sheet that says so`() {
        let plan = SheetPlan(Sample.timeline([]))
        let sheet = finish(SheetCanvas(plan))
        #expect(SheetCaption.title(plan) == "No faces found")
        #expect(sheet.size == SheetLayout(faces: 0).size && sheet.rgb.contains(0))
    }

    @Test func `a failure to draw text is the failure of the sheet`() {
        struct NoFont: Error, Equatable {}
        let canvas = SheetCanvas(SheetPlan(Sample.timeline([])))
        #expect(throws: NoFont()) {
            _ = try canvas.finished(drawing: { (_, _) throws(NoFont) in throw NoFont() }, afterEach: {})
        }
    }
}

@Suite struct RGBPictureTests {
    @Test func `shrinking averages, rounding to nearest`() throws {
        let picture = try #require(
            RGBPicture(size: PixelSize(width: 2, height: 2), rgb: [0, 10, 255, 1, 10, 255, 2, 10, 255, 3, 11, 255])
        )
        #expect(picture.shrunk(by: 2).rgb == [2, 10, 255])
        #expect(picture.shrunk(by: 1) == picture && picture.shrunk(by: 3) == picture)
    }

    @Test func `drawing outside is cut off`() {
        let patch = RGBPicture(size: PixelSize(width: 4, height: 4), filledWith: (1, 2, 3))
        for (left, top, hit) in [(-2, -2, 4), (6, 6, 4), (-9, 0, 0), (0, 20, 0), (2, 2, 16)] {
            var picture = RGBPicture(size: PixelSize(width: 8, height: 8), filledWith: (0, 0, 0))
            picture.draw(patch, left: left, top: top)
            #expect(picture.rgb.count { $0 == 2 } == hit)
            let mask = CoverageMask(size: patch.size, coverage: Array(repeating: 255, count: 16))
            if let mask { picture.draw(mask, colour: (9, 9, 9), left: left, top: top) }
            #expect(picture.rgb.count { $0 == 9 } == hit * 3)
        }
    }

    @Test func `a picture or mask with bytes too few or too many is none`() {
        let size = PixelSize(width: 2, height: 2)
        #expect(RGBPicture(size: size, rgb: Array(repeating: 0, count: 11)) == nil)
        #expect(CoverageMask(size: size, coverage: [1, 2, 3, 4, 5]) == nil)
        #expect(RGBPicture(size: PixelSize(width: 0, height: 2), rgb: []) == nil)
    }
}

@Suite struct SheetCaptionTests {
    @Test(arguments: [
        (0.0, "00:00.0"), (59.96, "01:00.0"), (3.14, "00:03.1"), (6000.04, "100:00.0"), (-1, "00:00.0"),
        (Double.nan, "00:00.0"), (.infinity, "00:00.0"),
    ])
    func `times are mm:ss.s`(seconds: Double, text: String) { #expect(SheetCaption.position(seconds) == text) }

    @Test func `a video's face has its times and frames, a photo's neither`() {
        let face = SheetPlan(Sample.timeline([Sample.track(1, frames: 12..<13)])).faces[0]
        #expect(SheetCaption.lines(face, isPhoto: false) == ["00:01.2\u{2013}00:01.2", "1 frame"])
        #expect(SheetCaption.lines(face, isPhoto: true).isEmpty)
        #expect(SheetPlan(Sample.timeline([], kind: .photo)).isPhoto)
    }
}
