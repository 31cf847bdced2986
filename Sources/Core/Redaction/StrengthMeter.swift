import TimelineCore
import Wire

/// Measures what finished pixels can still tell, knowing only where the head is and what kind of cover is due.
package struct StrengthMeter: Sendable {
    /// Finest grid looked for. Source: PRIVACY 1.2, at 24 cells across a face is as good as bare.
    private static let finestCells = 24
    /// Samples across the head, at most: enough for several in each cell of the finest grid.
    private static let samplesAcross = 120
    /// A pixel this near to a cell's rim may carry the neighbour's colour after coding, in pixels.
    private static let rim = 3.0

    package let style: CoverStyle
    private let coding: CodingError

    package init(style: CoverStyle, coding: CodingError = .least) {
        self.style = style
        self.coding = coding
    }

    /// Measures one cover in one decoded picture.
    ///
    /// Units: `cover` in pixels of the upright picture; `look` of scale 1 and whole pixels.
    /// - Returns: nil where the picture shows less than 8 x 8 pixels of it.
    /// - Throws: ``RedactionError``.
    package func measure(
        _ cover: Cover, in picture: UnsafeRawBufferPointer, layout: PictureLayout, look: LookGeometry = LookGeometry()
    ) throws(RedactionError) -> CoverStrength? {
        let seen = try unsafe InspectedPicture(picture, layout: layout)
        let placement = try SlotPlacement(look: look, size: layout.size)
        guard placement.isWhole else { throw .geometry }
        let body = CoverPainter.body(of: cover)
        let part = cover.area.intersection(placement.pictureRect).intersection(Self.wholePixels(of: body))
        guard part.width >= 8, part.height >= 8 else { return nil }
        let samples = Self.samples(part, body: body, seen, placement)
        let due = dueCells(cover)
        let across = cellsAcross(samples, body: body)
        return CoverStrength(
            cellsAcrossHead: across, cellsAcrossFace: across.map { Double($0) * cover.target.width / body.width },
            unexplained: unexplained(samples, cover: cover, cells: due, body: body),
            fineDetail: Self.fineDetail(placement.slotRect(part), seen),
            distinctColours: Self.distinctColours(samples),
            cellColours: part == Self.wholePixels(of: body)
                ? Self.cellColours(samples, cells: max(due, 3), body: body) : []
        )
    }

    /// The pixels wholly inside a box.
    private static func wholePixels(of box: PixelBox) -> PixelRect {
        PixelRect(
            left: Int(box.x.rounded(.up)), top: Int(box.y.rounded(.up)), right: Int(box.maxX.rounded(.down)),
            bottom: Int(box.maxY.rounded(.down))
        )
    }

    private func dueCells(_ cover: Cover) -> Int {
        style.kind == .mosaic ? CoverStrengthRules.mosaicCells(intensity: style.intensity, cover: cover) : 1
    }

    /// What the grid or surface that the style is due leaves over.
    private func unexplained(_ samples: [Sample], cover: Cover, cells: Int, body: PixelBox) -> Double {
        guard style.kind == .gaussian else { return Self.deviation(samples, cells: cells, body: body) }
        let side = CoverStrengthRules.gaussianCells(intensity: style.intensity, cover: cover)
        return SurfaceFit.deviation(samples.map { ($0.u, $0.v, Double($0.luma)) }, side: side)
    }

    /// A pixel and where it lies in the head box, 0...1 both ways.
    struct Sample {
        var u: Double
        var v: Double
        var colour: (red: Float, green: Float, blue: Float)
        var luma: Float
    }

    private static func samples(
        _ part: PixelRect, body: PixelBox, _ picture: InspectedPicture, _ placement: SlotPlacement
    ) -> [Sample] {
        let stepX = max(1, part.width / samplesAcross)
        let stepY = max(1, part.height / samplesAcross)
        let origin = placement.origin
        var samples: [Sample] = []
        for y in stride(from: part.top, to: part.bottom, by: stepY) {
            for x in stride(from: part.left, to: part.right, by: stepX) {
                let colour = picture.colour(x: x - origin.x, y: y - origin.y)
                samples.append(
                    Sample(
                        u: (Double(x) + 0.5 - body.x) / body.width, v: (Double(y) + 0.5 - body.y) / body.height,
                        colour: colour, luma: picture.luma(colour.red, colour.green, colour.blue)
                    )
                )
            }
        }
        return samples
    }

    /// The fewest cells across that leave no more within a cell than coding does.
    private func cellsAcross(_ samples: [Sample], body: PixelBox) -> Int? {
        (1...Self.finestCells).first {
            Self.deviation(samples, cells: $0, body: body) <= CoverStrength.codingDeviation * coding.factor
        }
    }

    /// Hands out the samples of each cell of a grid, away from its rim, with the cell's number.
    private static func inCells(
        _ samples: [Sample], cells: Int, body: PixelBox, _ take: (Sample, Int) -> Void
    ) {
        let count = Double(cells)
        let rimX = min(rim / body.width * count, 0.3)
        let rimY = min(rim / body.height * count, 0.3)
        for sample in samples {
            let (column, row) = (Int(sample.u * count), Int(sample.v * count))
            let (inX, inY) = (sample.u * count - Double(column), sample.v * count - Double(row))
            guard inX >= rimX, inX <= 1 - rimX, inY >= rimY, inY <= 1 - rimY else { continue }
            take(sample, min(row, cells - 1) * cells + min(column, cells - 1))
        }
    }

    /// Standard deviation of luma within the cells of a grid.
    private static func deviation(_ samples: [Sample], cells: Int, body: PixelBox) -> Double {
        var sums = [(count: Double, sum: Double, squares: Double)](repeating: (0, 0, 0), count: cells * cells)
        inCells(samples, cells: cells, body: body) { sample, index in
            let luma = Double(sample.luma)
            sums[index].count += 1
            sums[index].sum += luma
            sums[index].squares += luma * luma
        }
        var (total, squares) = (0.0, 0.0)
        for cell in sums where cell.count > 1 {
            total += cell.count
            squares += max(cell.squares - cell.sum * cell.sum / cell.count, 0)
        }
        return total > 0 ? (squares / total).squareRoot() : 0
    }

    /// Mean colour of each cell of a grid; empty where a cell is so small that it is all rim.
    private static func cellColours(_ samples: [Sample], cells: Int, body: PixelBox) -> [Float] {
        var sums = [Float](repeating: 0, count: cells * cells * 3)
        var counts = [Float](repeating: 0, count: cells * cells)
        inCells(samples, cells: cells, body: body) { sample, index in
            counts[index] += 1
            sums[index * 3] += sample.colour.red
            sums[index * 3 + 1] += sample.colour.green
            sums[index * 3 + 2] += sample.colour.blue
        }
        guard counts.allSatisfy({ $0 > 0 }) else { return [] }
        return sums.indices.map { sums[$0] / counts[$0 / 3] }
    }

    /// Greedy groups of colours within 16 levels of each other, without those that only a cell's rim shows.
    private static func distinctColours(_ samples: [Sample]) -> Int {
        var groups: [(colour: (red: Float, green: Float, blue: Float), count: Int)] = []
        for sample in samples {
            let found = groups.firstIndex { group in
                abs(group.colour.red - sample.colour.red) <= 16 && abs(group.colour.green - sample.colour.green) <= 16
                    && abs(group.colour.blue - sample.colour.blue) <= 16
            }
            if let found { groups[found].count += 1 } else { groups.append((sample.colour, 1)) }
        }
        return groups.count { $0.count * 250 >= samples.count }
    }

    /// The median over 8 x 8 blocks of the deviation from the block's own plane.
    private static func fineDetail(_ rect: PixelRect, _ picture: InspectedPicture) -> Double {
        var details: [Double] = []
        for top in stride(from: rect.top, through: rect.bottom - 8, by: 8) {
            let rows = (top..<top + 8).map { picture.luma(row: $0, columns: rect.left..<rect.right) }
            for left in stride(from: 0, through: rect.width - 8, by: 8) {
                details.append(PlaneFit.deviation(rows, left: left))
            }
        }
        details.sort()
        return details.isEmpty ? 0 : details[details.count / 2]
    }
}
