import TimelineCore

/// Rows of an emoji on its plate, scaled to the head box; beyond the picture's rim the plate goes on.
struct PlateRows: Sendable {
    private let level: PlateImage.Level
    private let place: PixelBox
    private let width: Int
    /// For each column, the byte offsets of its two source pixels and the second's share in 1/256.
    private let taps: [(left: Int, right: Int, share: Int)]
    private var blended: [UInt16]
    private var current = (-1, -1, -1)

    init(image: PlateImage, body: PixelBox, growth: Double, rect: PixelRect) {
        let place = image.place(on: body, growth: growth)
        let level = image.level(forWidth: place.width)
        self.place = place
        self.level = level
        width = rect.width
        taps = (rect.left..<max(rect.left, rect.right)).map {
            let tap = Self.tap(at: Double($0) + 0.5, from: place.x, length: place.width, count: level.width)
            return (tap.first * 3, tap.second * 3, tap.share)
        }
        blended = [UInt16](repeating: 0, count: level.width * 3)
    }

    /// The two source samples around a position and the second one's share in 1/256.
    private static func tap(
        at position: Double, from: Double, length: Double, count: Int
    ) -> (first: Int, second: Int, share: Int) {
        let source = (position - from) / length * Double(count) - 0.5
        let clamped = min(max(source, 0), Double(count - 1))
        let first = Int(clamped)
        return (first, min(first + 1, count - 1), Int((clamped - Double(first)) * 256))
    }

    mutating func fill(_ line: inout [UInt8], row: Int) -> Bool {
        let tap = Self.tap(at: Double(row) + 0.5, from: place.y, length: place.height, count: level.height)
        guard (tap.first, tap.second, tap.share) != current else { return false }
        current = (tap.first, tap.second, tap.share)
        let upper = tap.first * level.width * 3
        let lower = tap.second * level.width * 3
        let share = UInt16(tap.share)
        for i in blended.indices {
            // At most 256 * 255: fits 16 bits.
            blended[i] = UInt16(level.rgb[upper + i]) &* (256 &- share) &+ UInt16(level.rgb[lower + i]) &* share
        }
        for (x, tap) in taps.enumerated() {
            let rest = 256 - tap.share
            line[x * 3] = Self.mix(blended[tap.left], rest, blended[tap.right], tap.share)
            line[x * 3 + 1] = Self.mix(blended[tap.left + 1], rest, blended[tap.right + 1], tap.share)
            line[x * 3 + 2] = Self.mix(blended[tap.left + 2], rest, blended[tap.right + 2], tap.share)
        }
        return true
    }

    @inline(__always)
    private static func mix(_ a: UInt16, _ weightA: Int, _ b: UInt16, _ weightB: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(a) &* weightA &+ Int(b) &* weightB) >> 16)
    }
}
