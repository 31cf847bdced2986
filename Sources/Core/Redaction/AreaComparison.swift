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

    /// Lines along a rim that blocks leave out: a loop filter reaches three pixels over it, twice that in halved
    /// colour. ``RimComparison`` judges them by other measures. Source: RFC 6386 section 15; H.264 8.7.
    static let rim = 3

    let rect: PixelRect
    /// The part that blocks are taken from: ``rect`` without its rim where it borders on picture.
    let inner: PixelRect
    let picture: InspectedPicture
    let expected: [Float]
    let actual: [Float]
    /// `actual - expected`.
    let residual: [Float]
    private let width: Int
    private let height: Int

    /// - Parameters:
    ///   - look: the composed pixels due, covering exactly `rect` of the slot picture.
    ///   - sides: the sides of `rect` where the cover ends.
    init(rect: PixelRect, look: CoverRaster, picture: InspectedPicture, sides: [RimComparison.Side]) {
        self.rect = rect
        let bounds = picture.rect
        func rim(_ side: RimComparison.Side, _ bordersOnPicture: Bool) -> Int {
            bordersOnPicture && sides.contains(side) ? Self.rim : 0
        }
        inner = PixelRect(
            left: rect.left + rim(.left, rect.left > 0), top: rect.top + rim(.top, rect.top > 0),
            right: rect.right - rim(.right, rect.right < bounds.right),
            bottom: rect.bottom - rim(.bottom, rect.bottom < bounds.bottom)
        )
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
        guard !inner.isEmpty else { return [] }
        for row in (inner.top / Self.block)...((inner.bottom - 1) / Self.block) {
            for column in (inner.left / Self.block)...((inner.right - 1) / Self.block) {
                let rows = max(row * Self.block, inner.top)..<min((row + 1) * Self.block, inner.bottom)
                let columns = max(column * Self.block, inner.left)..<min((column + 1) * Self.block, inner.right)
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
        // The rim of halved colour is twice as wide; what remains of it is a third sample, half as strong.
        let columns = Self.samples(inner.left + (inner.left - rect.left), inner.right - (rect.right - inner.right), sx)
        let rows = Self.samples(inner.top + (inner.top - rect.top), inner.bottom - (rect.bottom - inner.bottom), sy)
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

    /// The colour samples that lie wholly between two edges.
    private static func samples(_ from: Int, _ to: Int, _ shift: Int) -> Range<Int> {
        let first = (from + (1 << shift) - 1) >> shift
        return first..<max(first, to >> shift)
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
