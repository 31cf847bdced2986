// Media: videos in, videos out, over FFmpeg.
//
// Purpose: the decoder process reads hostile files from a descriptor it was handed; the compositor process writes a
// new file to another. Neither ever opens a path. Which containers and codecs are tried is decided here, in Swift;
// the loops are in the CFFmpeg shim.
//
// Must not know: faces, timelines, covers, sockets.
//
// Diagnostics: every failure is a ``MediaError``; FFmpeg's own log is silenced, because a hostile file could write
// what it likes there.
//
// Known limits: pictures of 4:2:2 that are stored sideways are delivered as 4:4:4; animated WebP is no video to
// FFmpeg 5.1; Matroska times are whole milliseconds.

/// A ratio of two whole numbers: an aspect, a rate, a time base.
package struct Ratio: Hashable, Sendable {
    package var numerator: Int
    package var denominator: Int

    package init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The ratio as a number; 0 where it says nothing.
    package var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }
    /// True when both parts are positive.
    package var isKnown: Bool { numerator > 0 && denominator > 0 }
}
