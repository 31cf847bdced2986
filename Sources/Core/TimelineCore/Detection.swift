/// The coarse colours of one head: `side x side` cells over its head box, row by row, RGB, each channel
/// quantised to eight levels.
///
/// This is all of a face's look that ever leaves the detector: a mosaic or gaussian cover is made from it, and it
/// tells tracks apart. 9 cells across a head are 6 across the face (PRIVACY: a detector no longer sees a face at
/// 7 and fewer).
package struct ColourGrid: Hashable, Sendable {
    package static let side = 9
    package static let byteCount = side * side * 3

    /// `side * side * 3` bytes, R G B per cell.
    package let cells: [UInt8]

    /// - Returns: nil unless there are exactly ``byteCount`` bytes.
    package init?(cells: [UInt8]) {
        guard cells.count == Self.byteCount else { return nil }
        self.cells = cells.map(Self.quantised)
    }

    /// Rounds a channel value down to the middle of one of eight levels (16, 48, ... 240).
    package static func quantised(_ value: UInt8) -> UInt8 { (value & 0xE0) | 0x10 }

    package subscript(column: Int, row: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let base = (row * Self.side + column) * 3
        return (cells[base], cells[base + 1], cells[base + 2])
    }
}

/// A face as the detector saw it in one look at one frame.
package struct Detection: Hashable, Sendable {
    /// Tight face box, brow to chin, in pixels of the upright picture.
    package var box: PixelBox
    /// Confidence, 0...1.
    package var score: Double
    /// Left eye, right eye, nose, left and right corner of the mouth (as seen in the picture), or empty.
    package var landmarks: [PixelPoint]
    /// Coarse colours over the head box, where the look was asked for them.
    package var grid: ColourGrid?

    package init(box: PixelBox, score: Double, landmarks: [PixelPoint] = [], grid: ColourGrid? = nil) {
        self.box = box
        self.score = score
        self.landmarks = landmarks
        self.grid = grid
    }
}

/// Everything the analysis knows about one shown frame.
package struct FrameObservation: Hashable, Sendable {
    /// Number of the frame in presentation order, from 0.
    package var frame: Int
    /// Seconds from the first shown frame.
    package var time: Double
    /// How much the picture changed since the frame before, 0 (same) ... 1 (nothing in common).
    package var change: Double
    /// True when a detector looked at this frame; then an empty list means "no face", otherwise it means nothing.
    package var looked: Bool
    /// Merged over all looks at this frame.
    package var detections: [Detection]

    package init(frame: Int, time: Double, change: Double, looked: Bool, detections: [Detection]) {
        self.frame = frame
        self.time = time
        self.change = change
        self.looked = looked
        self.detections = detections
    }
}
