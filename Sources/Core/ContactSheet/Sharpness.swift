import TimelineCore

/// How sharp a picture is, to choose among several of the same face.
package enum Sharpness {
    /// The part of each side that counts, around the middle: the face, not the edge of a door behind it.
    static let middleShare = 1 / HeadSquare.growth

    /// Measures the variance of the Laplacian of luma over the middle of a picture.
    ///
    /// Units: squared luma steps; only comparisons between pictures of one size mean anything.
    /// Source: J. L. Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy", ICPR 2000; luma weights of
    ///         ITU-R BT.601 in 256ths.
    package static func measure(_ picture: RGBPicture) -> Double {
        let (columns, rows) = (middle(picture.size.width), middle(picture.size.height))
        guard !columns.isEmpty, !rows.isEmpty else { return 0 }
        let luma = lumaPlane(picture)
        let width = picture.size.width
        // Whole numbers: the sum is the same in whatever order, and cannot overflow below 2^30 pixels.
        var (sum, squares) = (0, 0)
        for y in rows {
            for x in columns {
                let place = y * width + x
                let value =
                    4 * Int(luma[place]) - Int(luma[place - 1]) - Int(luma[place + 1]) - Int(luma[place - width])
                    - Int(luma[place + width])
                sum += value
                squares += value * value
            }
        }
        let count = Double(columns.count * rows.count)
        let mean = Double(sum) / count
        return Double(squares) / count - mean * mean
    }

    /// Positions in the middle of a side that have a neighbour on both sides.
    private static func middle(_ length: Int) -> Range<Int> {
        guard length >= 3 else { return 0..<0 }
        let margin = max(1, Int(Double(length) * (1 - middleShare) / 2))
        return margin..<max(margin, length - margin)
    }

    private static func lumaPlane(_ picture: RGBPicture) -> [UInt8] {
        (0..<picture.size.area).map { pixel in
            let place = pixel * 3
            let sum =
                77 * Int(picture.rgb[place]) + 150 * Int(picture.rgb[place + 1]) + 29 * Int(picture.rgb[place + 2])
            return UInt8((sum + 128) >> 8)
        }
    }
}
