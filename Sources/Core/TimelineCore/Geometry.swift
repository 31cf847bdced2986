// Geometry of the upright picture: origin top left, x right, y down, in pixels of the picture as a person sees it
// (after EXIF or display-matrix rotation). Every box in the system is in these coordinates unless its name says
// otherwise.

/// A point in pixels of the upright picture.
package struct PixelPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The size of a picture in whole pixels.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Product of the sides, in pixels.
    package var area: Int { width * height }
}

/// A box with fractional edges, in pixels of the upright picture; it may reach outside the picture.
package struct PixelBox: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var area: Double { max(0, width) * max(0, height) }
    package var centre: PixelPoint { PixelPoint(x: x + width / 2, y: y + height / 2) }
    package var isEmpty: Bool { !(width > 0 && height > 0) }

    /// True when all four numbers are finite and the sides are not negative.
    package var isSound: Bool {
        x.isFinite && y.isFinite && width.isFinite && height.isFinite && width >= 0 && height >= 0
    }

    /// The common part of two boxes; empty (zero area) where they do not meet.
    package func intersection(_ other: PixelBox) -> PixelBox {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        return PixelBox(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    /// The smallest box that holds both.
    package func union(_ other: PixelBox) -> PixelBox {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelBox(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top
        )
    }

    /// Intersection over union, 0...1.
    package func overlap(with other: PixelBox) -> Double {
        let common = intersection(other).area
        let total = area + other.area - common
        return total > 0 ? common / total : 0
    }

    /// The box grown by the given share of its own sides: 0.25 left means a quarter of the width more on the left.
    package func expanded(left: Double, top: Double, right: Double, bottom: Double) -> PixelBox {
        PixelBox(
            x: x - left * width, y: y - top * height,
            width: width * (1 + left + right), height: height * (1 + top + bottom)
        )
    }

    /// The box grown by a fixed number of pixels on every side.
    package func outset(by pixels: Double) -> PixelBox {
        PixelBox(x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels)
    }

    /// The box shifted by so many pixels.
    package func moved(x dx: Double, y dy: Double) -> PixelBox {
        PixelBox(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// Linear blend of two boxes: `share` 0 gives self, 1 gives the other.
    package func blended(with other: PixelBox, share: Double) -> PixelBox {
        PixelBox(
            x: x + (other.x - x) * share, y: y + (other.y - y) * share,
            width: width + (other.width - width) * share, height: height + (other.height - height) * share
        )
    }
}

/// A rectangle of whole pixels, half-open: left and top inside, right and bottom outside.
package struct PixelRect: Hashable, Sendable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    package init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    package var width: Int { max(0, right - left) }
    package var height: Int { max(0, bottom - top) }
    package var isEmpty: Bool { right <= left || bottom <= top }
    package var area: Int { width * height }
    package var box: PixelBox {
        PixelBox(x: Double(left), y: Double(top), width: Double(width), height: Double(height))
    }

    /// The common part of two rectangles; empty where they do not meet.
    package func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            left: max(left, other.left), top: max(top, other.top),
            right: min(right, other.right), bottom: min(bottom, other.bottom)
        )
    }

    /// True when every pixel of `other` is inside; an empty `other` always is.
    package func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || (left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom)
    }
}
