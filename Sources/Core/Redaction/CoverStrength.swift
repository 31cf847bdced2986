import TimelineCore

/// How much the finished pixels of one cover can still tell, measured without drawing the cover again.
///
/// Units: levels of 255; cells per head or face.
package struct CoverStrength: Hashable, Sendable {
    /// The fewest equal cells across the head box that explain the pixels; nil when even the finest tried do not
    /// (an uncovered face, a fine mosaic, a gradient).
    package var cellsAcrossHead: Int?
    /// The same across the face itself.
    package var cellsAcrossFace: Double?
    /// Standard deviation of luma that the style's own look leaves over: within the due cells of a mosaic, around the
    /// due surface of a gaussian, else around one colour.
    package var unexplained: Double
    /// Deviation from a plane in blocks of 8 x 8 pixels, the median block: zero for flat colours and slow gradients.
    package var fineDetail: Double
    /// Colours further apart than coding moves them, of which each shows in at least one sample of 250.
    package var distinctColours: Int
    /// Mean R'G'B' of each due cell; empty where the cover is not wholly in the picture.
    package var cellColours: [Float]

    /// How many cells across the face a mosaic may show. Source: PRIVACY, "never more than 8".
    package static let mostCellsAcrossFace = 8.0
    /// Deviation within a cell that honest coding explains. Source: measured, x264 crf 28 and JPEG quality 60.
    package static let codingDeviation = 3.0
    /// Deviation of a cell's colour over time that honest coding explains. Source: PRIVACY 1.5 item 4.
    package static let codingDrift = 3.0

    /// True when the pixels are no finer than a cover of this kind may be.
    ///
    /// A shape or an emoji has edges of its own: of these only bare texture is told here, the rest by
    /// ``CoverInspector``.
    package func meetsFloor(of kind: CoverStyle.Kind, coding: CodingError = .least) -> Bool {
        let deviation = Self.codingDeviation * coding.factor
        switch kind {
        case .mosaic:
            guard let cellsAcrossFace else { return false }
            return cellsAcrossFace <= Self.mostCellsAcrossFace && unexplained <= deviation
        case .gaussian: return unexplained <= deviation
        case .bar:
            // Animations are coded as patches, at whose rims the hue slips while the lightness stands still; the
            // inspector holds each pixel against the bar's colour besides.
            return unexplained <= deviation && (distinctColours <= 1 || unexplained <= deviation / 3)
        case .shape, .emoji: return fineDetail <= deviation
        }
    }
}

/// The colours of one subject's cover over time: they must not change, or many frames tell more than one.
package struct TrackStrength: Sendable {
    /// Sums of one cell channel over the frames.
    private struct Sums {
        var count = 0.0
        var mean = 0.0
        var squares = 0.0

        /// Source: Welford 1962, the running variance that keeps its digits.
        mutating func add(_ value: Double) {
            count += 1
            let step = value - mean
            mean += step / count
            squares += step * (value - mean)
        }
    }

    /// One set of sums per number of cells: a face that grows past the small-face rule changes its grid, not its
    /// colours within a grid.
    private var sums: [Int: [Sums]] = [:]

    package init() {}

    /// Takes in one frame; frames that do not show the whole cover are left out.
    package mutating func add(_ strength: CoverStrength) {
        let colours = strength.cellColours
        guard !colours.isEmpty else { return }
        var cells = sums[colours.count] ?? Array(repeating: Sums(), count: colours.count)
        for (index, colour) in colours.enumerated() { cells[index].add(Double(colour)) }
        sums[colours.count] = cells
    }

    /// Frames taken in.
    package var frames: Int { sums.values.reduce(0) { $0 + Int($1.first?.count ?? 0) } }

    /// Standard deviation over time of the colour that changes most, in levels of 255, less what chance may add.
    ///
    /// Of 192 channels seen in ten frames the worst is easily half again as large as all of them are.
    package var drift: Double {
        var worst = 0.0
        for cell in sums.values.joined() where cell.count > 1 {
            let chance = 1 + 2 / cell.count.squareRoot()
            worst = max(worst, (cell.squares / cell.count).squareRoot() / chance)
        }
        return worst
    }

    /// True while the colours are as constant as coding leaves them.
    package var isConstant: Bool { drift <= CoverStrength.codingDrift }
}
