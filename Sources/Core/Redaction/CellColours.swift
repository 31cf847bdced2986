import TimelineCore

/// A square of colours that a mosaic or gaussian cover is made from, coarser than (or as coarse as) the palette.
///
/// Shape: `side * side * 3` bytes, R G B per cell, row by row, every channel one of eight levels.
struct CellColours: Hashable, Sendable {
    let side: Int
    let rgb: [UInt8]

    /// Averages the palette over equal squares and quantises again, so that a mean tells no more than a cell did.
    init(of palette: ColourGrid?, subject: CoverSubject, side: Int) {
        self.init(cells: palette?.cells ?? Self.neutralCells(for: subject), side: side)
    }

    /// Averages `ColourGrid.side` squared cells by area, in whole numbers: the same everywhere.
    private init(cells: [UInt8], side: Int) {
        let source = ColourGrid.side
        let side = min(max(side, 1), source)
        var means = [UInt8](repeating: 0, count: side * side * 3)
        let shares = Self.shares(from: source, to: side)
        for row in 0..<side {
            for column in 0..<side {
                for channel in 0..<3 {
                    var sum = 0
                    for (y, weightY) in shares[row] {
                        for (x, weightX) in shares[column] {
                            sum += weightX * weightY * Int(cells[(y * source + x) * 3 + channel])
                        }
                    }
                    let mean = (sum + source * source / 2) / (source * source)
                    means[(row * side + column) * 3 + channel] = ColourGrid.quantised(UInt8(clamping: mean))
                }
            }
        }
        self.side = side
        self.rgb = means
    }

    /// For each of `to` equal parts, which of `from` cells it holds and how much of each; a part's weights add up to
    /// `from`.
    private static func shares(from: Int, to: Int) -> [[(Int, Int)]] {
        (0..<to).map { part in
            (0..<from).compactMap { cell in
                let common = min((part + 1) * from, (cell + 1) * to) - max(part * from, cell * to)
                return common > 0 ? (cell, common) : nil
            }
        }
    }

    func colour(_ column: Int, _ row: Int) -> RGBColour {
        let base = (row * side + column) * 3
        return RGBColour(red: rgb[base], green: rgb[base + 1], blue: rgb[base + 2])
    }

    /// Colours for a subject of which no colours are known: greyish cells drawn from the subject's number alone.
    private static func neutralCells(for subject: CoverSubject) -> [UInt8] {
        var state: UInt64
        switch subject {
        case .face(let id): state = UInt64(bitPattern: Int64(id)) &* 2
        case .region(let index): state = UInt64(bitPattern: Int64(index)) &* 2 &+ 1
        }
        var cells: [UInt8] = []
        for _ in 0..<ColourGrid.side * ColourGrid.side {
            // Five of the eight levels around middle grey, with a slight warmth: a calm patch that is nobody's.
            let level = 64 + Int(next(&state) % 5) * 32
            cells += [UInt8(clamping: level + 16), UInt8(clamping: level), UInt8(clamping: level - 16)]
        }
        return cells.map(ColourGrid.quantised)
    }

    /// One step of SplitMix64. Source: Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators".
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
