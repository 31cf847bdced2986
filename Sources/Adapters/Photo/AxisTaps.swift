/// For every output position along one axis, the source positions it is made of and their weights.
///
/// Shrinking averages the area under an output pixel; enlarging blends the two nearest source pixels.
struct AxisTaps {
    /// Source positions per output position; empty where the output lies outside the picture.
    private(set) var ranges: [Range<Int>] = []
    private(set) var weights: [[Float]] = []

    /// `origin` and `step` in source pixels: output i covers `origin + i * step ..< origin + (i + 1) * step`.
    init(origin: Double, step: Double, count: Int, limit: Int) {
        ranges.reserveCapacity(count)
        weights.reserveCapacity(count)
        for index in 0..<count {
            let from = origin + Double(index) * step
            let centre = from + step / 2
            if centre < 0 || centre >= Double(limit) {
                ranges.append(0..<0)
                weights.append([])
            } else if step >= 1 {
                appendArea(from: max(0, from), to: min(Double(limit), from + step))
            } else {
                appendBlend(at: centre - 0.5, limit: limit)
            }
        }
    }

    private mutating func appendArea(from: Double, to: Double) {
        let first = Int(from)
        let end = max(first + 1, Int(to.rounded(.up)))
        let total = to - from
        ranges.append(first..<end)
        weights.append(
            (first..<end).map { position in
                Float(max(0, min(Double(position) + 1, to) - max(Double(position), from)) / total)
            })
    }

    private mutating func appendBlend(at centre: Double, limit: Int) {
        let lower = Int(centre.rounded(.down))
        let share = Float(centre - Double(lower))
        if lower < 0 || lower + 1 >= limit {
            let edge = min(max(lower, 0), limit - 1)
            ranges.append(edge..<edge + 1)
            weights.append([1])
        } else {
            ranges.append(lower..<lower + 2)
            weights.append([1 - share, share])
        }
    }

    /// The source positions that are needed at all.
    var span: Range<Int>? {
        var result: Range<Int>?
        for range in ranges where !range.isEmpty {
            guard let known = result else {
                result = range
                continue
            }
            result = min(known.lowerBound, range.lowerBound)..<max(known.upperBound, range.upperBound)
        }
        return result
    }
}
