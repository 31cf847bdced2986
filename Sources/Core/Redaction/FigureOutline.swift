import TimelineCore

/// A closed outline around the origin, within -1...1 both ways, y down; every ray from the origin leaves it once.
///
/// Round shapes are polygons of 128 corners drawn around the true curve, never inside it.
struct FigureOutline: Sendable {
    let points: [PixelPoint]
    /// How much larger the outline has to be to hold the whole square -1...1.
    let enclosingScale: Double
    /// True when the outline keeps its proportions instead of following the head box's.
    let keepsProportion: Bool

    init(_ shape: CoverShape) {
        switch shape {
        case .ellipse, .circle: points = Self.circle
        case .rounded: points = Self.roundedSquare
        case .star: points = Self.star
        case .heart: points = Self.heart
        }
        keepsProportion = shape == .circle
        enclosingScale = Self.enclosingScale(of: points)
    }

    /// The outline laid over a head box: at growth 0 it just fits, at growth 1 the head box lies inside it.
    func placed(on body: PixelBox, growth: Double) -> [PixelPoint] {
        var halfWidth = body.width / 2
        var halfHeight = body.height / 2
        var full = enclosingScale
        if keepsProportion {
            let radius = min(halfWidth, halfHeight)
            let diagonal = (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot()
            full = diagonal / radius
            halfWidth = radius
            halfHeight = radius
        }
        let scale = 1 + (full - 1) * growth
        let centre = body.centre
        return points.map {
            PixelPoint(x: centre.x + $0.x * halfWidth * scale, y: centre.y + $0.y * halfHeight * scale)
        }
    }

    /// The largest ratio of the square's reach to the outline's, over all directions.
    ///
    /// Between two corners (of either figure) the ratio is a quotient of linear functions, so that it is largest at
    /// a corner's direction.
    private static func enclosingScale(of points: [PixelPoint]) -> Double {
        let corners = [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)].map { PixelPoint(x: $0.0, y: $0.1) }
        var scale = 1.0
        for direction in points + corners {
            let square = 1 / max(abs(direction.x), abs(direction.y))
            let outline = reach(of: points, towards: direction)
            if outline > 0 { scale = max(scale, square / outline) }
        }
        return scale
    }

    /// How many times `direction` fits between the origin and the outline along it.
    private static func reach(of points: [PixelPoint], towards direction: PixelPoint) -> Double {
        var nearest = Double.infinity
        for (index, a) in points.enumerated() {
            let b = points[(index + 1) % points.count]
            let edge = PixelPoint(x: b.x - a.x, y: b.y - a.y)
            let cross = direction.x * edge.y - direction.y * edge.x
            guard abs(cross) > 1e-12 else { continue }
            let along = (a.x * edge.y - a.y * edge.x) / cross
            let share = (a.x * direction.y - a.y * direction.x) / cross
            if along > 0, share >= -1e-9, share <= 1 + 1e-9 { nearest = min(nearest, along) }
        }
        return nearest.isFinite ? nearest : 0
    }

    /// 128 corners whose sides touch the unit circle from outside.
    private static let circle: [PixelPoint] = {
        // cos(pi/4), halved in angle until pi/64: no trigonometry is needed, so no C library.
        var cosine = 0.5.squareRoot()
        for _ in 0..<4 { cosine = ((1 + cosine) / 2).squareRoot() }
        let halfCosine = ((1 + cosine) / 2).squareRoot()
        let sine = (1 - cosine * cosine).squareRoot()
        var points: [PixelPoint] = []
        var (x, y) = (1 / halfCosine, 0.0)
        for _ in 0..<128 {
            points.append(PixelPoint(x: x, y: y))
            (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
        }
        return points
    }()

    /// The square with corners rounded by 0.45 of its half side.
    private static let roundedSquare: [PixelPoint] = circle.map { point in
        let radius = 0.45
        let flat = 1 - radius
        return PixelPoint(
            x: min(max(point.x * radius, -radius), radius) + (point.x >= 0 ? flat : -flat),
            y: min(max(point.y * radius, -radius), radius) + (point.y >= 0 ? flat : -flat)
        )
    }

    /// Five points, the inner corners at 0.52 of the outer radius: fuller than a pentagram, so that it hides more.
    private static let star: [PixelPoint] = {
        let root5 = 5.0.squareRoot()
        let cos36 = (1 + root5) / 4
        let sin36 = (1 - cos36 * cos36).squareRoot()
        var points: [PixelPoint] = []
        var (x, y) = (0.0, -1.0)
        for index in 0..<10 {
            let radius = index % 2 == 0 ? 1.0 : 0.52
            points.append(PixelPoint(x: x * radius, y: y * radius))
            (x, y) = (x * cos36 - y * sin36, x * sin36 + y * cos36)
        }
        return points
    }()

    /// Two lobes over one tip, from six cubic Bezier curves.
    private static let heart: [PixelPoint] = {
        let curves: [[(Double, Double)]] = [
            [(0, -0.6), (0.12, -0.88), (0.3, -1), (0.52, -1)],
            [(0.52, -1), (0.8, -1), (1, -0.78), (1, -0.48)],
            [(1, -0.48), (1, 0.1), (0.45, 0.5), (0, 1)],
        ]
        var right: [PixelPoint] = []
        for curve in curves {
            for step in 0..<24 {
                let t = Double(step) / 24
                let u = 1 - t
                let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
                right.append(
                    PixelPoint(
                        x: zip(weights, curve).reduce(0) { $0 + $1.0 * $1.1.0 },
                        y: zip(weights, curve).reduce(0) { $0 + $1.0 * $1.1.1 }
                    )
                )
            }
        }
        right.append(PixelPoint(x: 0, y: 1))
        return right + right.dropFirst().dropLast().reversed().map { PixelPoint(x: -$0.x, y: $0.y) }
    }()
}
