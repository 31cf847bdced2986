/// A summed-area table of small counts.
struct PrefixSums {
    private let width: Int
    private let height: Int
    private var sums: [Int32]

    init(width: Int, height: Int, _ value: (Int) -> Int32) {
        self.width = width
        self.height = height
        sums = [Int32](repeating: 0, count: (width + 1) * (height + 1))
        for y in 0..<height {
            var row: Int32 = 0
            for x in 0..<width {
                row += value(y * width + x)
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
            }
        }
    }

    /// The sum over a rectangle, cut to the table.
    func sum(left: Int, top: Int, right: Int, bottom: Int) -> Int32 {
        let (x0, x1) = (min(max(left, 0), width), min(max(right, 0), width))
        let (y0, y1) = (min(max(top, 0), height), min(max(bottom, 0), height))
        let stride = width + 1
        return sums[y1 * stride + x1] - sums[y0 * stride + x1] - sums[y1 * stride + x0] + sums[y0 * stride + x0]
    }
}
