import TimelineCore

/// Resamples a part of a stored picture, row by row out of a window.
struct AreaResampler {
    let columns: AxisTaps
    let rows: AxisTaps

    /// Packed 8-bit rows of `columns.ranges.count * window.bands` bytes; 0 where the output lies outside the picture.
    func render(_ window: RowWindow) throws(PhotoError) -> PixelStore {
        let width = columns.ranges.count
        let bands = window.bands
        let result = PixelStore(count: width * rows.ranges.count * bands)
        guard let span = columns.span, let depth = rows.span else { return result }
        window.lookTop = depth.lowerBound
        var sums = [Float](repeating: 0, count: span.count * bands)
        for row in rows.ranges.indices where !rows.ranges[row].isEmpty {
            try sum(row, over: span, window, into: &sums)
            let target = result.base + row * width * bands
            sums.withUnsafeBufferPointer { reduce($0, from: span.lowerBound, bands: bands, into: target) }
        }
        return result
    }

    /// Adds the weighted source rows of one output row, whole rows at a time, which the compiler vectorises.
    private func sum(
        _ row: Int, over span: Range<Int>, _ window: RowWindow, into sums: inout [Float]
    ) throws(PhotoError) {
        let range = rows.ranges[row]
        let weights = rows.weights[row]
        let samples = span.count * window.bands
        for index in 0..<samples { sums[index] = 0 }
        let skip = span.lowerBound * window.bands
        // One source row at a time: an output row that covers more rows than the window holds still fits.
        for (index, source) in range.enumerated() {
            let weight = weights[index]
            try window.withRows(source..<source + 1) { pointer in
                let samplesIn = UnsafeBufferPointer(start: pointer + skip, count: samples)
                sums.withUnsafeMutableBufferPointer { target in
                    for sample in 0..<samples { target[sample] += weight * Float(samplesIn[sample]) }
                }
            }
        }
    }

    private func reduce(
        _ sums: UnsafeBufferPointer<Float>, from left: Int, bands: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        for column in columns.ranges.indices {
            let range = columns.ranges[column]
            guard !range.isEmpty else { continue }
            let weights = columns.weights[column]
            for band in 0..<bands {
                var value: Float = 0.5
                for (index, source) in range.enumerated() {
                    value += weights[index] * sums[(source - left) * bands + band]
                }
                target[column * bands + band] = UInt8(min(255, max(0, value)))
            }
        }
    }
}
