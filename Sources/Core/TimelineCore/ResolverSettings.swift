/// The measures by which the resolver turns face boxes into covers.
package struct ResolverSettings: Hashable, Sendable {
    /// Share of the face width added left and right. Source: PRIVACY 1.4, "head".
    package var sideShare = 0.25
    /// Share of the face height added above. Source: PRIVACY 1.4, "head".
    package var topShare = 0.45
    /// Share of the face height added below. Source: PRIVACY 1.4, "head".
    package var bottomShare = 0.15
    /// Margin for the tracker's error left, right and below, as a share of the face width. Source: PRIVACY 1.4, "at
    /// least 8 % of W"; boxes end short of the true face by 5 % of W at the sides (95th percentile of the test clips).
    /// Above, the head's own share is twice the largest error.
    package var motionShare = 0.08
    /// Least margin on every side, in pixels: subsampled colour reaches this far. Source: PRIVACY 1.4, "+2 px".
    package var leastMargin = 2.0
    /// How far a cover reaches towards where the head is in the frames before and after. Source: a shutter is open for
    /// half the time between two frames at most, so a smear ends half way.
    package var neighbourShare = 0.5
    /// Side of the codec's blocks in a photo and around regions, in pixels; areas are rounded outward to it. Source: PRIVACY 1.2, residue
    /// ends at the 16-pixel block.
    package var photoBlock = 16
    /// The same in a video: H.264's smallest transform. Source: 16 faces pasted into one clip, coded with H.264, HEVC
    /// and MPEG-4: what varies with the face falls to the level of the whole picture within 8 pixels of it, with no
    /// step at 16; head and margin reach farther than that around every face of 24 px and more.
    package var videoBlock = 4
    /// Two faces of a video touch when they are nearer than this share of the smaller width. Source: judgement; more
    /// than smoothing may move a box (TrackShaper, 6 %).
    package var doubtMargin = 0.10
    /// In a photo nobody moves, so only faces that share more than this part of the smaller box are in doubt. Source:
    /// of 18 overlapping pairs among 342 annotated faces 8 share less, heads that merely touch.
    package var photoDoubtShare = 0.05
    /// How long a doubt lasts before and after the faces touch, in seconds. Source: the same half second that
    /// covers are held for (PRIVACY 1.4).
    package var doubtHold = 0.5

    package init() {}

    /// Side of the blocks that covers are rounded outward to.
    package func blockSize(of kind: MediaKind) -> Int { kind == .photo ? photoBlock : videoBlock }

    package static let standard = ResolverSettings()
}
