import TimelineCore

/// A filled outline on an opaque ground; its soft edge is a blend of fill and ground, and of nothing else.
struct FigureRows: Sendable {
    /// Scanlines per row of pixels.
    private static let parts = 4
    /// A ray from the origin leaves an outline once, but a level line may cross it four times (star, heart).
    private static let mostCrossings = 4

    private let rect: PixelRect
    /// Ground (0) to fill (256) by coverage.
    private let ramp: [RGBColour]
    private let counts: [Int]
    private let crossings: [Double]
    private var coverage: [UInt16]
    /// 0: nothing yet; 1: a row of ground only; 2: anything else.
    private var lastKind = 0

    init(outline: [PixelPoint], fill: RGBColour, ground: RGBColour, rect: PixelRect) {
        self.rect = rect
        ramp = (0...256).map { share in
            func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
                UInt8(clamping: (Int(a) * (256 - share) + Int(b) * share + 128) / 256)
            }
            return RGBColour(
                red: mix(ground.red, fill.red), green: mix(ground.green, fill.green), blue: mix(ground.blue, fill.blue)
            )
        }
        coverage = [UInt16](repeating: 0, count: rect.width)
        (counts, crossings) = Self.crossings(of: outline, rect: rect)
    }

    /// Where every scanline meets the outline, in pixels from the left of `rect`, ascending.
    private static func crossings(of outline: [PixelPoint], rect: PixelRect) -> ([Int], [Double]) {
        let lines = rect.height * parts
        var counts = [Int](repeating: 0, count: lines)
        var crossings = [Double](repeating: 0, count: lines * mostCrossings)
        for (index, a) in outline.enumerated() {
            let b = outline[(index + 1) % outline.count]
            let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
            guard upper.y < lower.y else { continue }
            // Scanline i lies at top + (i + 0.5) / parts; it meets edges with upper <= y < lower.
            let first = scanline(at: upper.y, rect: rect, limit: lines)
            let last = scanline(at: lower.y, rect: rect, limit: lines)
            let slope = (lower.x - upper.x) / (lower.y - upper.y)
            for line in first..<max(first, last) {
                let y = Double(rect.top) + (Double(line) + 0.5) / Double(parts)
                guard counts[line] < mostCrossings else { continue }
                crossings[line * mostCrossings + counts[line]] = upper.x + (y - upper.y) * slope - Double(rect.left)
                counts[line] += 1
            }
        }
        for line in 0..<lines where counts[line] > 1 {
            let base = line * mostCrossings
            crossings[base..<(base + counts[line])].sort()
        }
        return (counts, crossings)
    }

    /// The first scanline at or below a height.
    private static func scanline(at y: Double, rect: PixelRect, limit: Int) -> Int {
        let line = ((y - Double(rect.top)) * Double(parts) - 0.5).rounded(.up)
        return Int(min(max(line, 0), Double(limit)))
    }

    mutating func fill(_ line: inout [UInt8], row: Int) -> Bool {
        let first = (row - rect.top) * Self.parts
        let isEmpty = (first..<first + Self.parts).allSatisfy { counts[$0] < 2 }
        if isEmpty {
            guard lastKind != 1 else { return false }
            lastKind = 1
            line.fill(with: ramp[0], from: 0, to: rect.width)
            return true
        }
        lastKind = 2
        for x in coverage.indices { coverage[x] = 0 }
        for scan in first..<first + Self.parts {
            for pair in 0..<counts[scan] / 2 {
                let base = scan * Self.mostCrossings + pair * 2
                add(from: crossings[base], to: crossings[base + 1])
            }
        }
        blend(into: &line)
        return true
    }

    /// Adds one scanline's stretch: 64 for a pixel wholly inside, less at its two ends.
    private mutating func add(from left: Double, to right: Double) {
        let width = Double(rect.width)
        let start = Int((min(max(left, 0), width) * 64).rounded())
        let end = Int((min(max(right, 0), width) * 64).rounded())
        guard end > start else { return }
        let (firstPixel, lastPixel) = (start >> 6, (end - 1) >> 6)
        if firstPixel == lastPixel {
            coverage[firstPixel] += UInt16(end - start)
            return
        }
        coverage[firstPixel] += UInt16(64 - (start & 63))
        for x in (firstPixel + 1)..<lastPixel { coverage[x] &+= 64 }
        coverage[lastPixel] += UInt16(end - lastPixel << 6)
    }

    private func blend(into line: inout [UInt8]) {
        for x in 0..<rect.width {
            let colour = ramp[Int(coverage[x])]
            line[x * 3] = colour.red
            line[x * 3 + 1] = colour.green
            line[x * 3 + 2] = colour.blue
        }
    }
}
