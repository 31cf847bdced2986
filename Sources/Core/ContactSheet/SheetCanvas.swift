import TimelineCore
import Wire

/// A contact sheet being drawn: of each face the sharpest picture so far, and nothing kept of the others.
///
/// Its memory is that of the sheet, however long the medium is.
package struct SheetCanvas: Sendable {
    /// What drawing a line of text takes: the text, and the height of the line in pixels.
    package typealias TextDrawing<Failure: Error> = (String, Int) throws(Failure) -> CoverageMask

    package let plan: SheetPlan
    package let layout: SheetLayout
    private var picture: RGBPicture
    /// By place; nil before the first picture.
    private var sharpest: [Double?]

    private static let paper: (UInt8, UInt8, UInt8) = (255, 255, 255)
    private static let ink: (UInt8, UInt8, UInt8) = (0, 0, 0)
    private static let emptyPlace: (UInt8, UInt8, UInt8) = (224, 224, 224)

    /// Makes the empty sheet of a plan.
    package init(_ plan: SheetPlan) {
        self.plan = plan
        layout = SheetLayout(faces: plan.faces.count)
        picture = RGBPicture(size: layout.size, filledWith: Self.paper)
        sharpest = Array(repeating: nil, count: plan.faces.count)
        for place in plan.faces.indices {
            let area = layout.picture(place)
            let size = PixelSize(width: area.width, height: area.height)
            picture.draw(RGBPicture(size: size, filledWith: Self.emptyPlace), left: area.left, top: area.top)
        }
    }

    /// Draws a picture of a face unless there is one that is as sharp.
    ///
    /// Pictures come in the order of frames, so the earliest of the sharpest stays.
    /// - Parameter face: of ``FacePicture/size``.
    package mutating func take(_ face: RGBPicture, of place: Int) {
        precondition(face.size == FacePicture.size && sharpest.indices.contains(place), "no picture of this sheet")
        let sharpness = Sharpness.measure(face)
        if let present = sharpest[place], present >= sharpness { return }
        sharpest[place] = sharpness
        let area = layout.picture(place)
        picture.draw(face.shrunk(by: layout.shrink), left: area.left, top: area.top)
    }

    /// Writes heading, ids and captions, and gives the sheet.
    ///
    /// - Parameter afterEach: called after every face, as text takes its time.
    package consuming func finished<Failure: Error>(
        drawing: TextDrawing<Failure>, afterEach: () -> Void
    ) throws(Failure) -> RGBPicture {
        try write(SheetCaption.title(plan), in: layout.title, drawing)
        try write(SheetCaption.note(plan), in: layout.note, drawing)
        for (place, face) in plan.faces.enumerated() {
            try write("\(face.id)", in: layout.id(place), drawing)
            for (index, line) in SheetCaption.lines(face, isPhoto: plan.isPhoto).enumerated() {
                try write(line, in: layout.caption(index, of: place), drawing)
            }
            if sharpest[place] == nil { try writeNoPicture(place, drawing) }
            afterEach()
        }
        return picture
    }

    private mutating func writeNoPicture<Failure: Error>(
        _ place: Int, _ drawing: TextDrawing<Failure>
    ) throws(Failure) {
        var line = layout.picture(place)
        line.top += (line.height - layout.captionHeight) / 2
        line.bottom = line.top + layout.captionHeight
        try write(SheetCaption.noPicture, in: line, drawing)
    }

    private mutating func write<Failure: Error>(
        _ text: String, in line: PixelRect, _ drawing: TextDrawing<Failure>
    ) throws(Failure) {
        let mask = try drawing(text, line.height)
        // A line too long for its place ends there, rather than in the next cell.
        guard let cut = mask.cut(to: PixelSize(width: line.width, height: line.height)) else { return }
        picture.draw(cut, colour: Self.ink, left: line.left, top: line.top)
    }
}

extension CoverageMask {
    /// The top left part that fits a size; nil where nothing is left.
    func cut(to limit: PixelSize) -> CoverageMask? {
        let width = min(size.width, limit.width)
        let height = min(size.height, limit.height)
        guard width > 0, height > 0 else { return nil }
        let rows = (0..<height).flatMap { coverage[$0 * size.width..<$0 * size.width + width] }
        return CoverageMask(size: PixelSize(width: width, height: height), coverage: rows)
    }
}
