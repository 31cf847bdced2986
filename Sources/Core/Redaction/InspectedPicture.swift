import TimelineCore
import Wire

/// Reads finished pixels as luma and colour differences of one scale, whatever the format.
///
/// Units: 0...255 for luma and -128...127 for colour differences, both with fractions; R'G'B' of the full range.
/// Source: written from the standards' decoding equations and on purpose without any of the painter's conversion.
// SAFETY: the layout was checked against the bytes, every read stays inside the layout's planes, and no value of this
// type outlives the call that was lent the bytes.
@safe struct InspectedPicture {
    let layout: PictureLayout
    private let bytes: UnsafeRawBufferPointer
    private let lumaScale: Float
    private let lumaBase: Float
    private let chromaScale: Float
    private let chromaBase: Float
    /// Weights of red and blue in luma.
    let kr: Float
    let kb: Float

    /// - Throws: ``RedactionError/layout(capacity:)`` when the layout does not fit the bytes.
    init(_ bytes: UnsafeRawBufferPointer, layout: PictureLayout) throws(RedactionError) {
        guard layout.isSound(capacity: bytes.count) else { throw .layout(capacity: bytes.count) }
        unsafe self.bytes = bytes
        self.layout = layout
        let step = Float(1 << (layout.format.bitDepth - 8))
        let top = 256 * step - 1
        if layout.fullRange {
            (lumaBase, lumaScale, chromaScale) = (0, 255 / top, 255 / top)
        } else {
            (lumaBase, lumaScale, chromaScale) = (16 * step, 255 / (219 * step), 255 / (224 * step))
        }
        chromaBase = 128 * step
        switch layout.matrix {
        case .bt601: (kr, kb) = (0.299, 0.114)
        case .bt709: (kr, kb) = (0.2126, 0.0722)
        case .bt2020: (kr, kb) = (0.2627, 0.0593)
        }
    }

    var hasColour: Bool { layout.format != .gray8 }
    var rect: PixelRect { PixelRect(left: 0, top: 0, right: layout.size.width, bottom: layout.size.height) }

    private func sample(_ plane: Int, _ x: Int, _ y: Int) -> Float {
        let row = layout.offsets[plane] &+ y &* layout.strides[plane]
        if layout.format.bytesPerSample == 2 {
            return unsafe Float(bytes.loadUnaligned(fromByteOffset: row &+ x &* 2, as: UInt16.self))
        }
        return unsafe Float(bytes[row &+ x])
    }

    /// Luma of the pixels `range` of a row.
    func luma(row: Int, columns range: Range<Int>) -> [Float] {
        guard layout.format == .rgb24 else {
            return range.map { (sample(0, $0, row) - lumaBase) * lumaScale }
        }
        return range.map { luma(sample(0, $0 * 3, row), sample(0, $0 * 3 + 1, row), sample(0, $0 * 3 + 2, row)) }
    }

    func luma(_ red: Float, _ green: Float, _ blue: Float) -> Float {
        red * kr + green * (1 - kr - kb) + blue * kb
    }

    /// The colour differences of an R'G'B' colour.
    func chroma(_ red: Float, _ green: Float, _ blue: Float) -> (blue: Float, red: Float) {
        let luma = luma(red, green, blue)
        return ((blue - luma) / (2 - 2 * kb), (red - luma) / (2 - 2 * kr))
    }

    /// log2 of the pixels that one colour sample stands for, each way; interleaved pixels are looked at in pairs.
    var chromaShift: (x: Int, y: Int) {
        layout.format == .rgb24 ? (1, 1) : (layout.format.chromaShiftX, layout.format.chromaShiftY)
    }

    /// The colour differences of the colour sample at a column and row of the colour grid; all its pixels must exist.
    func chroma(column: Int, row: Int) -> (blue: Float, red: Float) {
        guard layout.format == .rgb24 else {
            return (
                (sample(1, column, row) - chromaBase) * chromaScale, (sample(2, column, row) - chromaBase) * chromaScale
            )
        }
        var sums: (Float, Float, Float) = (0, 0, 0)
        for y in row * 2..<row * 2 + 2 {
            for x in column * 2..<column * 2 + 2 {
                sums.0 += sample(0, x * 3, y)
                sums.1 += sample(0, x * 3 + 1, y)
                sums.2 += sample(0, x * 3 + 2, y)
            }
        }
        return chroma(sums.0 / 4, sums.1 / 4, sums.2 / 4)
    }

    /// R'G'B' of one pixel, by the decoding equations.
    func colour(x: Int, y: Int) -> (red: Float, green: Float, blue: Float) {
        switch layout.format {
        case .rgb24: return (sample(0, x * 3, y), sample(0, x * 3 + 1, y), sample(0, x * 3 + 2, y))
        case .gray8:
            let luma = (sample(0, x, y) - lumaBase) * lumaScale
            return (luma, luma, luma)
        default:
            let luma = (sample(0, x, y) - lumaBase) * lumaScale
            let pair = chroma(column: x >> layout.format.chromaShiftX, row: y >> layout.format.chromaShiftY)
            let red = luma + pair.red * (2 - 2 * kr)
            let blue = luma + pair.blue * (2 - 2 * kb)
            return (red, (luma - kr * red - kb * blue) / (1 - kr - kb), blue)
        }
    }
}
