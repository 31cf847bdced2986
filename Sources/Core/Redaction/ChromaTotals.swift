/// Running sums of colour differences, whole and in blocks of 4 x 4 samples.
struct ChromaTotals {
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
