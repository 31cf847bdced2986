// From a face to what has to be hidden: the whole head, a margin, whole codec blocks.

extension ResolverSettings {
    /// Faces narrower or wider than this (width over height) are profiles, or cut by something. Source: 342
    /// annotated faces, profiles included: 5th percentile 0.60, median 0.78, 95th percentile 1.02.
    private static let narrow = 0.65
    private static let wide = 1.10
    /// Width of the ramp over which a box turns into a square, so that a cover never jumps between two frames.
    private static let ramp = 0.15

    /// Gives the box of the whole head for a face box.
    ///
    /// A profile shows half a face but a whole head: the short side of an extreme box counts as long as the other.
    /// - Parameter picture: where the box ends at the picture's edge, what is missing lies beyond the edge.
    package func headBox(of face: PixelBox, in picture: PixelSize) -> PixelBox {
        squared(face, in: picture)
            .expanded(left: sideShare, top: topShare, right: sideShare, bottom: bottomShare)
    }

    /// Gives what is hidden around a head: the margin for error and colour bleeding around a reach of head boxes.
    package func hidden(around reach: PixelBox, of face: PixelBox) -> PixelBox {
        let margin = max(motionShare * face.width, leastMargin)
        var box = reach.outset(by: margin)
        box.y = reach.y - leastMargin
        box.height = reach.height + margin + leastMargin
        return box
    }

    private func squared(_ face: PixelBox, in picture: PixelSize) -> PixelBox {
        guard face.width > 0, face.height > 0 else { return face }
        let aspect = face.width / face.height
        var box = face
        if aspect < Self.narrow {
            let more = (face.height - face.width) * min(1, (Self.narrow - aspect) / Self.ramp)
            let limit = Double(picture.width)
            box.x -= more * Self.shareBefore(start: face.x, end: face.maxX, limit: limit, side: face.width)
            box.width += more
        } else if aspect > Self.wide {
            let more = (face.width - face.height) * min(1, (aspect - Self.wide) / Self.ramp)
            let limit = Double(picture.height)
            box.y -= more * Self.shareBefore(start: face.y, end: face.maxY, limit: limit, side: face.height)
            box.height += more
        }
        return box
    }

    /// Gives how much of a widening goes before the box: half, unless one of its ends is at the picture's edge.
    private static func shareBefore(start: Double, end: Double, limit: Double, side: Double) -> Double {
        // A tenth of the side is the ramp, so that a face that drifts to the edge does not jump.
        let reach = max(0.1 * side, 1)
        let atStart = min(max(1 - start / reach, 0), 1)
        let atEnd = min(max(1 - (limit - end) / reach, 0), 1)
        return min(max(0.5 + 0.5 * (atStart - atEnd), 0), 1)
    }
}

extension PixelSize {
    /// The whole picture.
    package var rect: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

    /// Rounds a box outward to whole blocks and clips it to the picture.
    ///
    /// A box that is not sound (infinite, not a number) says nothing about where the face is, so it gives the
    /// whole picture.
    /// - Returns: an empty rectangle when the box lies outside the picture.
    package func blocks(around box: PixelBox, blockSize: Int) -> PixelRect {
        guard box.isSound else { return rect }
        let step = max(1, blockSize)
        return PixelRect(
            left: Self.floor(box.x, step, limit: width), top: Self.floor(box.y, step, limit: height),
            right: Self.ceiling(box.maxX, step, limit: width), bottom: Self.ceiling(box.maxY, step, limit: height)
        )
    }

    // Clamped before the conversion: a number too large for Int would trap. Converting cuts the fraction off, which
    // is rounding down for what is not negative; `rounded` would call into the C library, which Core does not link.
    private static func floor(_ value: Double, _ step: Int, limit: Int) -> Int {
        Int(min(max(value, 0), Double(limit))) / step * step
    }

    private static func ceiling(_ value: Double, _ step: Int, limit: Int) -> Int {
        let clamped = min(max(value, 0), Double(limit))
        let whole = Int(clamped)
        let up = Double(whole) < clamped ? whole + 1 : whole
        return min(limit, (up + step - 1) / step * step)
    }
}
