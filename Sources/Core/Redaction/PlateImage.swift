import TimelineCore

/// An emoji already laid over its opaque plate, in several sizes: from here on there is no transparency.
struct PlateImage: Sendable {
    /// One size of the picture.
    struct Level: Sendable {
        let width: Int
        let height: Int
        let rgb: [UInt8]
    }

    /// A quiet light grey: every common emoji stands out on it, and it is nobody's skin.
    static let plate = RGBColour(red: 226, green: 228, blue: 232)
    /// Sides are whole multiples of this, so that halving six times never shifts the picture.
    private static let block = 64

    /// Largest first, each half the one before.
    let levels: [Level]
    /// The bitmap inside the picture, as shares of the picture's sides.
    let content: PixelBox
    /// Width over height of the bitmap.
    let aspect: Double

    init(_ bitmap: EmojiBitmap) {
        let size = bitmap.size
        // At least 8 pixels of plate on every side, so that even the smallest size has a rim of pure plate.
        let width = Self.padded(size.width)
        let height = Self.padded(size.height)
        let left = (width - size.width) / 2
        let top = (height - size.height) / 2
        var rgb = [UInt8](repeating: 0, count: width * height * 3)
        rgb.fill(with: Self.plate, from: 0, to: width * height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                Self.lay(bitmap.rgba, (y * size.width + x) * 4, over: &rgb, ((y + top) * width + x + left) * 3)
            }
        }
        var levels = [Level(width: width, height: height, rgb: rgb)]
        for _ in 0..<6 { levels.append(Self.halved(levels[levels.count - 1])) }
        self.levels = levels
        content = PixelBox(
            x: Double(left) / Double(width), y: Double(top) / Double(height),
            width: Double(size.width) / Double(width), height: Double(size.height) / Double(height)
        )
        aspect = Double(size.width) / Double(size.height)
    }

    private static func padded(_ side: Int) -> Int { (side + 16 + block - 1) / block * block }

    private static func lay(_ rgba: [UInt8], _ from: Int, over rgb: inout [UInt8], _ to: Int) {
        let alpha = Int(rgba[from + 3])
        for channel in 0..<3 {
            let mixed = Int(rgba[from + channel]) * alpha + Int(rgb[to + channel]) * (255 - alpha)
            rgb[to + channel] = UInt8((mixed + 127) / 255)
        }
    }

    private static func halved(_ level: Level) -> Level {
        let (width, height) = (max(level.width / 2, 1), max(level.height / 2, 1))
        var rgb: [UInt8] = []
        for y in 0..<height {
            for i in 0..<width * 3 {
                let base = (y * 2 * level.width + i / 3 * 2) * 3 + i % 3
                let sum =
                    Int(level.rgb[base]) + Int(level.rgb[base + 3]) + Int(level.rgb[base + level.width * 3])
                    + Int(level.rgb[base + level.width * 3 + 3])
                rgb.append(UInt8((sum + 2) / 4))
            }
        }
        return Level(width: width, height: height, rgb: rgb)
    }

    /// Where the whole picture (with its rim) goes so that the bitmap covers the head box as `growth` says.
    func place(on body: PixelBox, growth: Double) -> PixelBox {
        let fit = min(body.width, body.height * aspect)
        let hide = max(body.width, body.height * aspect)
        let width = (fit + (hide - fit) * growth) / content.width
        let height = width * content.width / aspect / content.height
        let centre = body.centre
        return PixelBox(
            x: centre.x - (content.x + content.width / 2) * width,
            y: centre.y - (content.y + content.height / 2) * height, width: width, height: height
        )
    }

    /// The smallest level that is not smaller than what is drawn.
    func level(forWidth width: Double) -> Level {
        levels.last { Double($0.width) >= width } ?? levels[0]
    }
}
