/// The pixels that lie in at least one of several rectangles.
///
/// - Complexity: the operations take O(n² log n) in the number of rectangles, which is that of faces in a frame.
package struct RectUnion: Hashable, Sendable {
    package let rects: [PixelRect]

    package init(_ rects: [PixelRect]) { self.rects = rects.filter { !$0.isEmpty } }

    /// True when every pixel of the rectangle is in the union; an empty rectangle always is.
    package func contains(_ rect: PixelRect) -> Bool {
        if rect.isEmpty || rects.contains(where: { $0.contains(rect) }) { return true }
        return coveredArea(of: rect) == rect.area
    }

    /// Counts the pixels of the union.
    package var area: Int { Self.area(of: rects) }

    /// Counts the pixels of the rectangle that are in the union.
    package func coveredArea(of rect: PixelRect) -> Int {
        Self.area(of: rects.map { $0.intersection(rect) }.filter { !$0.isEmpty })
    }

    /// Gives the share of a box that is in the union, 0...1, in fractions of pixels; 1 for an empty box.
    package func coveredShare(of box: PixelBox) -> Double {
        guard !box.isEmpty else { return 1 }
        let parts = rects.map { $0.box.intersection(box) }.filter { !$0.isEmpty }
        let edges = parts.flatMap { [$0.x, $0.maxX] }.sorted()
        var covered = 0.0
        for (left, right) in zip(edges, edges.dropFirst()) where right > left {
            let spans = parts.filter { $0.x <= left && $0.maxX >= right }.map { ($0.y, $0.maxY) }
            covered += (right - left) * Self.length(of: spans)
        }
        return min(1, covered / box.area)
    }

    /// Sweeps over the vertical edges; between two of them the union is a set of vertical spans.
    private static func area(of rects: [PixelRect]) -> Int {
        let edges = rects.flatMap { [$0.left, $0.right] }.sorted()
        var total = 0
        for (left, right) in zip(edges, edges.dropFirst()) where right > left {
            let spans = rects.filter { $0.left <= left && $0.right >= right }.map { ($0.top, $0.bottom) }
            total += (right - left) * length(of: spans)
        }
        return total
    }

    private static func length<Value: Comparable & AdditiveArithmetic>(of spans: [(Value, Value)]) -> Value {
        var total = Value.zero
        var reached: Value?
        for (start, end) in spans.sorted(by: { $0 < $1 }) {
            let from = reached.map { max($0, start) } ?? start
            if end > from { total += end - from }
            reached = reached.map { max($0, end) } ?? end
        }
        return total
    }
}
