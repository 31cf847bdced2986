/// The least-squares surface of a gaussian cover's kind through measured values.
///
/// Quadratic B-splines through `side` nodes each way, the outermost going on at the rim. It is written apart from the
/// rows that paint such a surface, so that an error there does not hide here.
enum SurfaceFit {
    /// Root mean square of what the best such surface leaves over.
    static func deviation(_ values: [(u: Double, v: Double, value: Double)], side: Int) -> Double {
        let unknowns = side * side
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: unknowns + 1), count: unknowns)
        var squares = 0.0
        for entry in values {
            let weights = weights(entry.u, entry.v, side)
            squares += entry.value * entry.value
            for row in 0..<unknowns where weights[row] != 0 {
                for column in 0..<unknowns { matrix[row][column] += weights[row] * weights[column] }
                matrix[row][unknowns] += weights[row] * entry.value
            }
        }
        let right = matrix.map { $0[unknowns] }
        let nodes = solve(&matrix)
        // The residual of a least-squares fit is orthogonal to it: its square is what the fit's own does not hold.
        let explained = zip(nodes, right).reduce(0) { $0 + $1.0 * $1.1 }
        return (max(squares - explained, 0) / Double(max(values.count, 1))).squareRoot()
    }

    private static func weights(_ u: Double, _ v: Double, _ side: Int) -> [Double] {
        let across = line(u, side)
        let down = line(v, side)
        return down.flatMap { weight in across.map { $0 * weight } }
    }

    /// Each node's share at a place 0...1, by the spline's own formula in the distance from the node.
    private static func line(_ place: Double, _ side: Int) -> [Double] {
        let position = min(max(place, 0), 1) * Double(side) - 0.5
        var shares = [Double](repeating: 0, count: side)
        for node in -1...side {
            let distance = abs(position - Double(node))
            guard distance < 1.5 else { continue }
            let share = distance < 0.5 ? 0.75 - distance * distance : (1.5 - distance) * (1.5 - distance) / 2
            shares[min(max(node, 0), side - 1)] += share
        }
        return shares
    }

    /// Gauss elimination with the largest pivot; a node that no value touches stays 0.
    private static func solve(_ matrix: inout [[Double]]) -> [Double] {
        let count = matrix.count
        for pivot in 0..<count {
            let best = (pivot..<count).max { abs(matrix[$0][pivot]) < abs(matrix[$1][pivot]) } ?? pivot
            matrix.swapAt(pivot, best)
            guard abs(matrix[pivot][pivot]) > 1e-9 else { continue }
            for row in 0..<count where row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot]
                for column in pivot...count { matrix[row][column] -= factor * matrix[pivot][column] }
            }
        }
        return (0..<count).map { abs(matrix[$0][$0]) > 1e-9 ? matrix[$0][count] / matrix[$0][$0] : 0 }
    }
}
