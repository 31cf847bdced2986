import Foundation
import TestSupport
import Testing
import TimelineCore
import Wire

import Media

/// Turning, converting and scaling, against plain loops.
@Suite struct PictureTests {
    /// The eight display matrices, by what they do to the point (x, y).
    static let matrices: [(name: String, a: Int32, b: Int32, c: Int32, d: Int32)] = [
        ("as stored", 1, 0, 0, 1), ("quarter right", 0, 1, -1, 0), ("half", -1, 0, 0, -1),
        ("quarter left", 0, -1, 1, 0), ("mirrored", -1, 0, 0, 1), ("upside down mirrored", 1, 0, 0, -1),
        ("transposed", 0, 1, 1, 0), ("transversed", 0, -1, -1, 0),
    ]

    /// A matroska film of one picture with a display matrix written into its mp4 header by hand.
    private func turned(_ scratch: Scratch, _ index: Int, format: PixelFormat, _ given: Picture) throws -> String {
        let path = scratch.path("turned.mp4")
        let size = given.layout.size
        let file = try OpenFile(writing: path)
        let writer = try VideoWriter(
            descriptor: file.descriptor, container: .mp4,
            video: VideoEncoding(
                codec: .h264, size: size, format: format, timeBase: Ratio(1, 25), frameRate: Ratio(25, 1), quality: 100
            )
        )
        try writer.write(
            picture: UnsafeRawBufferPointer(given.memory), layout: given.layout, ticks: 0, durationTicks: 1
        )
        try writer.finish()
        var bytes = try Bytes.of(path)
        let header = try #require(Boxes(bytes).found.first { $0.path == "moov/trak/tkhd" })
        let matrix = Self.matrices[index]
        // The matrix stands 40 bytes into a version 0 tkhd's payload. Source: ISO/IEC 14496-12, 8.3.2.
        for (place, value) in [(0, matrix.a), (1, matrix.b), (3, matrix.c), (4, matrix.d)] {
            let word = UInt32(bitPattern: value << 16)
            for byte in 0..<4 {
                bytes[header.start + 8 + 40 + place * 4 + byte] = UInt8(
                    truncatingIfNeeded: word >> (24 - 8 * UInt32(byte)))
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(.enabled(if: Tool.arePresent), arguments: Array(matrices.indices), [PixelFormat.yuv420p8, .yuv444p10])
    func `each of the eight display matrices turns the picture upright`(index: Int, format: PixelFormat) throws {
        let scratch = try Scratch()
        let given = Picture(format, 98, 66)
        given.paint(3)
        let path = try turned(scratch, index, format: format, given)
        let file = try OpenFile(reading: path)
        let reader = try VideoReader(descriptor: file.descriptor, threads: 1)
        #expect(try reader.next() != .end)
        let matrix = Self.matrices[index]
        let across = matrix.a == 0
        #expect(reader.info.uprightSize == PixelSize(width: across ? 66 : 98, height: across ? 98 : 66))
        let upright = Picture(reader.info.pictureLayout)
        try reader.copyUpright(into: upright.memory, layout: upright.layout)
        for plane in 0..<3 {
            let (width, height) = (given.layout.planeWidth(plane), given.layout.planeHeight(plane))
            var sum = 0
            for y in 0..<height {
                for x in 0..<width {
                    // Where the matrix sends the pixel, moved back into the picture.
                    let toX = Int(matrix.a) * x + Int(matrix.c) * y
                    let toY = Int(matrix.b) * x + Int(matrix.d) * y
                    let shownX = toX + (matrix.a < 0 ? width - 1 : 0) + (matrix.c < 0 ? height - 1 : 0)
                    let shownY = toY + (matrix.b < 0 ? width - 1 : 0) + (matrix.d < 0 ? height - 1 : 0)
                    sum += abs(given.sample(plane, x, y) - upright.sample(plane, shownX, shownY))
                }
            }
            // The encoder's own loss at the best quality; a wrong turn differs by tens.
            #expect(Double(sum) / Double(width * height) < 3 * Double(1 << (format.bitDepth - 8)), "plane \(plane)")
        }
    }

    @Test(.enabled(if: Tool.arePresent), arguments: Array(matrices.indices))
    func `a scaled look is the same part of the picture as a full copy`(index: Int) throws {
        let scratch = try Scratch()
        let given = Picture(.yuv444p8, 96, 64)
        // One bright square that is not symmetric in any of the eight ways.
        for y in 0..<64 {
            for x in 0..<96 {
                given.set(0, x, y, (16..<40).contains(x) && (8..<24).contains(y) ? 220 : 30)
                for plane in 1...2 { given.set(plane, x, y, 128) }
            }
        }
        let path = try turned(scratch, index, format: .yuv444p8, given)
        let file = try OpenFile(reading: path)
        let reader = try VideoReader(descriptor: file.descriptor, threads: 1)
        #expect(try reader.next() != .end)
        let size = reader.info.uprightSize
        let upright = Picture(reader.info.pictureLayout)
        try reader.copyUpright(into: upright.memory, layout: upright.layout)
        let crop = PixelRect(left: size.width / 4, top: size.height / 8, right: size.width, bottom: size.height * 7 / 8)
        let look = Picture(.rgb24, crop.width / 2, crop.height / 2)
        try reader.scaleUpright(into: look.memory, layout: look.layout, crop: crop)
        var wrong = 0
        for y in 0..<look.layout.size.height {
            for x in 0..<look.layout.size.width {
                let luma = upright.sample(0, crop.left + 2 * x, crop.top + 2 * y)
                let expected = min(255, max(0, (luma - 16) * 255 / 219))
                if abs(look.sample(0, x, y) - expected) > 24 { wrong += 1 }
            }
        }
        #expect(wrong < look.layout.size.area / 50, "\(wrong) of \(look.layout.size.area)")
    }

    @Test func `a matrix at an angle is refused, a rounded quarter turn is not`() {
        #expect(UprightTurn(a: 46341, b: 46341, c: -46341, d: 46341) == nil)
        #expect(UprightTurn(a: 65536, b: 9000, c: -9000, d: 65000) == nil)
        #expect(UprightTurn(a: 0, b: 0, c: 0, d: 0) == nil)
        #expect(UprightTurn(a: .min, b: 0, c: 0, d: .min)?.mirrorsX == true)
        let right = UprightTurn(a: 3, b: 65535, c: -65536, d: -2)
        #expect(right == UprightTurn(transposes: true, mirrorsX: true, mirrorsY: false))
    }

    @Test func `a part of the upright picture is the right part of the stored one`() {
        forEachSeed(0..<200) { seed, random in
            let stored = PixelSize(
                width: Int.random(in: 2...40, using: &random), height: Int.random(in: 2...40, using: &random))
            let turn = UprightTurn(
                transposes: Bool.random(using: &random), mirrorsX: Bool.random(using: &random),
                mirrorsY: Bool.random(using: &random)
            )
            let size = turn.uprightSize(stored)
            let left = Int.random(in: 0..<size.width, using: &random)
            let top = Int.random(in: 0..<size.height, using: &random)
            let rect = PixelRect(
                left: left, top: top, right: Int.random(in: left + 1...size.width, using: &random),
                bottom: Int.random(in: top + 1...size.height, using: &random)
            )
            let part = turn.storedRect(rect, stored: stored)
            // Each stored pixel is shown by exactly one pixel of the rectangle.
            for y in 0..<stored.height {
                for x in 0..<stored.width {
                    let (u, v) = turn.transposes ? (y, x) : (x, y)
                    let shownX = turn.mirrorsX ? size.width - 1 - u : u
                    let shownY = turn.mirrorsY ? size.height - 1 - v : v
                    let isShown = rect.contains(
                        PixelRect(left: shownX, top: shownY, right: shownX + 1, bottom: shownY + 1))
                    let isInside = part.contains(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
                    #expect(isShown == isInside, "seed \(seed)")
                }
            }
        }
    }

    @Test(
        .enabled(if: Tool.arePresent),
        arguments: [
            ("nv12", PixelFormat.yuv420p8), ("yuv422p", .yuv422p8), ("yuv444p", .yuv444p8), ("yuv420p12le", .yuv420p10),
            ("gray", .yuv420p8), ("bgra", .yuv444p8), ("yuv440p", .yuv444p8), ("yuv411p", .yuv422p8),
            ("bgr0", .yuv444p8), ("gray10le", .yuv420p10), ("yuva420p", .yuv420p8),
        ]
    )
    func `samples of other kinds come in the nearest format`(name: String, format: PixelFormat) throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mkv")
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25", "-t", "0.2", "-pix_fmt", name, "-c:v",
            name == "nv12" ? "rawvideo" : "ffv1", path,
        ])
        let file = try OpenFile(reading: path)
        let reader = try VideoReader(descriptor: file.descriptor, threads: 1)
        #expect(reader.info.format == format)
        #expect(try reader.next() != .end)
        let picture = Picture(reader.info.pictureLayout)
        try reader.copyUpright(into: picture.memory, layout: picture.layout)
        // Brightness by an independent conversion of the same file.
        let gray = try Tool.bytes(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-i", path, "-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo", "-"]
        )
        var sum = 0.0
        let (low, span) = reader.info.fullRange ? (0.0, 255.0) : (16.0, 219.0)
        for (place, byte) in gray.enumerated() {
            let luma = Double(picture.sample(0, place % 128, place / 128)) / Double(1 << (format.bitDepth - 8))
            sum += abs((luma - low) * 255 / span - Double(byte))
        }
        #expect(sum / Double(gray.count) < 4, "\(name): \(sum / Double(gray.count))")
    }

    @Test func `a layout that does not fit is refused`() throws {
        let scratch = try Scratch()
        let path = scratch.path("film.mp4")
        try OutputTests.film(path, container: .mp4, codec: .h264)
        let file = try OpenFile(reading: path)
        let reader = try VideoReader(descriptor: file.descriptor, threads: 1)
        let small = Picture(.yuv420p8, 160, 120)
        let right = Picture(reader.info.pictureLayout)
        let look = Picture(.rgb24, 64, 64)
        let outside = PixelRect(left: 300, top: 0, right: 321, bottom: 10)
        #expect(try reader.next() != .end)
        #expect(throws: MediaError.badLayout) { try reader.copyUpright(into: small.memory, layout: small.layout) }
        #expect(throws: MediaError.badLayout) { try reader.copyUpright(into: small.memory, layout: right.layout) }
        #expect(throws: MediaError.badLayout) { try reader.copyUpright(into: look.memory, layout: look.layout) }
        #expect(throws: MediaError.badLayout) {
            try reader.scaleUpright(into: look.memory, layout: look.layout, crop: outside)
        }
        #expect(throws: MediaError.badLayout) { try reader.scaleUpright(into: right.memory, layout: right.layout) }
        while try reader.next() != .end {}
        #expect(throws: MediaError.badLayout) { try reader.copyUpright(into: right.memory, layout: right.layout) }
    }
}
