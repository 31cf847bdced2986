/// Half a millisecond: times that travelled through a document are equal when they differ by less.
let timeTolerance = 0.0005

/// The shots of a clip: spans of frames between cuts, over which nothing is carried.
package struct ShotMap: Hashable, Sendable {
    /// First frame of every shot, ascending, then the number of frames.
    private let bounds: [Int]

    /// Cuts outside the clip and repeated cuts are ignored; the order does not matter.
    package init(cuts: [Int], frameCount: Int) {
        var bounds = [0]
        for cut in cuts.sorted() where cut > 0 && cut < frameCount && cut != bounds[bounds.count - 1] {
            bounds.append(cut)
        }
        bounds.append(max(frameCount, 1))
        self.bounds = bounds
    }

    /// Number of shots, at least one.
    package var count: Int { bounds.count - 1 }

    /// Frames of the shot with this number.
    package subscript(number: Int) -> Range<Int> { bounds[number]..<bounds[number + 1] }

    /// Number of the shot that holds a frame; frames outside belong to the first or last shot.
    package func number(of frame: Int) -> Int {
        var low = 0
        var high = count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if bounds[middle] <= frame { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Frames of the shot that holds a frame.
    package func shot(of frame: Int) -> Range<Int> { self[number(of: frame)] }
}
