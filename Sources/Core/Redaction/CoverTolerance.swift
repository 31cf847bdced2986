/// How much of a difference honest coding may make.
///
/// Units: levels of 255 (luma of the full range), shares, and factors without a unit.
package struct CoverTolerance: Hashable, Sendable {
    package var meanLuma: Double
    package var meanChroma: Double
    package var lumaBias: Double
    package var chromaBias: Double
    /// A pixel off by more than this is an outlier.
    package var outlier: Double
    package var outlierShare: Double
    package var calmDetail: Double
    /// For ``CoverMeasures/calmBias``.
    package var calmBias: Double
    /// Allowed in a block without edges of its own.
    package var block: Double
    /// Allowed in a block on top, per level of its mean step between neighbouring pixels.
    package var blockPerStep: Double
    package var chromaBlock: Double
    /// Allowed in a stretch of the rim.
    package var edge: Double
    /// Allowed in a stretch of the rim on top, per level of contrast to the picture outside.
    package var edgePerContrast: Double
    /// Share of failed blocks from which nothing of a cover is recognised.
    package var absentShare: Double

    /// For x264 up to crf 28, x265 up to 22, AV1 up to 24, JPEG and WebP from quality 60.
    ///
    /// Source: measured on moving scenes, see InspectorCodecTests: every honest cover of every style stays below, and
    /// what PRIVACY 1.5 item 7 lists stays above, but for a mosaic at 95 % opacity, which needs ``fine``.
    package static let standard = CoverTolerance(
        meanLuma: 4, meanChroma: 5, lumaBias: 1.4, chromaBias: 2, outlier: 24, outlierShare: 0.02, calmDetail: 1.5,
        calmBias: 2.8, block: 6.4, blockPerStep: 1.1, chromaBlock: 18, edge: 8.5, edgePerContrast: 0.5,
        absentShare: 0.4
    )

    /// For visually lossless coding: x264 and x265 up to crf 20, JPEG and WebP from quality 90.
    ///
    /// Source: as for ``standard``; it also tells a mosaic at 95 % opacity, wherever a cell holds whole blocks.
    package static let fine = CoverTolerance(
        meanLuma: 2, meanChroma: 3, lumaBias: 1.2, chromaBias: 1.5, outlier: 24, outlierShare: 0.01, calmDetail: 1,
        calmBias: 1.75, block: 4, blockPerStep: 1, chromaBlock: 10, edge: 5, edgePerContrast: 0.4, absentShare: 0.4
    )

    /// For coding that shows: x264 up to crf 36, x265 up to 30, AV1 up to 40, JPEG and WebP from quality 30.
    package static let coarse = standard.scaled(by: 2)

    /// Covers of fewer pixels than this are all edge and detail. Source: measured, covers of faces of 12 to 35 pixels.
    private static let fewPixels = 4096
    /// Fewer calm blocks than these do not average chance away, in their brightness and in their detail.
    private static let fewBlocks = 8
    private static let fewestBlocks = 4.0

    /// The same tolerance, with room for chance where little is to be seen.
    ///
    /// Source: measured over seven moving scenes: of 28,000 honest covers 60 were off, all of them by less than this;
    /// and where covers of 20-pixel faces lie on each other, by up to 2.4 in one block and 5.9 in 320
    /// pixels' colour; the colour of an emoji of 670 pixels was off by 6.1.
    func fitting(_ measures: CoverMeasures) -> CoverTolerance {
        var fitting = self
        if measures.calmBlocks < Self.fewBlocks { fitting.lumaBias *= 1.5 }
        fitting.calmDetail *= max(1, Self.fewestBlocks / Double(max(measures.calmBlocks, 1))).squareRoot()
        guard measures.pixels < Self.fewPixels else { return fitting }
        let share = Double(Self.fewPixels) / Double(max(measures.pixels, 256))
        let room = max(1.5, share.squareRoot())
        // Halved colour keeps nothing of what is a few pixels wide.
        fitting.chromaBias *= min(max(1.5, share), 4)
        fitting.meanLuma *= room
        fitting.meanChroma *= room
        return fitting
    }

    /// What honest coding of this kind may do.
    package static func of(_ coding: CodingError) -> CoverTolerance { standard.scaled(by: coding.factor) }

    /// The same tolerance for coding that errs by `factor` times as much.
    package func scaled(by factor: Double) -> CoverTolerance {
        var scaled = self
        scaled.meanLuma *= factor
        scaled.meanChroma *= factor
        scaled.lumaBias *= factor
        scaled.chromaBias *= factor
        scaled.outlierShare *= factor * factor
        scaled.calmDetail *= factor
        scaled.calmBias *= factor
        scaled.block *= factor
        scaled.blockPerStep *= factor.squareRoot()
        scaled.chromaBlock *= factor
        scaled.edge *= factor
        scaled.edgePerContrast = min(scaled.edgePerContrast * factor.squareRoot(), 0.7)
        return scaled
    }
}
