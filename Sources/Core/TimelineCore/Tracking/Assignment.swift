/// Matches rows with columns so that the sum of the costs is least (Kuhn 1955, by shortest augmenting paths).
package struct Assignment {
    /// Cost of every allowed pair; nil where a pair is not allowed.
    private let costs: [[Double?]]
    /// What leaving a row without a column costs.
    private let unmatched: Double

    package init(costs: [[Double?]], unmatched: Double) {
        self.costs = costs
        self.unmatched = unmatched
    }

    /// Gives the column of every row, nil where leaving it is cheaper. Ties go to the lower indices.
    package func solve() -> [Int?] {
        var result = [Int?](repeating: nil, count: costs.count)
        let columns = costs.first?.count ?? 0
        var rowsLeft: [Int] = []
        var columnIsOpen = [Bool](repeating: false, count: columns)
        let degree = (0..<columns).map { column in costs.count { $0[column] != nil } }
        for (row, options) in costs.enumerated() {
            let allowed = options.indices.filter { options[$0] != nil }
            // Most pairs are each other's only choice; only the rest needs the cubic search.
            if allowed.count == 1, degree[allowed[0]] == 1 {
                if let cost = options[allowed[0]], cost <= unmatched { result[row] = allowed[0] }
            } else if !allowed.isEmpty {
                rowsLeft.append(row)
                for column in allowed { columnIsOpen[column] = true }
            }
        }
        let columnsLeft = columnIsOpen.indices.filter { columnIsOpen[$0] }
        for (row, column) in zip(rowsLeft, search(rows: rowsLeft, columns: columnsLeft)) { result[row] = column }
        return result
    }

    /// Solves the dense problem; every row has a private extra column that stands for "unmatched".
    private func search(rows: [Int], columns: [Int]) -> [Int?] {
        let width = columns.count + rows.count
        // Larger than any sum of allowed costs, small enough to add up exactly.
        let forbidden = 1e6
        func cost(_ row: Int, _ column: Int) -> Double {
            guard column < columns.count else { return column - columns.count == row ? unmatched : forbidden }
            return costs[rows[row]][columns[column]] ?? forbidden
        }
        var rowOf = [Int](repeating: -1, count: width)
        var rowPotential = [Double](repeating: 0, count: rows.count)
        var columnPotential = [Double](repeating: 0, count: width)
        for start in rows.indices {
            var least = [Double](repeating: .infinity, count: width)
            var previous = [Int](repeating: -1, count: width)
            var isDone = [Bool](repeating: false, count: width)
            var row = start
            var last = -1
            while true {
                var next = -1
                for column in 0..<width where !isDone[column] {
                    let reduced = cost(row, column) - rowPotential[row] - columnPotential[column]
                    if reduced < least[column] {
                        least[column] = reduced
                        previous[column] = last
                    }
                    if next < 0 || least[column] < least[next] { next = column }
                }
                let step = least[next]
                rowPotential[start] += step
                for column in 0..<width {
                    if isDone[column] {
                        rowPotential[rowOf[column]] += step
                        columnPotential[column] -= step
                    } else {
                        least[column] -= step
                    }
                }
                isDone[next] = true
                last = next
                if rowOf[next] < 0 { break }
                row = rowOf[next]
            }
            while last >= 0 {
                let before = previous[last]
                rowOf[last] = before >= 0 ? rowOf[before] : start
                last = before
            }
        }
        var result = [Int?](repeating: nil, count: rows.count)
        for column in columns.indices where rowOf[column] >= 0 {
            if costs[rows[rowOf[column]]][columns[column]] != nil { result[rowOf[column]] = columns[column] }
        }
        return result
    }
}
