import TimelineCore
import Wire

/// Looks at finished pixels and says for every cover that was due whether it is there.
///
/// It draws the look again from the style and compares; it reads pixels with its own conversion, and trusts nothing
/// that the painting side says.
package struct CoverInspector: Sendable {
    package let painter: CoverPainter
    package let tolerance: CoverTolerance

    package init(painter: CoverPainter, tolerance: CoverTolerance = .standard) {
        self.painter = painter
        self.tolerance = tolerance
    }

    /// Inspects every cover due in one decoded picture, or in one band of a photo.
    ///
    /// Shape: one verdict per cover, in order; a cover of which the picture shows nothing has `measures.pixels` 0.
    /// Units: covers in pixels of the upright picture; `look` must be of scale 1 and whole pixels.
    /// - Throws: ``RedactionError``.
    package func inspect(
        _ covers: [Cover], in picture: UnsafeRawBufferPointer, layout: PictureLayout,
        look: LookGeometry = LookGeometry()
    ) throws(RedactionError) -> [CoverVerdict] {
        let seen = try unsafe InspectedPicture(picture, layout: layout)
        let placement = try SlotPlacement(look: look, size: layout.size)
        guard placement.isWhole else { throw .geometry }
        return covers.indices.map { index in
            let cover = covers[index]
            let part = cover.area.intersection(placement.pictureRect)
            guard !part.isEmpty else {
                return CoverVerdict(subject: cover.subject, finding: .sound, measures: CoverMeasures())
            }
            var due = painter.raster(for: cover, within: part)
            for later in covers[(index + 1)...] where !later.area.intersection(part).isEmpty {
                due = due.overlaid(with: painter.raster(for: later, within: part))
            }
            let measures = measure(due, sides: sides(of: cover.area, part: part), seen, placement)
            return CoverVerdict(subject: cover.subject, finding: finding(measures), measures: measures)
        }
    }

    /// The sides of a part that are sides of the area, not cuts between bands.
    private func sides(of area: PixelRect, part: PixelRect) -> [RimComparison.Side] {
        RimComparison.Side.allCases.filter { side in
            switch side {
            case .top: part.top == area.top
            case .bottom: part.bottom == area.bottom
            case .left: part.left == area.left
            case .right: part.right == area.right
            }
        }
    }

    private func measure(
        _ due: CoverRaster, sides: [RimComparison.Side], _ picture: InspectedPicture, _ placement: SlotPlacement
    ) -> CoverMeasures {
        let area = AreaComparison(rect: placement.slotRect(due.rect), look: due, picture: picture, sides: sides)
        var measures = CoverMeasures()
        measures.pixels = area.residual.count
        let blocks = area.blocks()
        let total = Double(max(measures.pixels, 1))
        measures.meanLuma = Double(area.residual.reduce(Float(0)) { $0 + abs($1) }) / total
        let outlier = Float(tolerance.outlier)
        measures.outlierShare = Double(area.residual.count { abs($0) > outlier }) / total
        addBlocks(blocks, to: &measures)
        let chroma = area.chroma(look: due)
        measures.meanChroma = chroma.mean
        measures.chromaBias = chroma.bias
        measures.worstChromaRatio = chroma.worstBlock / tolerance.chromaBlock
        measures.worstEdgeRatio = RimComparison(area: area, tolerance: tolerance).worstRatio(sides: sides)
        return measures
    }

    private func addBlocks(_ blocks: [AreaComparison.Block], to measures: inout CoverMeasures) {
        var failed = 0
        for block in blocks where block.count >= 16 {
            let ratio = block.meanAbsolute / (tolerance.block + tolerance.blockPerStep * block.meanStep)
            measures.worstBlockRatio = max(measures.worstBlockRatio, ratio)
            measures.worstBlock = max(measures.worstBlock, block.meanAbsolute)
            if ratio > 1 { failed += 1 }
        }
        measures.failedBlockShare = Double(failed) / Double(max(blocks.count, 1))
        let calm = blocks.filter(\.isCalm)
        measures.calmBlocks = calm.count
        let bias = (calm.isEmpty ? blocks : calm)
        measures.lumaBias = bias.reduce(0) { $0 + $1.mean } / Double(max(bias.count, 1))
        measures.calmBias = strongestBias(calm)
        measures.calmDetail = calm.reduce(0) { $0 + $1.deviation } / Double(max(calm.count, 1))
    }

    /// The mean size of the signed differences of the twentieth of the calm blocks where they are largest.
    ///
    /// A see-through cover shows in many blocks; coarse coding now and then misses a single one by as much.
    private func strongestBias(_ calm: [AreaComparison.Block]) -> Double {
        let sizes = calm.map { abs($0.mean) }.sorted(by: >)
        let worst = sizes.prefix(max(4, sizes.count / 20))
        return worst.reduce(0, +) / Double(max(worst.count, 1))
    }

    private func finding(_ measures: CoverMeasures) -> CoverVerdict.Finding {
        let tolerance = tolerance.fitting(measures)
        if measures.failedBlockShare > tolerance.absentShare { return .absent }
        if abs(measures.lumaBias) > tolerance.lumaBias || measures.chromaBias > tolerance.chromaBias {
            return .weak(.colour)
        }
        if measures.worstBlockRatio > 1 || measures.worstChromaRatio > 1 { return .weak(.block) }
        if measures.worstEdgeRatio > 1 { return .weak(.edge) }
        if measures.calmDetail > tolerance.calmDetail || measures.calmBias > tolerance.calmBias {
            return .weak(.detail)
        }
        if measures.meanLuma > tolerance.meanLuma || measures.meanChroma > tolerance.meanChroma
            || measures.outlierShare > tolerance.outlierShare
        {
            return .weak(.difference)
        }
        return .sound
    }
}
