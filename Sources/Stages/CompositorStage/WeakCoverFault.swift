import TimelineCore
import Wire

/// Covers made weak on purpose, after they were painted as they should be: what a careless painter would leave.
///
/// For tests only, by way of ``FaultPlan``; knows pictures of 8 bits in planes, and leaves any other as it is.
struct WeakCoverFault {
    enum Kind: Hashable {
        /// So many per cent of the cover, the rest of what lies beneath.
        case translucent(opacity: Int)
        /// A mosaic of the frame's own pixels, so many cells across the head.
        case fineMosaic(cells: Int)
        /// A mosaic as coarse as it should be, but made anew from each frame.
        case recomputed(cells: Int)
        /// The plain ground around a figure is left out.
        case groundless
    }

    let kind: Kind

    /// Spoils painted covers; `bare` is the same picture before.
    func spoil(
        _ covers: [Cover], _ painted: UnsafeMutableRawBufferPointer, bare: [UInt8], layout: PictureLayout
    ) {
        guard layout.format.planeCount == 3, layout.format.bytesPerSample == 1 else { return }
        for plane in 0..<3 {
            for cover in covers {
                let part = PlanePart(cover, plane: plane, of: layout)
                switch kind {
                case .translucent(let opacity): part.blend(painted, bare, opacity: opacity)
                case .fineMosaic(let cells): part.average(painted, bare, cells: cells, step: 1)
                case .recomputed(let cells): part.average(painted, bare, cells: cells, step: 16)
                case .groundless: part.uncoverGround(painted, bare)
                }
            }
        }
    }
}

/// The samples of one plane under one cover.
private struct PlanePart {
    private let body: PixelBox
    private let rows: Range<Int>
    private let columns: Range<Int>
    private let layout: PictureLayout
    private let plane: Int

    init(_ cover: Cover, plane: Int, of layout: PictureLayout) {
        let (x, y) = plane == 0 ? (0, 0) : (layout.format.chromaShiftX, layout.format.chromaShiftY)
        let (scaleX, scaleY) = (Double(1 << x), Double(1 << y))
        self.plane = plane
        self.layout = layout
        body = PixelBox(
            x: cover.body.x / scaleX, y: cover.body.y / scaleY, width: cover.body.width / scaleX,
            height: cover.body.height / scaleY
        )
        rows = (cover.area.top >> y)..<max(cover.area.top >> y, cover.area.bottom >> y)
        columns = (cover.area.left >> x)..<max(cover.area.left >> x, cover.area.right >> x)
    }

    private func offset(_ column: Int, _ row: Int) -> Int {
        layout.offsets[plane] + row * layout.strides[plane] + column
    }

    private func each(_ body: (Int, Int, Int) -> Void) {
        for row in rows { for column in columns { body(column, row, offset(column, row)) } }
    }

    func blend(_ painted: UnsafeMutableRawBufferPointer, _ bare: [UInt8], opacity: Int) {
        each { _, _, at in
            painted[at] = UInt8(clamping: (Int(painted[at]) * opacity + Int(bare[at]) * (100 - opacity) + 50) / 100)
        }
    }

    func average(_ painted: UnsafeMutableRawBufferPointer, _ bare: [UInt8], cells: Int, step: Int) {
        var sums = [(sum: Int, count: Int)](repeating: (0, 0), count: cells * cells)
        func cell(_ column: Int, _ row: Int) -> Int {
            let x = (Double(column) + 0.5 - body.x) / body.width * Double(cells)
            let y = (Double(row) + 0.5 - body.y) / body.height * Double(cells)
            return Int(min(max(y, 0), Double(cells - 1))) * cells + Int(min(max(x, 0), Double(cells - 1)))
        }
        each { column, row, at in
            let index = cell(column, row)
            sums[index] = (sums[index].sum + Int(bare[at]), sums[index].count + 1)
        }
        each { column, row, at in
            let (sum, count) = sums[cell(column, row)]
            painted[at] = UInt8(clamping: (sum / max(count, 1) + step / 2) / step * step)
        }
    }

    func uncoverGround(_ painted: UnsafeMutableRawBufferPointer, _ bare: [UInt8]) {
        guard !rows.isEmpty, !columns.isEmpty else { return }
        let ground = painted[offset(columns.lowerBound, rows.lowerBound)]
        each { _, _, at in if painted[at] == ground { painted[at] = bare[at] } }
    }
}
