import TestSupport
import Testing
import TimelineCore

@Suite struct AssignmentTests {
    private func least(_ costs: [[Double?]], unmatched: Double, row: Int = 0, taken: Set<Int> = []) -> Double {
        guard row < costs.count else { return 0 }
        var best = unmatched + least(costs, unmatched: unmatched, row: row + 1, taken: taken)
        for (column, cost) in costs[row].enumerated() where !taken.contains(column) {
            guard let cost else { continue }
            best = min(best, cost + least(costs, unmatched: unmatched, row: row + 1, taken: taken.union([column])))
        }
        return best
    }

    @Test func `the sum of costs is the least there is`() {
        forEachSeed(0..<400) { seed, random in
            let rows = Int.random(in: 1...5, using: &random)
            let columns = Int.random(in: 1...5, using: &random)
            let costs = (0..<rows).map { _ in
                (0..<columns).map { _ -> Double? in
                    Bool.random(using: &random) ? Double.random(in: 0...2, using: &random) : nil
                }
            }
            let pairs = Assignment(costs: costs, unmatched: 1.5).solve()
            var sum = 0.0
            for (row, column) in pairs.enumerated() {
                guard let column else {
                    sum += 1.5
                    continue
                }
                #expect(costs[row][column] != nil, "seed \(seed)")
                sum += costs[row][column] ?? 0
            }
            let used = pairs.compactMap { $0 }
            #expect(Set(used).count == used.count, "seed \(seed)")
            #expect(abs(sum - least(costs, unmatched: 1.5)) < 1e-6, "seed \(seed)")
        }
    }
}
