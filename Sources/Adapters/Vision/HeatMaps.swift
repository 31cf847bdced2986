/// What the network says about one picture: planes of one value per 4 x 4 pixel cell, row by row.
///
/// Shape: `heat` 1 plane (score that a face is centred here); `size` 2 planes (log of height / 4, of width / 4);
/// `offset` 2 planes (y, x of the centre inside its cell, in cells); `landmarks` 10 planes (y, x of five points, in
/// box sides from the box's top left corner).
/// Source: centerface.onnx, outputs 537, 538, 539, 540.
package struct HeatMaps: Sendable {
    /// Pixels of the picture per cell, in both directions.
    package static let cellPixels = 4
    /// Picture sides are multiples of this.
    ///
    /// Source: centerface.onnx (five halvings).
    package static let sideMultiple = 32

    /// Cells across and down.
    package let columns: Int
    package let rows: Int
    /// The four outputs, planes as said above.
    package var heat: [Float]
    package var size: [Float]
    package var offset: [Float]
    package var landmarks: [Float]

    /// Zeroed maps for a picture of the given sides, in pixels.
    package init(pictureWidth: Int, pictureHeight: Int) {
        columns = pictureWidth / Self.cellPixels
        rows = pictureHeight / Self.cellPixels
        let cells = columns * rows
        heat = [Float](repeating: 0, count: cells)
        size = [Float](repeating: 0, count: 2 * cells)
        offset = [Float](repeating: 0, count: 2 * cells)
        landmarks = [Float](repeating: 0, count: 10 * cells)
    }

    /// Cells in one plane.
    package var cellCount: Int { columns * rows }

    /// True when every score is a number from 0 to 1: a network that answers otherwise has not answered.
    package var isPlausible: Bool {
        heat.allSatisfy { $0 >= 0 && $0 <= 1.0001 }
    }
}

extension HeatMaps {
    /// Lends the four planes' memory to a C call; no pointer outlives `body`.
    mutating func withOutputs<Status>(
        _ body: (
            _ heat: UnsafeMutablePointer<Float>, _ size: UnsafeMutablePointer<Float>,
            _ offset: UnsafeMutablePointer<Float>, _ landmarks: UnsafeMutablePointer<Float>, _ cells: Int
        ) -> Status
    ) -> Status {
        let cells = cellCount
        return withUnsafeMutablePointers(&heat, &size, &offset, &landmarks) { heat, size, offset, landmarks in
            body(heat, size, offset, landmarks, cells)
        }
    }
}

/// Lends four arrays at once.
private func withUnsafeMutablePointers<Status>(
    _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>,
    _ third: UnsafeMutablePointer<Float>, _ fourth: UnsafeMutablePointer<Float>,
    _ body: (
        UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
        UnsafeMutablePointer<Float>
    ) -> Status
) -> Status {
    body(first, second, third, fourth)
}
