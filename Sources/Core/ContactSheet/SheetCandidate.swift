import TimelineCore

/// A frame from which a face's picture for the sheet may be taken.
package struct SheetCandidate: Hashable, Sendable {
    package var frame: Int
    /// Whole pixels of the upright picture: a square around the head, inside the picture.
    package var part: PixelRect

    /// Candidates per face: enough to find a frame without motion blur or a turned head, few enough that a clip full
    /// of faces costs little more than decoding it.
    package static let most = 5
    /// A candidate with less than this share of the best one's weight is not worth its slot.
    static let leastShare = 0.25

    /// Chooses frames in which a face is likely to be seen well, spread over the time it is there.
    ///
    /// The time from first to last sample is cut into equal parts; in each the heaviest sample (score times visible
    /// area) is taken. Samples that a detector saw come first: a tracked or interpolated box may show anything.
    package static func choose(from samples: [FaceSample], in size: PixelSize) -> [SheetCandidate] {
        let detected = samples.filter { $0.origin == .detected }
        let usable = detected.isEmpty ? samples : detected
        guard let first = usable.first?.frame, let last = usable.last?.frame else { return [] }
        var best: [(sample: FaceSample, weight: Double)?] = Array(repeating: nil, count: most)
        for sample in usable {
            let weight = Self.weight(of: sample, in: size)
            let part = min(most - 1, (sample.frame - first) * most / (last - first + 1))
            // The earlier of two alike stays, so that the choice depends on nothing else.
            if weight > 0, weight > best[part]?.weight ?? 0 { best[part] = (sample, weight) }
        }
        let heaviest = best.compactMap { $0?.weight }.max() ?? 0
        return best.compactMap(\.self).filter { $0.weight >= leastShare * heaviest }.compactMap { chosen in
            HeadSquare.around(chosen.sample.box, in: size).map {
                SheetCandidate(frame: chosen.sample.frame, part: $0)
            }
        }
    }

    /// How much of a face there is to see; 0 where its box is nonsense or outside the picture.
    private static func weight(of sample: FaceSample, in size: PixelSize) -> Double {
        guard sample.box.isSound, sample.score.isFinite else { return 0 }
        return max(sample.score, 0.01) * sample.box.intersection(size.rect.box).area
    }
}
