/// A manual region laid over the frames of a clip.
struct RegionSpan: Sendable {
    private let keyframes: [ManualRegion.Keyframe]
    /// Frames that are on the screen at any moment of the region's time, its ends included.
    let frames: Range<Int>

    init(_ region: ManualRegion, frameTimes: [Double]) {
        keyframes = region.keyframes.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
        // A frame stays on the screen until the next one: the first frame is the last that starts at or before
        // `from`, so that a region between two frames hides the frame seen then.
        let after = Self.firstFrame(in: frameTimes) { $0 > region.from + timeTolerance }
        let first = max(0, after - 1)
        let end = Self.firstFrame(in: frameTimes) { $0 > region.to + timeTolerance }
        frames = first..<max(first, end)
    }

    /// Gives the box at a time: linear between keyframes, the first and last one held outside them.
    /// - Returns: nil without keyframes.
    func box(at time: Double) -> PixelBox? {
        guard let first = keyframes.first, let last = keyframes.last else { return nil }
        if time <= first.time { return first.box }
        if time >= last.time { return last.box }
        let after = Self.firstIndex(keyframes.count) { keyframes[$0].time > time }
        let one = keyframes[after - 1]
        let two = keyframes[after]
        return one.box.blended(with: two.box, share: (time - one.time) / (two.time - one.time))
    }

    private static func firstFrame(in times: [Double], where after: (Double) -> Bool) -> Int {
        firstIndex(times.count) { after(times[$0]) }
    }

    /// Gives the first index for which a condition holds that, once true, stays true; `count` when it never does.
    private static func firstIndex(_ count: Int, where holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
