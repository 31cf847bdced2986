import TestSupport
import TimelineCore
import Wire

@testable import Redaction

/// An RGB picture that tests draw on, with what a photo has: gradients, texture at all scales and hard edges.
struct Scene {
    let size: PixelSize
    var rgb: [UInt8]

    init(size: PixelSize, rgb: [UInt8]) {
        self.size = size
        self.rgb = rgb
    }

    /// A made scene: fractal noise with a head-like figure under every box, moved by `shift` pixels.
    init(size: PixelSize, heads: [PixelBox], shift: Double = 0, seed: UInt64 = 1) {
        self.size = size
        var random = SeededRandom(seed: seed)
        let lattice = (0..<4096).map { _ in Double(random.next() % 1000) / 1000 - 0.5 }
        func noise(_ x: Double, _ y: Double, _ salt: Int) -> Double {
            let (ix, iy) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
            let (fx, fy) = (x - Double(ix), y - Double(iy))
            func node(_ i: Int, _ j: Int) -> Double { lattice[((i &* 73) &+ (j &* 151) &+ salt &* 997) & 4095] }
            let top = node(ix, iy) + (node(ix + 1, iy) - node(ix, iy)) * fx
            let bottom = node(ix, iy + 1) + (node(ix + 1, iy + 1) - node(ix, iy + 1)) * fx
            return top + (bottom - top) * fy
        }
        func fractal(_ x: Double, _ y: Double, _ salt: Int) -> Double {
            noise(x / 90, y / 90, salt) * 1.4 + noise(x / 23, y / 23, salt + 1) * 0.7
                + noise(x / 6, y / 6, salt + 2) * 0.35 + noise(x / 1.7, y / 1.7, salt + 3) * 0.15
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.area * 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (u, v) = (Double(x) + shift, Double(y) + shift / 3)
                var colour = [0, 4, 8].map { 118 + 120 * fractal(u, v, $0) }
                for head in heads {
                    let dx = (Double(x) + 0.5 - head.centre.x) / (head.width * 0.4)
                    let dy = (Double(y) + 0.5 - head.centre.y) / (head.height * 0.42)
                    guard dx * dx + dy * dy < 1 else { continue }
                    let texture = 26 * fractal(dx * 60, dy * 60, 12)
                    let light = 24 * dx + texture
                    colour = [196 + light, 150 + light, 122 + light]
                    let isHair = dy < -0.45 + 0.1 * dx
                    let isEye = (abs(dx) - 0.38) * (abs(dx) - 0.38) * 9 + (dy + 0.12) * (dy + 0.12) * 60 < 0.35
                    let isMouth = dx * dx * 4 + (dy - 0.48) * (dy - 0.48) * 90 < 0.4
                    if isHair { colour = [58 + texture, 40 + texture, 30 + texture] }
                    if isEye { colour = [40, 34, 36] }
                    if isMouth { colour = [150, 64, 70] }
                    if abs(dx) < 0.08 && dy > -0.1 && dy < 0.25 { colour = colour.map { $0 - 28 } }
                }
                pixels += colour.map { UInt8(clamping: Int($0)) }
            }
        }
        rgb = pixels
    }

    /// The coarse colours over a head box, as the detector hands them on.
    func palette(over head: PixelBox) -> ColourGrid {
        let cells = (0..<81).flatMap { cell -> [UInt8] in
            let x0 = head.x + Double(cell % 9) / 9 * head.width
            let y0 = head.y + Double(cell / 9) / 9 * head.height
            return mean(PixelBox(x: x0, y: y0, width: head.width / 9, height: head.height / 9))
        }
        guard let grid = ColourGrid(cells: cells) else { preconditionFailure("81 cells of 3") }
        return grid
    }

    /// Mean colour of the pixels in a box.
    func mean(_ box: PixelBox) -> [UInt8] {
        var sums = [0, 0, 0]
        var count = 0
        for y in max(0, Int(box.y))...min(size.height - 1, max(Int(box.y), Int(box.maxY) - 1, 0)) {
            for x in max(0, Int(box.x))...min(size.width - 1, max(Int(box.x), Int(box.maxX) - 1, 0)) {
                for channel in 0..<3 { sums[channel] += Int(rgb[(y * size.width + x) * 3 + channel]) }
                count += 1
            }
        }
        return sums.map { UInt8(clamping: $0 / max(count, 1)) }
    }

    /// Lays a raster over the scene, `opacity` 1 opaque.
    mutating func lay(
        _ raster: CoverRaster, opacity: Double = 1, movedX: Int = 0, movedY: Int = 0, hole: PixelRect? = nil
    ) {
        for y in raster.rect.top..<raster.rect.bottom {
            for x in raster.rect.left..<raster.rect.right {
                let (toX, toY) = (x + movedX, y + movedY)
                guard toX >= 0, toY >= 0, toX < size.width, toY < size.height else { continue }
                if let hole, x >= hole.left, x < hole.right, y >= hole.top, y < hole.bottom { continue }
                let from = ((y - raster.rect.top) * raster.rect.width + x - raster.rect.left) * 3
                let to = (toY * size.width + toX) * 3
                for channel in 0..<3 {
                    let mixed = Double(raster.rgb[from + channel]) * opacity + Double(rgb[to + channel]) * (1 - opacity)
                    rgb[to + channel] = UInt8(clamping: Int(mixed.rounded()))
                }
            }
        }
    }

    /// A mosaic of the picture itself, `count` cells across a box: what a careless tool would paint.
    func pictureMosaic(_ area: PixelRect, over box: PixelBox, count: Int) -> CoverRaster {
        var pixels: [UInt8] = []
        var cache: [Int: [UInt8]] = [:]
        for y in area.top..<area.bottom {
            for x in area.left..<area.right {
                let column = Int(min(max((Double(x) - box.x) / box.width * Double(count), 0), Double(count - 1)))
                let row = Int(min(max((Double(y) - box.y) / box.height * Double(count), 0), Double(count - 1)))
                let colour =
                    cache[row * 256 + column]
                    ?? mean(
                        PixelBox(
                            x: box.x + Double(column) * box.width / Double(count),
                            y: box.y + Double(row) * box.height / Double(count), width: box.width / Double(count),
                            height: box.height / Double(count)
                        )
                    )
                cache[row * 256 + column] = colour
                pixels += colour
            }
        }
        guard let raster = CoverRaster(rect: area, rgb: pixels) else { preconditionFailure("one colour per pixel") }
        return raster
    }

    /// The picture itself, averaged three times over squares: close to a gaussian blur of standard deviation `radius`.
    func pictureBlur(_ area: PixelRect, radius: Int) -> CoverRaster {
        var source = self
        for _ in 0..<3 { source = source.boxBlurred(area, radius: radius) }
        var pixels: [UInt8] = []
        for y in area.top..<area.bottom {
            let base = (y * size.width + area.left) * 3
            pixels += source.rgb[base..<(base + area.width * 3)]
        }
        guard let raster = CoverRaster(rect: area, rgb: pixels) else { preconditionFailure("one colour per pixel") }
        return raster
    }

    private func boxBlurred(_ area: PixelRect, radius: Int) -> Scene {
        var result = self
        for y in area.top..<area.bottom {
            for x in area.left..<area.right {
                let box = PixelBox(
                    x: Double(x - radius), y: Double(y - radius), width: Double(2 * radius + 1),
                    height: Double(2 * radius + 1)
                )
                let colour = mean(box)
                for channel in 0..<3 { result.rgb[(y * size.width + x) * 3 + channel] = colour[channel] }
            }
        }
        return result
    }

    /// The scene in a plane format, by the product's own writer.
    func picture(_ format: PixelFormat, matrix: ColourMatrix = .bt601, fullRange: Bool = false) throws -> TestPicture {
        var random = SeededRandom(seed: 5)
        var picture = TestPicture(
            format: format, size: size, matrix: matrix, fullRange: fullRange, random: &random
        )
        picture.layout = PictureLayout.packed(format: format, size: size, matrix: matrix, fullRange: fullRange)
        picture.bytes = [UInt8](repeating: 0, count: picture.layout.byteCount)
        let all = PixelRect(left: 0, top: 0, right: size.width, bottom: size.height)
        let layout = picture.layout
        if let raster = CoverRaster(rect: all, rgb: rgb) {
            try picture.bytes.withUnsafeMutableBytes { try CoverPainter.paint(raster, onto: $0, layout: layout) }
        }
        return picture
    }
}

extension CoverInspector {
    func inspect(_ covers: [Cover], in picture: TestPicture) throws -> [CoverVerdict] {
        try picture.bytes.withUnsafeBytes { try inspect(covers, in: $0, layout: picture.layout) }
    }
}
