/// Turns the detections of one track into a box for every frame in which the face is to be considered present.
///
/// Smooths without delay (the future is known), interpolates between looks, and holds the face before its first and
/// after its last detection until it has left the picture, its shot, or half a second has passed.
struct TrackShaper {
    let frameTimes: [Double]
    let size: PixelSize
    let camera: CameraPath
    /// Frames that may belong to the shot.
    let reach: Range<Int>
    let settings: TrackerSettings

    /// Smoothing may move a box by this share of its size at most: a cover must stay on the face when it shakes.
    private static let freedom = 0.06

    func samples(of tracklet: Tracklet) -> [FaceSample] {
        var samples: [FaceSample] = []
        var start = 0
        for position in tracklet.points.indices {
            let isLast = position + 1 == tracklet.points.count
            if !isLast, tracklet.points[position + 1].time - tracklet.points[position].time <= settings.bridge {
                continue
            }
            let presence = Tracklet(points: Array(tracklet.points[start...position]))
            start = position + 1
            let shaped = shaped(presence)
            // Holds of two presences may meet.
            let known = samples.last?.frame ?? -1
            samples += shaped.drop { $0.frame <= known }
        }
        return samples
    }

    private func shaped(_ presence: Tracklet) -> [FaceSample] {
        let smooth = Tracklet(points: smoothed(presence.points))
        let first = smooth.points[0]
        var samples: [FaceSample] = held(
            first, velocity: presence.startVelocity(camera: camera),
            frames: stride(from: first.frame - 1, to: -1, by: -1)
        ).reversed()
        for (position, point) in smooth.points.enumerated() {
            let isSure = point.score >= settings.startThreshold
            samples.append(sample(point.frame, point.box, score: point.score, isSure ? .detected : .tracked))
            if position + 1 < smooth.points.count { samples += between(smooth.points, position) }
        }
        let last = smooth.points[smooth.points.count - 1]
        samples += held(
            last, velocity: presence.endVelocity(camera: camera),
            frames: stride(from: last.frame + 1, to: frameTimes.count, by: 1)
        )
        return samples
    }

    /// Averages each box with its neighbours on both sides, as the camera carried them.
    private func smoothed(_ points: [TrackPoint]) -> [TrackPoint] {
        points.indices.map { position in
            var point = points[position]
            var weight = 2.0
            var sum = weighted(point.box, 2)
            for distance in 1...2 {
                // In pairs only: a face that moves evenly then stays where it is.
                guard position >= distance, position + distance < points.count else { break }
                let pair = [points[position - distance], points[position + distance]]
                guard pair.allSatisfy({ abs($0.time - point.time) <= 0.25 }) else { break }
                let share = 1 / Double(distance)
                for neighbour in pair {
                    let box = camera.carried(neighbour.box, from: neighbour.frame, to: point.frame)
                    sum = added(sum, weighted(box, share))
                    weight += share
                }
            }
            point.box = limited(weighted(sum, 1 / weight), around: points[position].box)
            return point
        }
    }

    /// Keeps a smoothed box near the measured one, and as large.
    private func limited(_ box: PixelBox, around measured: PixelBox) -> PixelBox {
        let width = min(max(box.width, 0.97 * measured.width), 1.25 * measured.width)
        let height = min(max(box.height, 0.97 * measured.height), 1.25 * measured.height)
        let dx = Self.freedom * measured.width
        let dy = Self.freedom * measured.height
        let x = min(max(box.centre.x, measured.centre.x - dx), measured.centre.x + dx)
        let y = min(max(box.centre.y, measured.centre.y - dy), measured.centre.y + dy)
        return PixelBox(x: x - width / 2, y: y - height / 2, width: width, height: height)
    }

    /// Gives the samples strictly between a point and the next one.
    private func between(_ points: [TrackPoint], _ position: Int) -> [FaceSample] {
        let one = points[position]
        let two = points[position + 1]
        guard two.frame - one.frame > 1 else { return [] }
        let doubt = bend(points, position) + 0.05 * one.box.meanSide * (two.time - one.time)
        let limit = 0.2 * one.box.meanSide
        return ((one.frame + 1)..<two.frame).map { frame in
            let share = (frameTimes[frame] - one.time) / (two.time - one.time)
            // Sides are blended linearly: never smaller than on a logarithmic scale.
            let box = camera.carried(one.box, from: one.frame, to: frame)
                .blended(with: camera.carried(two.box, from: two.frame, to: frame), share: share)
            let score = one.score + (two.score - one.score) * share
            let margin = min(4 * share * (1 - share) * doubt, limit)
            return sample(frame, box.outset(by: margin), score: score, .interpolated)
        }
    }

    /// Gives how far the path may bend away from the straight line between two points, in pixels.
    ///
    /// A parabola through three points leaves the chord by an eighth of their second difference; whole blocks and the head
    /// around the face take what a shaken camera adds (twice as much covers no more faces in the test clips).
    private func bend(_ points: [TrackPoint], _ position: Int) -> Double {
        var largest = 0.0
        for middle in [position, position + 1] where middle > 0 && middle + 1 < points.count {
            let a = points[middle - 1].box.centre
            let b = points[middle].box.centre
            let c = points[middle + 1].box.centre
            let dx = a.x - 2 * b.x + c.x
            let dy = a.y - 2 * b.y + c.y
            largest = max(largest, (dx * dx + dy * dy).squareRoot())
        }
        return largest / 8
    }

    /// Carries a face on over frames without detection, with a margin that grows.
    private func held(
        _ point: TrackPoint, velocity: (x: Double, y: Double), frames: StrideTo<Int>
    ) -> [FaceSample] {
        var samples: [FaceSample] = []
        for frame in frames where reach.contains(frame) {
            let elapsed = frameTimes[frame] - point.time
            guard abs(elapsed) <= settings.hold + timeTolerance else { break }
            let carried = camera.carried(point.box, from: point.frame, to: frame)
            // The face's own motion is a guess from few looks: taken by half, the margin does the rest.
            let box = carried.moved(x: velocity.x * elapsed / 2, y: velocity.y * elapsed / 2)
            let margin = 0.2 * abs(elapsed) * box.meanSide
            let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
            let doubt = margin + min(speed * abs(elapsed) / 4, 0.25 * box.meanSide)
            guard box.outset(by: margin).intersection(size.rect.box).area > 0 else { break }
            samples.append(sample(frame, box.outset(by: doubt), score: point.score, .tracked))
        }
        return samples
    }

    private func sample(_ frame: Int, _ box: PixelBox, score: Double, _ origin: SampleOrigin) -> FaceSample {
        FaceSample(frame: frame, time: frameTimes[frame], box: box, score: score, origin: origin)
    }

    private func weighted(_ box: PixelBox, _ weight: Double) -> PixelBox {
        PixelBox(
            x: box.x * weight, y: box.y * weight, width: box.width * weight, height: box.height * weight
        )
    }

    private func added(_ one: PixelBox, _ two: PixelBox) -> PixelBox {
        PixelBox(
            x: one.x + two.x, y: one.y + two.y, width: one.width + two.width, height: one.height + two.height
        )
    }
}
