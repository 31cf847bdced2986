/// Says where a visible face is in doubt and has to be covered nevertheless.
///
/// A visible face that touches a covered one may have swapped identity with it, or its box may show the other
/// face: the cover wins until they have been apart for a while (DESIGN 1, rule 4).
struct DoubtIndex: Sendable {
    /// One flag for every entry of the sample index.
    private let flags: [Bool]

    init(timeline: Timeline, index: SampleIndex, shots: ShotMap, settings: ResolverSettings) {
        var flags = [Bool](repeating: false, count: index.entries.count)
        var touched = [[Int]](repeating: [], count: timeline.faces.count)
        if timeline.faces.contains(where: \.visible), timeline.faces.contains(where: { !$0.visible }) {
            for frame in timeline.frameTimes.indices {
                let found = Self.touched(frame: frame, timeline: timeline, index: index, settings: settings)
                for face in found { touched[face].append(frame) }
            }
        }
        let held = touched.map {
            Self.held($0, timeline: timeline, shots: shots, hold: settings.doubtHold)
        }
        for (face, spans) in held.enumerated() {
            for span in spans {
                for frame in span {
                    for position in index.positions(frame: frame)
                    where index.entries[position].face == Int32(face) { flags[position] = true }
                }
            }
        }
        self.flags = flags
    }

    /// True when the visible face of this entry is to be covered.
    subscript(entry position: Int) -> Bool { flags[position] }

    /// Gives the visible faces that touch a covered one at this frame.
    private static func touched(
        frame: Int, timeline: Timeline, index: SampleIndex, settings: ResolverSettings
    ) -> [Int] {
        var found: [Int] = []
        let positions = index.positions(frame: frame)
        for one in positions {
            let face = Int(index.entries[one].face)
            guard timeline.faces[face].visible else { continue }
            let box = timeline.faces[face].samples[Int(index.entries[one].sample)].box
            let meets = positions.contains { other in
                let neighbour = timeline.faces[Int(index.entries[other].face)]
                guard !neighbour.visible else { return false }
                let hidden = neighbour.samples[Int(index.entries[other].sample)].box
                return touches(box, hidden, kind: timeline.kind, settings: settings)
            }
            if meets, found.last != face { found.append(face) }
        }
        return found
    }

    private static func touches(
        _ one: PixelBox, _ other: PixelBox, kind: MediaKind, settings: ResolverSettings
    ) -> Bool {
        // A box that is not sound may be anywhere.
        guard one.isSound, other.isSound else { return true }
        switch kind {
        case .photo:
            let common = one.intersection(other).area
            return common > settings.photoDoubtShare * min(one.area, other.area)
        case .video:
            let reach = settings.doubtMargin * min(one.width, other.width)
            return one.outset(by: reach).intersection(other).area > 0
        }
    }

    /// Grows frames of contact into spans that last the hold before and after, each inside its shot.
    private static func held(
        _ frames: [Int], timeline: Timeline, shots: ShotMap, hold: Double
    ) -> [ClosedRange<Int>] {
        var spans: [ClosedRange<Int>] = []
        for frame in frames {
            let time = timeline.frameTimes[frame]
            let shot = shots.shot(of: frame)
            var first = frame
            while first > shot.lowerBound, time - timeline.frameTimes[first - 1] <= hold + timeTolerance {
                first -= 1
                // What lies before the end of the last span is in it already.
                if let last = spans.last, first <= last.upperBound { break }
            }
            var end = max(frame, spans.last.map { $0.contains(frame) ? $0.upperBound : frame } ?? frame)
            while end + 1 < shot.upperBound, timeline.frameTimes[end + 1] - time <= hold + timeTolerance { end += 1 }
            if let last = spans.last, first <= last.upperBound {
                spans[spans.count - 1] = last.lowerBound...max(end, last.upperBound)
            } else {
                spans.append(first...end)
            }
        }
        return spans
    }
}
