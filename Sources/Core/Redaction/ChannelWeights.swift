import Wire

/// Whole-number weights that turn 8-bit R'G'B' into Y'CbCr codes of one matrix, range and depth.
///
/// Source: ITU-R BT.601-7, BT.709-6, BT.2020-2 (non-constant luminance) for the matrices and the limited range;
/// ITU-T T.871 (JFIF) for the full range.
struct ChannelWeights: Sendable {
    /// Fraction bits of the weights.
    static let shift: Int32 = 16

    /// Red, green, blue of one component.
    struct Row: Sendable {
        let red: Int32
        let green: Int32
        let blue: Int32
    }

    let luma: Row
    let blueDifference: Row
    let redDifference: Row
    let lumaOffset: Int32
    let chromaOffset: Int32
    /// The largest code of the depth.
    let limit: Int32

    init(matrix: ColourMatrix, fullRange: Bool, bitDepth: Int) {
        let (kr, kb): (Double, Double) =
            switch matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let step = Double(1 << (bitDepth - 8))
        let most = Double(1 << bitDepth) - 1
        let lumaSpan = fullRange ? most : 219 * step
        let chromaSpan = fullRange ? most : 224 * step
        let unit = Double(1 << Self.shift) / 255
        func whole(_ value: Double) -> Int32 { Int32(value.rounded()) }
        let total = whole(lumaSpan * unit)
        let (red, blue) = (whole(kr * lumaSpan * unit), whole(kb * lumaSpan * unit))
        luma = Row(red: red, green: total - red - blue, blue: blue)
        let half = whole(chromaSpan * unit / 2)
        let redInBlue = whole(-kr / (1 - kb) / 2 * chromaSpan * unit)
        let blueInRed = whole(-kb / (1 - kr) / 2 * chromaSpan * unit)
        // Greys must come out without a tint, so green takes what rounding left.
        blueDifference = Row(red: redInBlue, green: -half - redInBlue, blue: half)
        redDifference = Row(red: half, green: -half - blueInRed, blue: blueInRed)
        lumaOffset = fullRange ? 0 : Int32(16 * step)
        chromaOffset = Int32(128 * step)
        limit = Int32(most)
    }

    /// One component of the mean of `1 << extraShift` pixels whose channels were added up.
    @inline(__always)
    func code(_ row: Row, _ red: Int32, _ green: Int32, _ blue: Int32, offset: Int32, extraShift: Int32 = 0) -> Int32 {
        let bits = Self.shift &+ extraShift
        let sum = row.red &* red &+ row.green &* green &+ row.blue &* blue
        let value = ((sum &+ (1 << (bits &- 1))) >> bits) &+ offset
        return min(max(value, 0), limit)
    }
}
