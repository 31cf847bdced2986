/// One frame that a detector looked at, with its detections in an order of their own.
struct Look: Sendable {
    var frame: Int
    var time: Double
    /// Sound, without duplicates, the best score first.
    var detections: [Detection]

    /// Sorts, drops what is no box, and merges boxes that show one face, so that neither the order of the
    /// detections nor the number of looks they come from makes a difference.
    init(_ observation: FrameObservation, settings: TrackerSettings) {
        frame = observation.frame
        time = observation.time
        let sound = observation.detections.filter {
            $0.box.isSound && !$0.box.isEmpty && $0.score >= settings.continueThreshold
        }
        detections = Self.merged(sound.sorted(by: Self.precedes), settings: settings)
    }

    private static func precedes(_ one: Detection, _ two: Detection) -> Bool {
        if one.score != two.score { return one.score > two.score }
        if one.box.x != two.box.x { return one.box.x < two.box.x }
        if one.box.y != two.box.y { return one.box.y < two.box.y }
        if one.box.width != two.box.width { return one.box.width > two.box.width }
        if one.box.height != two.box.height { return one.box.height > two.box.height }
        // Same box and score: the colours decide, so that the palette does not depend on the order either.
        let cells = (one.grid?.cells ?? [], two.grid?.cells ?? [])
        return cells.0.lexicographicallyPrecedes(cells.1)
    }

    private static func merged(_ sorted: [Detection], settings: TrackerSettings) -> [Detection] {
        var kept: [Detection] = []
        for candidate in sorted {
            if let known = kept.firstIndex(where: { isSame($0, candidate, settings: settings) }) {
                kept[known].box = held(kept[known].box, candidate, settings: settings)
            } else {
                kept.append(candidate)
            }
        }
        return kept
    }

    /// Two sure boxes on one face, one of which reaches beyond the head of the other: who knows which is right.
    private static func held(_ box: PixelBox, _ other: Detection, settings: TrackerSettings) -> PixelBox {
        guard other.score >= settings.startThreshold else { return box }
        let head = box.expanded(left: 0.2, top: 0.4, right: 0.2, bottom: 0.1)
        return head.union(other.box) == head ? box : box.union(other.box)
    }

    /// A part of a face is often reported as a small face in it. It is dropped only while it is doubtful: a sure
    /// face inside another one is a child in front of an adult.
    private static func isSame(_ kept: Detection, _ other: Detection, settings: TrackerSettings) -> Bool {
        if kept.box.overlap(with: other.box) >= settings.duplicateOverlap { return true }
        guard other.score < settings.startThreshold else { return false }
        let common = kept.box.intersection(other.box).area
        return common >= 0.8 * min(kept.box.area, other.box.area)
    }
}
