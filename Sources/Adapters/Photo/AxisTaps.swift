/// For every output position along one axis, the source positions it is made of and their weights.
///
/// Shrinking averages the area under an output pixel; enlarging blends the two nearest source pixels.
struct AxisTaps {
    /// The source positions of one output position: `start ..< start + count`, weights from `firstWeight` on.
    struct Tap {
        var start = 0
        /// 0 where the output lies outside the picture.
        var count = 0
        var firstWeight = 0
    }

    private(set) var taps: [Tap] = []
    /// All weights in one piece, because the loops over them are the cost of a look.
    private(set) var weights: [Float] = []

    /// `origin` and `step` in source pixels: output i covers `origin + i * step ..< origin + (i + 1) * step`.
    init(origin: Double, step: Double, count: Int, limit: Int) {
        taps.reserveCapacity(count)
        for index in 0..<count {
            let from = origin + Double(index) * step
            let centre = from + step / 2
            if centre < 0 || centre >= Double(limit) {
                taps.append(Tap())
            } else if step >= 1 {
                appendArea(from: max(0, from), to: min(Double(limit), from + step))
            } else {
                appendBlend(at: centre - 0.5, limit: limit)
            }
        }
    }

    private mutating func append(_ start: Int, _ shares: some Sequence<Float>) {
        let firstWeight = weights.count
        weights.append(contentsOf: shares)
        taps.append(Tap(start: start, count: weights.count - firstWeight, firstWeight: firstWeight))
    }

    private mutating func appendArea(from: Double, to: Double) {
        let first = Int(from)
        let end = max(first + 1, Int(to.rounded(.up)))
        let total = to - from
        append(
            first,
            (first..<end).map { position in
                Float(max(0, min(Double(position) + 1, to) - max(Double(position), from)) / total)
            })
    }

    private mutating func appendBlend(at centre: Double, limit: Int) {
        let lower = Int(centre.rounded(.down))
        let share = Float(centre - Double(lower))
        if lower < 0 || lower + 1 >= limit {
            append(min(max(lower, 0), limit - 1), CollectionOfOne(1))
        } else {
            append(lower, [1 - share, share])
        }
    }

    func isOutside(_ position: Int) -> Bool { taps[position].count == 0 }

    /// The source positions that are needed at all.
    var span: Range<Int>? {
        let inside = taps.lazy.filter { $0.count > 0 }
        guard let first = inside.map(\.start).min(), let end = inside.map({ $0.start + $0.count }).max() else {
            return nil
        }
        return first..<end
    }
}
