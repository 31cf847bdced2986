import SupervisorCore
import TestSupport
import Testing

@Suite struct RestartBudgetTests {
    @Test func `the budget is spent after its limit and comes back when the window has passed`() {
        var budget = RestartBudget(limit: 2, windowSeconds: 60)
        let answers = [0, 30, 60, 60.5, 61, 91].map { budget.take(now: $0) }
        #expect(answers == [true, true, false, true, false, true])
    }

    @Test func `a refused restart costs nothing`() {
        var budget = RestartBudget(limit: 1, windowSeconds: 10)
        let answers = (0...10).map { budget.take(now: Double($0)) } + [budget.take(now: 10.5)]
        #expect(answers == [true] + Array(repeating: false, count: 10) + [true])
    }

    @Test func `in no window are there more restarts than the limit`() {
        forEachSeed(0..<200) { seed, random in
            let limit = Int.random(in: 0...5, using: &random)
            var budget = RestartBudget(limit: limit, windowSeconds: 60)
            var now = 0.0
            var taken: [Double] = []
            for _ in 0..<100 {
                now += Double.random(in: 0...30, using: &random)
                if budget.take(now: now) { taken.append(now) }
                #expect(taken.filter { now - $0 <= 60 }.count <= limit, "seed \(seed)")
            }
            #expect(limit == 0 || taken.count >= limit, "seed \(seed)")
        }
    }
}
