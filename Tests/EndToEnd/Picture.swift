import Foundation

/// The pixels of a file as ffmpeg decodes it: 8-bit RGB, frame after frame.
struct Picture {
    let width: Int
    let height: Int
    let frames: Int
    private let bytes: [UInt8]

    /// - Parameter scratch: a folder for the decoded file.
    init(_ path: String, scratch: Scene) throws {
        let size = try Tool.text(
            "ffprobe",
            ["-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path]
        ).split(whereSeparator: { $0 == "," || $0.isWhitespace }).compactMap { Int($0) }
        guard size.count >= 2, size[0] > 0, size[1] > 0 else { throw TestFault("\(path) has no picture") }
        let raw = "raw-\(UInt32.random(in: 0...UInt32.max)).rgb"
        try Tool.ffmpeg([
            "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24",
            "-sws_flags", "accurate_rnd+full_chroma_int", scratch.path(raw),
        ])
        bytes = try scratch.bytes(raw)
        try FileManager.default.removeItem(atPath: scratch.path(raw))
        (width, height) = (size[0], size[1])
        frames = bytes.count / (width * height * 3)
    }

    /// Red, green, blue.
    func pixel(_ x: Int, _ y: Int, frame: Int = 0) -> (Int, Int, Int) {
        let at = ((frame * height + y) * width + x) * 3
        return (Int(bytes[at]), Int(bytes[at + 1]), Int(bytes[at + 2]))
    }

    /// True for a pixel of the green of the bars, as codecs bring it back.
    func isGreen(_ x: Int, _ y: Int, frame: Int = 0) -> Bool {
        let (red, green, blue) = pixel(x, y, frame: frame)
        return red <= 24 && green >= 231 && blue <= 24
    }

    /// The share of the pixels of an ellipse inside the picture that are green; nil when less than `part` of the
    /// ellipse is inside.
    func greenShare(of ellipse: Ellipse, frame: Int = 0, part: Double = 0) -> Double? {
        var inside = 0
        var green = 0
        for (x, y) in ellipse.pixels(width: width, height: height) {
            inside += 1
            if isGreen(x, y, frame: frame) { green += 1 }
        }
        guard inside > 0, Double(inside) >= part * ellipse.area else { return nil }
        return Double(green) / Double(inside)
    }

    /// Differences from another picture, over pixels that are chosen.
    ///
    /// - Returns: mean of the absolute differences of all channels, the share of pixels that differ by more than 40 in
    ///   one, and how many pixels were compared.
    func difference(
        from other: Picture, frame: Int = 0, where isChosen: (Int, Int) -> Bool
    ) -> (mean: Double, far: Double, compared: Int) {
        var sum = 0
        var far = 0
        var count = 0
        for y in 0..<height {
            for x in 0..<width where isChosen(x, y) {
                let (one, two) = (pixel(x, y, frame: frame), other.pixel(x, y, frame: frame))
                let gaps = [abs(one.0 - two.0), abs(one.1 - two.1), abs(one.2 - two.2)]
                sum += gaps.reduce(0, +)
                if gaps.contains(where: { $0 > 40 }) { far += 1 }
                count += 1
            }
        }
        let pixels = Double(max(1, count))
        return (Double(sum) / pixels / 3, Double(far) / pixels, count)
    }
}

/// A face as a person would draw around it.
struct Ellipse {
    var x: Double
    var y: Double
    var radiusX: Double
    var radiusY: Double

    var area: Double { .pi * radiusX * radiusY }

    /// The face of the demo portrait, drawn by hand: chin to hairline, cheek to cheek.
    static let portrait = Ellipse(x: 225, y: 124, radiusX: 46, radiusY: 64)

    /// The same face in a copy of the portrait of another size at another place.
    func placed(scale: Double, x left: Double, y top: Double) -> Ellipse {
        Ellipse(x: x * scale + left, y: y * scale + top, radiusX: radiusX * scale, radiusY: radiusY * scale)
    }

    var mirrored: Ellipse { Ellipse(x: 512 - x, y: y, radiusX: radiusX, radiusY: radiusY) }

    func contains(_ px: Int, _ py: Int) -> Bool {
        let (dx, dy) = ((Double(px) + 0.5 - x) / radiusX, (Double(py) + 0.5 - y) / radiusY)
        return dx * dx + dy * dy <= 1
    }

    func pixels(width: Int, height: Int) -> [(Int, Int)] {
        func clamped(_ low: Double, _ high: Double, to limit: Int) -> Range<Int> {
            max(0, min(limit, Int(low)))..<max(0, min(limit, Int(high) + 1))
        }
        let columns = clamped(x - radiusX, x + radiusX, to: width)
        let rows = clamped(y - radiusY, y + radiusY, to: height)
        return rows.flatMap { row in columns.filter { contains($0, row) }.map { ($0, row) } }
    }
}
