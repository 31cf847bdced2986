import TimelineCore

/// How far finished pixels are from the cover that was due.
///
/// Units: levels of 255; shares 0...1. Ratios are "measured over allowed": above 1 is too much.
package struct CoverMeasures: Hashable, Sendable {
    /// Pixels looked at; 0 where the picture (or band) does not show the cover.
    package var pixels = 0
    /// Mean absolute difference of luma.
    package var meanLuma = 0.0
    /// Mean absolute difference of the worse colour difference.
    package var meanChroma = 0.0
    /// Signed mean difference of luma over calm blocks: what a translucent or wrong-coloured cover cannot hide.
    package var lumaBias = 0.0
    /// The larger signed mean difference of the two colour differences.
    package var chromaBias = 0.0
    /// Share of pixels whose luma is off by more than ``CoverTolerance/outlier``.
    package var outlierShare = 0.0
    /// Standard deviation of what the look does not explain, mean over calm blocks.
    package var calmDetail = 0.0
    /// Size of the signed mean differences of the twentieth of the calm blocks where they are largest: what shines
    /// through a see-through cover.
    package var calmBias = 0.0
    /// Blocks without edges of the look, away from its rim.
    package var calmBlocks = 0
    /// The worst 8 x 8 block's mean absolute luma difference over what it may be.
    package var worstBlockRatio = 0.0
    /// The worst 8 x 8 block's mean absolute luma difference.
    package var worstBlock = 0.0
    /// The worst 8 x 8 block's mean colour difference over what it may be.
    package var worstChromaRatio = 0.0
    /// Share of 8 x 8 blocks over what they may be.
    package var failedBlockShare = 0.0
    /// The worst stretch of the area's outermost two lines over what it may be.
    package var worstEdgeRatio = 0.0

    package init() {}
}

/// What is wrong with a cover, the most telling reason first.
package enum CoverWeakness: String, Hashable, Sendable, CaseIterable {
    /// Another colour, or a see-through cover: the whole is off by more than coding explains.
    case colour
    /// A part of the area does not look like the cover.
    case block
    /// The area's rim is not covered: too short, or shifted.
    case edge
    /// Finer detail than the style has.
    case detail
    /// The whole differs by more than coding explains, though no part stands out.
    case difference
}

/// What the inspector says of one cover in one picture.
package struct CoverVerdict: Hashable, Sendable {
    /// Whether the cover is there as it was due.
    package enum Finding: Hashable, Sendable {
        case sound
        case weak(CoverWeakness)
        case absent
    }

    package var subject: CoverSubject
    package var finding: Finding
    package var measures: CoverMeasures

    package init(subject: CoverSubject, finding: Finding, measures: CoverMeasures) {
        self.subject = subject
        self.finding = finding
        self.measures = measures
    }

    package var isSound: Bool { finding == .sound }
}
