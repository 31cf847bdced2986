import TimelineCore
import Wire

/// One cover's area in one picture: what is there beside what should be there.
struct AreaComparison {
    /// Side of the blocks looked at, the transform size of JPEG and the smaller one of H.264.
    static let block = 8
    /// How far from a block the look must be calm: what a deblocking filter or a long transform reaches.
    private static let reach = 4
    /// A step between neighbouring pixels up to this is no edge. Source: the steepest slope of a gaussian cover.
    private static let calmStep: Float = 6

    let rect: PixelRect
    let picture: InspectedPicture
    let expected: [Float]
    let actual: [Float]
    /// `actual - expected`.
    let residual: [Float]
    private let width: Int
    private let height: Int

    /// - Parameter look: the composed pixels due, covering exactly `rect` of the slot picture.
    init(rect: PixelRect, look: CoverRaster, picture: InspectedPicture) {
        self.rect = rect
        self.picture = picture
        width = rect.width
        height = rect.height
        var expected: [Float] = []
        var actual: [Float] = []
        expected.reserveCapacity(rect.area)
        actual.reserveCapacity(rect.area)
        for pixel in 0..<rect.area {
            expected.append(
                picture.luma(Float(look.rgb[pixel * 3]), Float(look.rgb[pixel * 3 + 1]), Float(look.rgb[pixel * 3 + 2]))
            )
        }
        for y in rect.top..<rect.bottom { actual += picture.luma(row: y, columns: rect.left..<rect.right) }
        residual = zip(actual, expected).map { $0 - $1 }
        self.expected = expected
        self.actual = actual
    }

    /// Sums over one block.
    struct Block {
        var count = 0
        var sum: Float = 0
        var absolute: Float = 0
        var squares: Float = 0
        /// Sum of the expected steps to the right and below.
        var steps: Float = 0
        var isCalm = true

        var mean: Double { Double(sum) / Double(max(count, 1)) }
        var meanAbsolute: Double { Double(absolute) / Double(max(count, 1)) }
        var meanStep: Double { Double(steps) / Double(max(count, 1)) }
        var deviation: Double {
            (max(Double(squares) / Double(max(count, 1)) - mean * mean, 0)).squareRoot()
        }
    }

    /// All blocks of the area on the picture's own grid, so that they are the codec's; cut at the area's rim.
    func blocks() -> [Block] {
        let calm = calmMap()
        var blocks: [Block] = []
        let (firstRow, firstColumn) = (rect.top / Self.block, rect.left / Self.block)
        for row in firstRow...((rect.bottom - 1) / Self.block) {
            for column in firstColumn...((rect.right - 1) / Self.block) {
                let rows = max(row * Self.block, rect.top)..<min((row + 1) * Self.block, rect.bottom)
                let columns = max(column * Self.block, rect.left)..<min((column + 1) * Self.block, rect.right)
                blocks.append(block(rows: rows, columns: columns, calm: calm))
            }
        }
        return blocks
    }

    private func block(rows: Range<Int>, columns: Range<Int>, calm: PrefixSums) -> Block {
        var block = Block()
        for y in rows {
            for x in columns {
                let index = (y - rect.top) * width + x - rect.left
                let value = residual[index]
                block.count += 1
                block.sum += value
                block.absolute += abs(value)
                block.squares += value * value
                block.steps += step(index)
            }
        }
        let edges = calm.sum(
            left: columns.lowerBound - rect.left - Self.reach, top: rows.lowerBound - rect.top - Self.reach,
            right: columns.upperBound - rect.left + Self.reach, bottom: rows.upperBound - rect.top + Self.reach
        )
        let isAtRim =
            columns.lowerBound - rect.left < Self.reach || rows.lowerBound - rect.top < Self.reach
            || rect.right - columns.upperBound < Self.reach || rect.bottom - rows.upperBound < Self.reach
        block.isCalm = edges == 0 && !isAtRim && block.count == Self.block * Self.block
        return block
    }

    /// The larger expected step from a pixel to its right and lower neighbours.
    private func step(_ index: Int) -> Float {
        let value = expected[index]
        let right = (index + 1) % width == 0 ? 0 : abs(expected[index + 1] - value)
        let below = index + width >= expected.count ? 0 : abs(expected[index + width] - value)
        return max(right, below)
    }

    private func calmMap() -> PrefixSums {
        PrefixSums(width: width, height: height) { step($0) > Self.calmStep ? 1 : 0 }
    }

    /// Mean absolute and signed differences of the colour differences, whole and in the worst block.
    func chroma(look: CoverRaster) -> (mean: Double, bias: Double, worstBlock: Double) {
        guard picture.hasColour else { return (0, 0, 0) }
        let (sx, sy) = picture.chromaShift
        let columns = ((rect.left + (1 << sx) - 1) >> sx)..<max((rect.left + (1 << sx) - 1) >> sx, rect.right >> sx)
        let rows = ((rect.top + (1 << sy) - 1) >> sy)..<max((rect.top + (1 << sy) - 1) >> sy, rect.bottom >> sy)
        guard !columns.isEmpty, !rows.isEmpty else { return (0, 0, 0) }
        var totals = ChromaTotals(columns: columns.count)
        for row in rows {
            for column in columns {
                let seen = picture.chroma(column: column, row: row)
                let due = meanChroma(of: look, column: column, row: row, shift: (sx, sy))
                totals.add(column - columns.lowerBound, blue: seen.blue - due.blue, red: seen.red - due.red)
            }
            totals.endRow(isLast: row + 1 == rows.upperBound)
        }
        return totals.result
    }

    private func meanChroma(
        of look: CoverRaster, column: Int, row: Int, shift: (x: Int, y: Int)
    ) -> (blue: Float, red: Float) {
        var sums: (Float, Float, Float) = (0, 0, 0)
        for y in (row << shift.y)..<((row + 1) << shift.y) {
            for x in (column << shift.x)..<((column + 1) << shift.x) {
                let base = ((y - rect.top) * width + x - rect.left) * 3
                sums.0 += Float(look.rgb[base])
                sums.1 += Float(look.rgb[base + 1])
                sums.2 += Float(look.rgb[base + 2])
            }
        }
        let count = Float(1 << (shift.x + shift.y))
        return picture.chroma(sums.0 / count, sums.1 / count, sums.2 / count)
    }
}

/// Running sums of colour differences, whole and in blocks of 4 x 4 samples.
private struct ChromaTotals {
    private static let block = 4
    private var count = 0
    private var absolute: (Float, Float) = (0, 0)
    private var signed: (Double, Double) = (0, 0)
    private var blocks: [(blue: Float, red: Float, count: Float)]
    private var rowsInBlock = 0
    private var worst: Float = 0

    init(columns: Int) {
        blocks = Array(repeating: (0, 0, 0), count: (columns + Self.block - 1) / Self.block)
    }

    mutating func add(_ column: Int, blue: Float, red: Float) {
        count += 1
        absolute.0 += abs(blue)
        absolute.1 += abs(red)
        signed.0 += Double(blue)
        signed.1 += Double(red)
        blocks[column / Self.block].blue += blue
        blocks[column / Self.block].red += red
        blocks[column / Self.block].count += 1
    }

    mutating func endRow(isLast: Bool) {
        rowsInBlock += 1
        guard rowsInBlock == Self.block || isLast else { return }
        for index in blocks.indices {
            let block = blocks[index]
            // A sliver of a few samples says nothing about a block.
            if block.count >= 8 { worst = max(worst, max(abs(block.blue), abs(block.red)) / block.count) }
            blocks[index] = (0, 0, 0)
        }
        rowsInBlock = 0
    }

    var result: (mean: Double, bias: Double, worstBlock: Double) {
        let total = Double(max(count, 1))
        return (
            Double(max(absolute.0, absolute.1)) / total, max(abs(signed.0), abs(signed.1)) / total, Double(worst)
        )
    }
}

/// A summed-area table of small counts.
struct PrefixSums {
    private let width: Int
    private let height: Int
    private var sums: [Int32]

    init(width: Int, height: Int, _ value: (Int) -> Int32) {
        self.width = width
        self.height = height
        sums = [Int32](repeating: 0, count: (width + 1) * (height + 1))
        for y in 0..<height {
            var row: Int32 = 0
            for x in 0..<width {
                row += value(y * width + x)
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
            }
        }
    }

    /// The sum over a rectangle, cut to the table.
    func sum(left: Int, top: Int, right: Int, bottom: Int) -> Int32 {
        let (x0, x1) = (min(max(left, 0), width), min(max(right, 0), width))
        let (y0, y1) = (min(max(top, 0), height), min(max(bottom, 0), height))
        let stride = width + 1
        return sums[y1 * stride + x1] - sums[y0 * stride + x1] - sums[y1 * stride + x0] + sums[y0 * stride + x0]
    }
}
