/// The camera's motion through one shot: carries a box from one frame to another as the picture moved.
struct CameraPath: Sendable {
    private let frames: [Int]
    /// Motion from the first look of the shot to each look.
    private let motions: [CameraMotion]

    /// - Parameters:
    ///   - frames: the looks of a shot, ascending.
    ///   - steps: motion from each look to the next; one fewer than looks.
    init(frames: [Int], steps: [CameraMotion]) {
        self.frames = frames
        var motions: [CameraMotion] = [.still]
        for step in steps { motions.append(motions[motions.count - 1].followed(by: step)) }
        self.motions = motions
    }

    func carried(_ box: PixelBox, from: Int, to: Int) -> PixelBox {
        motion(to: from).inverse.followed(by: motion(to: to)).moved(box)
    }

    /// Motion from the first look to a frame; before the first and after the last look the camera goes on as in
    /// the nearest step.
    private func motion(to frame: Int) -> CameraMotion {
        guard frames.count > 1 else { return .still }
        let after = min(max(firstLook(after: frame), 1), frames.count - 1)
        let share = Double(frame - frames[after - 1]) / Double(frames[after] - frames[after - 1])
        // Going on for ever would carry the scale through zero: at most four steps.
        return motions[after - 1].blended(with: motions[after], share: min(max(share, -4), 5))
    }

    private func firstLook(after frame: Int) -> Int {
        var low = 0
        var high = frames.count
        while low < high {
            let middle = (low + high) / 2
            if frames[middle] > frame { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
