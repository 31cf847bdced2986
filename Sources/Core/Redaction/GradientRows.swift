import TimelineCore

/// A smooth surface through at most 3 x 3 colours, like a very wide blur.
///
/// Quadratic B-spline: it never leaves the range of its nodes and has no plateaus, and it depends on nothing but
/// the nodes. Source: de Boor, "A Practical Guide to Splines", uniform quadratic case.
struct GradientRows: Sendable {
    private let side: Int
    private let body: PixelBox
    /// For each node row, the whole line blended across: `width * 3` values of 0...255.
    private let nodeLines: [[UInt16]]
    private var current: [UInt16] = []

    init(colours: CellColours, body: PixelBox, rect: PixelRect) {
        side = colours.side
        self.body = body
        let weights = (rect.left..<max(rect.left, rect.right)).map {
            Self.weights(at: Double($0) + 0.5, from: body.x, length: body.width, count: colours.side)
        }
        nodeLines = (0..<colours.side).map { row in
            weights.flatMap { weight in
                (0..<3).map { channel in
                    var sum = 128
                    for column in 0..<colours.side {
                        sum += Int(weight[column]) * Int(colours.rgb[(row * colours.side + column) * 3 + channel])
                    }
                    return UInt16(sum >> 8)
                }
            }
        }
    }

    /// The share of each node at a coordinate, in 1/256; they add up to 256.
    private static func weights(at position: Double, from: Double, length: Double, count: Int) -> [UInt16] {
        let place = min(max((position - from) / length, 0), 1) * Double(count)
        let node = min(Int(place), count - 1)
        let f = place - Double(node)
        let before = Int((128 * (1 - f) * (1 - f)).rounded())
        let after = Int((128 * f * f).rounded())
        var weights = [UInt16](repeating: 0, count: count)
        weights[max(node - 1, 0)] += UInt16(before)
        weights[min(node + 1, count - 1)] += UInt16(after)
        weights[node] += UInt16(256 - before - after)
        return weights
    }

    mutating func fill(_ line: inout [UInt8], row: Int) -> Bool {
        let weights = Self.weights(at: Double(row) + 0.5, from: body.y, length: body.height, count: side)
        guard weights != current else { return false }
        current = weights
        // 16-bit sums (256 * 255 fits) so that the loop runs eight lanes wide on any x86-64.
        let first = nodeLines[0]
        let second = nodeLines[min(1, side - 1)]
        let third = nodeLines[side - 1]
        let a = weights[0]
        let b = side > 2 ? weights[1] : 0
        let c = side > 1 ? weights[side - 1] : 0
        let count = min(line.count, first.count, second.count, third.count)
        for i in 0..<count {
            line[i] = UInt8(truncatingIfNeeded: (first[i] &* a &+ second[i] &* b &+ third[i] &* c) >> 8)
        }
        return true
    }
}
