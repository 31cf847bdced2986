import Photo
import TestSupport
import TimelineCore
import Wire

/// Packed RGB24 in memory, for comparing.
struct Pixels: Equatable {
    var width: Int
    var height: Int
    var rgb: [UInt8]

    init(width: Int, height: Int, rgb: [UInt8]) {
        self.width = width
        self.height = height
        self.rgb = rgb
    }

    /// A smooth picture that differs in every corner, which JPEG keeps well and no turn maps onto itself.
    static func scene(width: Int, height: Int) -> Pixels {
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                rgb.append(UInt8(x * 255 / max(1, width - 1)))
                rgb.append(UInt8(y * 255 / max(1, height - 1)))
                rgb.append(x * 3 < width && y * 2 < height ? 220 : 40)
            }
        }
        return Pixels(width: width, height: height, rgb: rgb)
    }

    static func noise(width: Int, height: Int, seed: UInt64) -> Pixels {
        var random = SeededRandom(seed: seed)
        let rgb = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        return Pixels(width: width, height: height, rgb: rgb)
    }

    subscript(x: Int, y: Int) -> [UInt8] {
        get { Array(rgb[(y * width + x) * 3..<(y * width + x) * 3 + 3]) }
        set { rgb.replaceSubrange((y * width + x) * 3..<(y * width + x) * 3 + 3, with: newValue) }
    }

    func crop(_ rect: PixelRect) -> Pixels {
        var result: [UInt8] = []
        for y in rect.top..<rect.bottom { result += rgb[(y * width + rect.left) * 3..<(y * width + rect.right) * 3] }
        return Pixels(width: rect.width, height: rect.height, rgb: result)
    }

    /// Mean absolute difference of samples.
    func difference(_ other: Pixels) -> Double {
        guard width == other.width, height == other.height else { return 255 }
        return zip(rgb, other.rgb).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(rgb.count)
    }

    func largestDifference(_ other: Pixels) -> Int {
        guard width == other.width, height == other.height else { return 255 }
        return zip(rgb, other.rgb).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// JPEG bytes of this picture, 4:4:4.
    func jpeg(quality: Int = 95) throws -> [UInt8] {
        let file = try ScratchFile()
        try JPEGWriter.encodeJPEG(rgb: rgb, width: width, height: height, to: file.descriptor, quality: quality)
        return file.bytes
    }

    /// The picture as some other format, made from its JPEG.
    func file(_ format: PhotoFormat, quality: Int = 95) throws -> [UInt8] {
        let input = try ScratchFile(try jpeg(quality: quality))
        let output = try ScratchFile()
        try PhotoComposer.compose(
            input: input.descriptor, output: output.descriptor, patches: [],
            options: PhotoOutput(format: format, quality: quality))
        return output.bytes
    }
}

extension PhotoReader {
    /// The whole upright picture, at full size, in bands of `rows`.
    func allRows(band: Int = 61, alpha: AlphaView = .ignored) throws -> Pixels {
        let size = info.uprightSize
        var result = Pixels(width: size.width, height: size.height, rgb: [])
        var top = 0
        while top < size.height {
            let count = min(band, size.height - top)
            let layout = PictureLayout.packed(format: .rgb24, size: PixelSize(width: size.width, height: count))
            var slot = [UInt8](repeating: 0, count: layout.byteCount)
            try slot.withUnsafeMutableBytes { buffer in
                try renderBand(top: top, rows: count, into: buffer, layout: layout, alpha: alpha)
            }
            for row in 0..<count {
                result.rgb += slot[row * layout.strides[0]..<row * layout.strides[0] + size.width * 3]
            }
            top += count
        }
        return result
    }

    func look(width: Int, height: Int, _ geometry: LookGeometry, alpha: AlphaView = .ignored) throws -> Pixels {
        let layout = PictureLayout.packed(format: .rgb24, size: PixelSize(width: width, height: height))
        var slot = [UInt8](repeating: 7, count: layout.byteCount)
        try slot.withUnsafeMutableBytes { try renderLook(into: $0, layout: layout, geometry: geometry, alpha: alpha) }
        var rgb: [UInt8] = []
        for row in 0..<height { rgb += slot[row * layout.strides[0]..<row * layout.strides[0] + width * 3] }
        return Pixels(width: width, height: height, rgb: rgb)
    }
}

/// Hands a photo of the shared media to the closure; its file is open until that returns.
func withShared<R>(_ name: String, _ body: (PhotoReader) throws -> R) throws -> R {
    let file = try SharedMedia.photo(name)
    return try withExtendedLifetime(file) { try body(PhotoReader(descriptor: file.descriptor)) }
}

/// Reads a whole file back.
func decoded(_ bytes: [UInt8]) throws -> Pixels {
    let file = try ScratchFile(bytes)
    return try PhotoReader(descriptor: file.descriptor).allRows()
}

/// The same JPEG with an EXIF block that says this orientation.
func withOrientation(_ code: UInt8, _ jpeg: [UInt8]) -> [UInt8] {
    let exif: [UInt8] =
        Array("Exif\0\0II".utf8) + [0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, code, 0, 0, 0, 0, 0, 0, 0]
    return withSegment(0xE1, exif, jpeg)
}

/// The same JPEG with one more segment behind its start.
func withSegment(_ marker: UInt8, _ body: [UInt8], _ jpeg: [UInt8]) -> [UInt8] {
    let length = body.count + 2
    return Array(jpeg[0..<2]) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body + jpeg[2...]
}

/// The same JPEG without the segments of this kind in front of its picture.
func withoutSegments(_ marker: UInt8, _ jpeg: [UInt8]) -> [UInt8] {
    var result = Array(jpeg[0..<2])
    var offset = 2
    while offset + 4 < jpeg.count, jpeg[offset + 1] != 0xDA {
        let end = offset + 2 + (Int(jpeg[offset + 2]) << 8) + Int(jpeg[offset + 3])
        if jpeg[offset + 1] != marker { result += jpeg[offset..<end] }
        offset = end
    }
    return result + jpeg[offset...]
}
