import TimelineCore
import Wire

/// Writes R G B rows of one rectangle into the planes of a picture, top to bottom.
///
/// Rows that repeat are converted once and copied. Chroma is the mean of the pixels of the rectangle under a sample;
/// pixels beside the rectangle never enter it.
struct PlaneWriter {
    let rect: PixelRect
    private let layout: PictureLayout
    private let weights: ChannelWeights
    /// Finished bytes of the current luma (or R G B) row and of the two chroma rows.
    private var lumaLine: [UInt8]
    private var chromaLines: [[UInt8]]
    /// The even row of a pair that waits for its odd one.
    private var upper: [UInt8] = []
    /// Counts the distinct rows so far; a chroma row is known by the two it was made from.
    private var version = 0
    private var upperVersion = 0
    private var chromaVersions = (-1, -1)

    init(rect: PixelRect, layout: PictureLayout) {
        let rect = rect.isEmpty ? PixelRect(left: 0, top: 0, right: 0, bottom: 0) : rect
        self.rect = rect
        self.layout = layout
        weights = ChannelWeights(
            matrix: layout.matrix, fullRange: layout.fullRange, bitDepth: layout.format.bitDepth
        )
        let sampleBytes = layout.format.bytesPerSample
        lumaLine = [UInt8](repeating: 0, count: rect.width * sampleBytes)
        let columns = Self.chromaColumns(rect, layout.format)
        chromaLines = [[UInt8]](repeating: [UInt8](repeating: 0, count: columns.count * sampleBytes), count: 2)
    }

    /// The chroma columns that cover any pixel of the rectangle.
    private static func chromaColumns(_ rect: PixelRect, _ format: PixelFormat) -> Range<Int> {
        let shift = format.chromaShiftX
        return (rect.left >> shift)..<((rect.right + (1 << shift) - 1) >> shift)
    }

    /// Writes the next row; `changed` false promises that it equals the row before.
    mutating func put(_ line: [UInt8], row: Int, changed: Bool, into picture: UnsafeMutableRawBufferPointer) {
        guard rect.width > 0 else { return }
        if layout.format == .rgb24 {
            unsafe store(line, plane: 0, row: row, column: rect.left * 3, into: picture)
            return
        }
        let sampleBytes = layout.format.bytesPerSample
        if changed || version == 0 {
            version += 1
            convertLuma(line)
        }
        unsafe store(lumaLine, plane: 0, row: row, column: rect.left * sampleBytes, into: picture)
        guard layout.format.planeCount == 3 else { return }
        let isHalved = layout.format.chromaShiftY == 1
        if isHalved, row & 1 == 0, row + 1 < rect.bottom {
            if upperVersion != version { upper = line }
            upperVersion = version
            return
        }
        makeChroma(line, hasUpper: isHalved && row & 1 == 1 && row > rect.top)
        let column = Self.chromaColumns(rect, layout.format).lowerBound * sampleBytes
        for plane in 1...2 {
            let chromaRow = row >> layout.format.chromaShiftY
            unsafe store(chromaLines[plane - 1], plane: plane, row: chromaRow, column: column, into: picture)
        }
    }

    /// Converts the chroma row unless it is the one made before.
    private mutating func makeChroma(_ line: [UInt8], hasUpper: Bool) {
        let versions = (hasUpper ? upperVersion : version, version)
        guard versions != chromaVersions else { return }
        chromaVersions = versions
        convertChroma(hasUpper ? upper : line, line)
    }

    private mutating func convertLuma(_ line: [UInt8]) {
        let weights = weights
        let wide = layout.format.bytesPerSample == 2
        let width = rect.width
        unsafe line.withUnsafeBufferPointer { source in
            unsafe lumaLine.withUnsafeMutableBytes { target in
                for x in 0..<width {
                    let value = unsafe weights.code(
                        weights.luma, Int32(source[x &* 3]), Int32(source[x &* 3 &+ 1]), Int32(source[x &* 3 &+ 2]),
                        offset: weights.lumaOffset
                    )
                    if wide {
                        unsafe target.storeBytes(
                            of: UInt16(truncatingIfNeeded: value), toByteOffset: x &* 2, as: UInt16.self)
                    } else {
                        unsafe target[x] = UInt8(truncatingIfNeeded: value)
                    }
                }
            }
        }
    }

    /// Converts one row of chroma from the two rows of pixels above it (twice the same where there is only one).
    private mutating func convertChroma(_ first: [UInt8], _ second: [UInt8]) {
        let shiftX = layout.format.chromaShiftX
        for (index, column) in Self.chromaColumns(rect, layout.format).enumerated() {
            // Both pixels of a pair, or twice the one that lies in the rectangle.
            let left = (max(column << shiftX, rect.left) - rect.left) * 3
            let right = (min((column << shiftX) + (1 << shiftX) - 1, rect.right - 1) - rect.left) * 3
            var sums: (Int32, Int32, Int32) = (0, 0, 0)
            for base in [left, right] {
                sums.0 += Int32(first[base]) + Int32(second[base])
                sums.1 += Int32(first[base + 1]) + Int32(second[base + 1])
                sums.2 += Int32(first[base + 2]) + Int32(second[base + 2])
            }
            storeChroma(weights.blueDifference, sums, plane: 0, index: index)
            storeChroma(weights.redDifference, sums, plane: 1, index: index)
        }
    }

    private mutating func storeChroma(_ row: ChannelWeights.Row, _ sums: (Int32, Int32, Int32), plane: Int, index: Int)
    {
        let value = weights.code(row, sums.0, sums.1, sums.2, offset: weights.chromaOffset, extraShift: 2)
        guard layout.format.bytesPerSample == 2 else {
            chromaLines[plane][index] = UInt8(truncatingIfNeeded: value)
            return
        }
        chromaLines[plane][index * 2] = UInt8(truncatingIfNeeded: value)
        chromaLines[plane][index * 2 + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }

    private func store(
        _ bytes: [UInt8], plane: Int, row: Int, column: Int, into picture: UnsafeMutableRawBufferPointer
    ) {
        let offset = layout.offsets[plane] + row * layout.strides[plane] + column
        precondition(offset >= 0 && offset + bytes.count <= picture.count, "a row outside its picture")
        unsafe bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress, let target = picture.baseAddress else { return }
            unsafe (target + offset).copyMemory(from: base, byteCount: source.count)
        }
    }
}
