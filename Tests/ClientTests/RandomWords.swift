import TestSupport

/// Runs a body with many random lists of words from a pool.
func forEachSeedOfWords(_ pool: [String], _ body: ([String]) -> Void) {
    forEachSeed(0..<2000) { _, random in
        let count = Int.random(in: 0...7, using: &random)
        body((0..<count).compactMap { _ in pool.randomElement(using: &random) })
    }
}
