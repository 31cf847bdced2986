import TimelineCore

/// Looks at the outermost lines of an area, where a cover that is short or shifted lets the picture in.
///
/// A deblocking filter may also change these lines, but only by a share of the contrast across the rim; a line that
/// is not covered differs by about the whole contrast.
struct RimComparison {
    /// Pixels of one stretch along the rim.
    private static let stretch = 16
    /// The share of the contrast that filters may leave in each line, from the rim inward, over
    /// ``CoverTolerance/edgePerContrast``.
    ///
    /// Source: measured. WebP's filter reaches furthest; x264 at crf 28 now and then predicts the outermost line of a
    /// moving cover from half a pixel outside, so that it shows the neighbour's colour. Two bare lines are found.
    private static let lineShares = [2.2, 0.6, 0.5]

    let area: AreaComparison
    let tolerance: CoverTolerance

    /// The four sides of an area.
    enum Side: CaseIterable { case top, bottom, left, right }

    /// The worst stretch of the given sides, as measured over allowed.
    func worstRatio(sides: [Side]) -> Double {
        sides.map(worstRatio).max() ?? 0
    }

    private func worstRatio(_ side: Side) -> Double {
        let isLevel = side == .top || side == .bottom
        let length = isLevel ? area.rect.width : area.rect.height
        let thickness = isLevel ? area.rect.height : area.rect.width
        var worst = 0.0
        for start in stride(from: 0, to: length, by: Self.stretch) {
            let end = length - start < Self.stretch * 3 / 2 ? length : start + Self.stretch
            for line in 0..<min(Self.lineShares.count, thickness) { worst = max(worst, ratio(side, line, start..<end)) }
            if end == length { break }
        }
        return worst
    }

    private func ratio(_ side: Side, _ line: Int, _ range: Range<Int>) -> Double {
        var (difference, contrast, steps) = (0.0, 0.0, 0.0)
        for position in range {
            let index = index(side, line, position)
            difference += Double(abs(area.residual[index]))
            steps += Double(step(side, line, position))
            if let outside = outside(side, position) {
                contrast += Double(abs(outside - area.expected[index]))
            }
        }
        let count = Double(range.count)
        let share = tolerance.edgePerContrast * Self.lineShares[line]
        let allowed = tolerance.edge + share * contrast / count + tolerance.blockPerStep * steps / count
        return difference / count / allowed
    }

    private func index(_ side: Side, _ line: Int, _ position: Int) -> Int {
        let (width, height) = (area.rect.width, area.rect.height)
        return switch side {
        case .top: line * width + position
        case .bottom: (height - 1 - line) * width + position
        case .left: position * width + line
        case .right: position * width + width - 1 - line
        }
    }

    /// The mean of the look's own steps near a rim pixel, inward and along: where the look has edges, coding rings.
    private func step(_ side: Side, _ line: Int, _ position: Int) -> Float {
        let isLevel = side == .top || side == .bottom
        let length = isLevel ? area.rect.width : area.rect.height
        let thickness = isLevel ? area.rect.height : area.rect.width
        let here = area.expected[index(side, line, position)]
        let along = area.expected[index(side, line, min(position + 1, length - 1))]
        let inward = area.expected[index(side, min(line + 4, thickness - 1), position)]
        return abs(along - here) + abs(inward - here) / 4
    }

    /// Luma of the picture two pixels outside the rim, nil where there is no picture.
    private func outside(_ side: Side, _ position: Int) -> Float? {
        let rect = area.rect
        let (x, y) =
            switch side {
            case .top: (rect.left + position, rect.top - 2)
            case .bottom: (rect.left + position, rect.bottom + 1)
            case .left: (rect.left - 2, rect.top + position)
            case .right: (rect.right + 1, rect.top + position)
            }
        let bounds = area.picture.rect
        guard x >= 0, y >= 0, x < bounds.right, y < bounds.bottom else { return nil }
        return area.picture.luma(row: y, columns: x..<x + 1).first
    }
}
