import TimelineCore

/// The covers of one subject over all frames: what no single frame can tell.
package struct CoverHistory: Sendable {
    /// What many frames show together.
    package enum Weakness: Hashable, Sendable {
        /// A mosaic's or gaussian's colours are not one set.
        case changing
        /// What lies beneath shows, faintly, all the time.
        case translucent
    }

    /// Mean, over the frames, of what shines through at the most (see ``CoverMeasures/calmBias``).
    ///
    /// Source: measured over 81 tracks of seven moving scenes, x264 crf 18: honest mosaics up to 0.9, shapes 1.06; a
    /// mosaic at 95 % opacity from 0.8, nine in ten above 1.2. A gaussian's slow slopes: 1.06 against 1.4.
    private static let shine = 1.2
    private static let gaussianShine = 1.3
    private let kind: CoverStyle.Kind
    private let coding: CodingError
    private let fewestPictures: Int
    private var calmFrames = 0
    private var bias = 0.0
    private var track = TrackStrength()

    /// - Parameter fewestPictures: fewer with calm blocks than this say nothing together.
    package init(kind: CoverStyle.Kind, coding: CodingError, fewestPictures: Int) {
        self.fewestPictures = fewestPictures
        self.kind = kind
        self.coding = coding
    }

    /// Takes in one frame; `strength` is nil where another cover lies on this one.
    package mutating func add(_ measures: CoverMeasures, _ strength: CoverStrength?) {
        if measures.calmBlocks > 0 {
            calmFrames += 1
            bias += measures.calmBias
        }
        if let strength { track.add(strength) }
    }

    /// What is wrong with the covers of this subject as a whole, or nil.
    package var weakness: Weakness? {
        // The others' colours do not come from a face, and a figure moves against the cells it is measured by.
        let hasColours = kind == .mosaic || kind == .gaussian
        if hasColours, track.drift > CoverStrength.codingDrift * coding.factor { return .changing }
        let limit = (kind == .gaussian ? Self.gaussianShine : Self.shine) * coding.factor
        if calmFrames >= fewestPictures, bias / Double(calmFrames) > limit { return .translucent }
        return nil
    }
}
