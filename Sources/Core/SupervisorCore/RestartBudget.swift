/// How often stages may be started again before something is plainly wrong.
package struct RestartBudget: Sendable {
    private let limit: Int
    private let windowSeconds: Double
    private var times: [Double] = []

    package init(limit: Int, windowSeconds: Double) {
        self.limit = limit
        self.windowSeconds = windowSeconds
    }

    /// Takes one restart at `now`; false when the budget is used up.
    package mutating func take(now: Double) -> Bool {
        times.removeAll { now - $0 > windowSeconds }
        guard times.count < limit else { return false }
        times.append(now)
        return true
    }
}
