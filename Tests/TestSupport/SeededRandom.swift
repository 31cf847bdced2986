/// A small, fast, seedable generator (SplitMix64), so that a failing property test can be run again by its seed.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Runs a property for every seed in the range; the body names the seed in what it reports.
package func forEachSeed<E: Error>(
    _ seeds: Range<UInt64>, _ body: (UInt64, inout SeededRandom) throws(E) -> Void
) throws(E) {
    for seed in seeds {
        var random = SeededRandom(seed: seed)
        try body(seed, &random)
    }
}
