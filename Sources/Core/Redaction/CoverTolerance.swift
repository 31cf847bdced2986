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

    /// For x264 up to crf 28, JPEG and WebP from quality 60. Source: measured, see InspectorCodecTests.
    package static let standard = CoverTolerance(
        meanLuma: 4, meanChroma: 5, lumaBias: 1.3, chromaBias: 2, outlier: 24, outlierShare: 0.02, calmDetail: 1.5,
        block: 6, blockPerStep: 1, chromaBlock: 12, edge: 6, edgePerContrast: 0.3, absentShare: 0.4
    )
}
