import TimelineCore

/// A look that makes one row of pixels at a time, so that painting needs no picture-sized scratch memory.
///
/// The looks are plain values without any access to a picture: what they make cannot depend on what lies beneath.
enum CoverRows: Sendable {
    case flat(FlatRows)
    case mosaic(MosaicRows)
    case gradient(GradientRows)
    case figure(FigureRows)
    case plate(PlateRows)

    /// Fills `line` (R G B per pixel) with the row `row` of the upright picture.
    ///
    /// - Returns: false when the line is as it was after the call before; the first call always answers true.
    mutating func fill(_ line: inout [UInt8], row: Int) -> Bool {
        switch consume self {
        case .flat(var rows):
            let changed = rows.fill(&line)
            self = .flat(rows)
            return changed
        case .mosaic(var rows):
            let changed = rows.fill(&line, row: row)
            self = .mosaic(rows)
            return changed
        case .gradient(var rows):
            let changed = rows.fill(&line, row: row)
            self = .gradient(rows)
            return changed
        case .figure(var rows):
            let changed = rows.fill(&line, row: row)
            self = .figure(rows)
            return changed
        case .plate(var rows):
            let changed = rows.fill(&line, row: row)
            self = .plate(rows)
            return changed
        }
    }
}

/// Rows of one colour.
struct FlatRows: Sendable {
    private let colour: RGBColour
    private var started = false

    init(_ colour: RGBColour) { self.colour = colour }

    mutating func fill(_ line: inout [UInt8]) -> Bool {
        guard !started else { return false }
        started = true
        line.fill(with: colour, from: 0, to: line.count / 3)
        return true
    }
}

extension [UInt8] {
    /// Writes one colour into the pixels `from..<to` of an R G B line.
    mutating func fill(with colour: RGBColour, from: Int, to: Int) {
        for x in from..<Swift.max(from, to) {
            self[x * 3] = colour.red
            self[x * 3 + 1] = colour.green
            self[x * 3 + 2] = colour.blue
        }
    }
}
