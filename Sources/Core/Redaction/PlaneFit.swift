/// The least-squares plane through a block of 8 x 8 values.
enum PlaneFit {
    private static let side = 8
    /// Positions around the block's middle, and the sum of their squares over all 64 values.
    private static let places = (0..<side).map { Double($0) - 3.5 }
    private static let spread = places.reduce(0) { $0 + $1 * $1 } * Double(side)

    /// Root mean square of what the plane leaves over, for the columns from `left` of eight rows.
    static func deviation(_ rows: [[Float]], left: Int) -> Double {
        var (sum, squares, alongX, alongY) = (0.0, 0.0, 0.0, 0.0)
        for y in 0..<side {
            for x in 0..<side {
                let value = Double(rows[y][left + x])
                sum += value
                squares += value * value
                alongX += value * places[x]
                alongY += value * places[y]
            }
        }
        let count = Double(side * side)
        // On a square grid the three directions are orthogonal, so each takes its own share of the squares.
        let left = squares - sum * sum / count - alongX * alongX / spread - alongY * alongY / spread
        return (max(left, 0) / count).squareRoot()
    }
}
