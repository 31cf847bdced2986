import TimelineCore

/// Equal cells locked to the head box; outside it the cells at its rim go on.
struct MosaicRows: Sendable {
    private let colours: CellColours
    private let columns: [Int]
    private let body: PixelBox
    private var currentRow = -1

    init(colours: CellColours, body: PixelBox, rect: PixelRect) {
        self.colours = colours
        self.body = body
        self.columns = (rect.left..<max(rect.left, rect.right)).map {
            Self.cell(at: Double($0) + 0.5, from: body.x, length: body.width, count: colours.side)
        }
    }

    /// The cell that a coordinate falls in, the outermost ones reaching as far as needed.
    static func cell(at position: Double, from: Double, length: Double, count: Int) -> Int {
        let share = (position - from) / length * Double(count)
        return Int(min(max(share, 0), Double(count - 1)))
    }

    mutating func fill(_ line: inout [UInt8], row: Int) -> Bool {
        let cellRow = Self.cell(at: Double(row) + 0.5, from: body.y, length: body.height, count: colours.side)
        guard cellRow != currentRow else { return false }
        currentRow = cellRow
        for (x, column) in columns.enumerated() {
            line.fill(with: colours.colour(column, cellRow), from: x, to: x + 1)
        }
        return true
    }
}
