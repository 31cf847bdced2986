import TimelineCore

/// Resamples a part of a stored picture, row by row out of a window.
struct AreaResampler {
    let columns: AxisTaps
    let rows: AxisTaps

    var size: PixelSize { PixelSize(width: columns.taps.count, height: rows.taps.count) }

    /// Packed 8-bit rows of `size.width * window.bands` bytes; 0 where the output lies outside the picture.
    func render(_ window: RowWindow) throws(PhotoError) -> PixelStore {
        let bands = window.bands
        let result = PixelStore(count: size.area * bands)
        guard let across = columns.span, let down = rows.span else { return result }
        window.lookTop = down.lowerBound
        let sums = UnsafeMutableBufferPointer<Float>.allocate(capacity: across.count * bands)
        defer { sums.deallocate() }
        for row in rows.taps.indices where !rows.isOutside(row) {
            try sum(row, over: across, window, into: sums)
            reduce(sums, from: across.lowerBound, bands: bands, into: result.base + row * size.width * bands)
        }
        return result
    }

    /// Adds the weighted source rows of one output row, whole rows at a time, which the compiler vectorises.
    private func sum(
        _ row: Int, over across: Range<Int>, _ window: RowWindow, into sums: UnsafeMutableBufferPointer<Float>
    ) throws(PhotoError) {
        let tap = rows.taps[row]
        let skip = across.lowerBound * window.bands
        sums.update(repeating: 0)
        // One source row at a time: an output row that covers more rows than the window holds still fits.
        for index in 0..<tap.count {
            let weight = rows.weights[tap.firstWeight + index]
            let source = tap.start + index
            try window.withRows(source..<source + 1) { pointer in
                let samples = UnsafeBufferPointer(start: pointer + skip, count: sums.count)
                for sample in 0..<sums.count { sums[sample] += weight * Float(samples[sample]) }
            }
        }
    }

    private func reduce(
        _ sums: UnsafeMutableBufferPointer<Float>, from left: Int, bands: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        columns.taps.withUnsafeBufferPointer { taps in
            columns.weights.withUnsafeBufferPointer { weights in
                for column in 0..<taps.count {
                    let tap = taps[column]
                    for band in 0..<bands {
                        // Weights add up to 1 and samples are 0...255, so that no sum leaves the range but by rounding.
                        var value: Float = tap.count == 0 ? 0 : 0.5
                        for index in 0..<tap.count {
                            value += weights[tap.firstWeight + index] * sums[(tap.start - left + index) * bands + band]
                        }
                        target[column * bands + band] = UInt8(min(255, value))
                    }
                }
            }
        }
    }
}
