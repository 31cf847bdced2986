/// A face seen in one frame of a finished file that nobody had covered there.
package struct FaceEvidence: Hashable, Sendable {
    package var frame: Int
    package var detection: Detection

    package init(frame: Int, detection: Detection) {
        self.frame = frame
        self.detection = detection
    }
}

// What only the verify pass found goes back into the timeline, so that the affected part can be rendered again.
extension Timeline {
    /// Gives the timeline with faces that the verify pass found, every one of them covered.
    ///
    /// Evidence of one face in neighbouring frames is joined, held for a while before and after within its shot, and
    /// added to a covered face that is there already; otherwise it becomes a new face of origin verifier, with the
    /// next id. Ids, selection and regions stay as they are; a visible face never takes evidence in, for then it
    /// would be shown.
    /// - Parameters:
    ///   - evidence: in any order; frames that are not in the timeline are ignored, for they are not in the picture.
    ///   - hold: seconds before and after.
    package func adding(evidence: [FaceEvidence], hold: Double = TrackerSettings.standard.hold) -> Timeline {
        var merged = self
        let shots = ShotMap(cuts: cuts, frameCount: frameTimes.count)
        let builder = EvidenceChains(frameTimes: frameTimes, shots: shots, hold: hold)
        for chain in builder.chains(of: evidence) {
            let samples = builder.samples(of: chain)
            if let face = merged.coveredFace(meeting: chain, shots: shots, hold: hold) {
                merged.faces[face].samples.absorb(samples)
            } else {
                let id = (merged.faces.map(\.id).max() ?? 0) + 1
                let best = chain.max { $0.detection.score < $1.detection.score }
                merged.faces.append(
                    FaceTrack(id: id, samples: samples, origin: .verifier, palette: best?.detection.grid)
                )
            }
        }
        return merged
    }

    /// Finds the covered face whose box lies over the evidence, in its frame or the nearest within the hold.
    private func coveredFace(meeting chain: [FaceEvidence], shots: ShotMap, hold: Double) -> Int? {
        var best: (overlap: Double, face: Int)?
        for (number, face) in faces.enumerated() where !face.visible {
            for seen in chain {
                guard let sample = face.samples.nearest(to: seen.frame),
                    abs(sample.time - frameTimes[seen.frame]) <= hold + timeTolerance,
                    shots.number(of: sample.frame) == shots.number(of: seen.frame)
                else { continue }
                let overlap = sample.box.overlap(with: seen.detection.box)
                if overlap >= 0.3, overlap > best?.overlap ?? 0 { best = (overlap, number) }
            }
        }
        return best?.face
    }
}

/// Joins pieces of evidence that are one face, and gives each join its samples.
private struct EvidenceChains {
    let frameTimes: [Double]
    let shots: ShotMap
    let hold: Double

    func chains(of evidence: [FaceEvidence]) -> [[FaceEvidence]] {
        let known = evidence.filter {
            frameTimes.indices.contains($0.frame) && $0.detection.box.isSound && !$0.detection.box.isEmpty
        }
        var chains: [[FaceEvidence]] = []
        for seen in known.sorted(by: precedes) {
            let candidates = chains.indices.filter { follows(seen, chains[$0][chains[$0].count - 1]) }
            let nearest = candidates.min { distance(seen, chains[$0]) < distance(seen, chains[$1]) }
            if let nearest { chains[nearest].append(seen) } else { chains.append([seen]) }
        }
        return chains
    }

    /// A box for every frame from the hold before the first piece to the hold after the last one.
    func samples(of chain: [FaceEvidence]) -> [FaceSample] {
        var samples: [FaceSample] = []
        let first = chain[0]
        let last = chain[chain.count - 1]
        let shot = shots.shot(of: first.frame)
        var next = 0
        for frame in shot {
            guard frameTimes[frame] >= frameTimes[first.frame] - hold - timeTolerance,
                frameTimes[frame] <= frameTimes[last.frame] + hold + timeTolerance
            else { continue }
            while next < chain.count, chain[next].frame < frame { next += 1 }
            samples.append(sample(frame, chain: chain, next: next))
        }
        return samples
    }

    /// - Parameter next: first piece at this frame or after it.
    private func sample(_ frame: Int, chain: [FaceEvidence], next: Int) -> FaceSample {
        let time = frameTimes[frame]
        let after = chain[min(next, chain.count - 1)]
        let before = chain[max(next - 1, 0)]
        let isSeen = after.frame == frame
        let isBetween = next > 0 && next < chain.count && !isSeen
        var box = after.detection.box
        if isBetween {
            let span = frameTimes[after.frame] - frameTimes[before.frame]
            box = before.detection.box.blended(
                with: box, share: span > 0 ? (time - frameTimes[before.frame]) / span : 0
            )
        } else if !isSeen {
            // Where it went is not known: the margin grows with time.
            box = box.outset(by: 0.4 * abs(time - frameTimes[after.frame]) * box.meanSide)
        }
        return FaceSample(
            frame: frame, time: time, box: box, score: after.detection.score,
            origin: isSeen ? .detected : isBetween ? .interpolated : .tracked
        )
    }

    private func precedes(_ one: FaceEvidence, _ two: FaceEvidence) -> Bool {
        let a = one.detection.box
        let b = two.detection.box
        return (one.frame, a.x, a.y, a.width, a.height, -one.detection.score)
            < (two.frame, b.x, b.y, b.width, b.height, -two.detection.score)
    }

    private func follows(_ seen: FaceEvidence, _ last: FaceEvidence) -> Bool {
        guard seen.frame > last.frame, shots.number(of: seen.frame) == shots.number(of: last.frame) else {
            return false
        }
        let elapsed = frameTimes[seen.frame] - frameTimes[last.frame]
        let size = last.detection.box.meanSide
        let ratio = max(size / seen.detection.box.meanSide, seen.detection.box.meanSide / size)
        let distance = seen.detection.box.centreDistance(to: last.detection.box)
        return elapsed <= 2 * hold && ratio <= 1.6 && distance <= (0.5 + elapsed) * size
    }

    private func distance(_ seen: FaceEvidence, _ chain: [FaceEvidence]) -> Double {
        seen.detection.box.centreDistance(to: chain[chain.count - 1].detection.box)
    }
}

extension [FaceSample] {
    /// The sample nearest in frames; nil when there is none.
    fileprivate func nearest(to frame: Int) -> FaceSample? {
        self.min { abs($0.frame - frame) < abs($1.frame - frame) }
    }

    /// Takes further samples in; where there is one already, the box grows to hold both.
    fileprivate mutating func absorb(_ others: [FaceSample]) {
        var merged: [FaceSample] = []
        var mine = self[...]
        var rest = others[...]
        while let one = mine.first, let two = rest.first {
            if one.frame == two.frame {
                var both = one
                both.box = one.box.union(two.box)
                both.score = Swift.max(one.score, two.score)
                merged.append(both)
                mine = mine.dropFirst()
                rest = rest.dropFirst()
            } else if one.frame < two.frame {
                merged.append(one)
                mine = mine.dropFirst()
            } else {
                merged.append(two)
                rest = rest.dropFirst()
            }
        }
        self = merged + mine + rest
    }
}
