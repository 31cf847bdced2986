import Glibc
import Photo
import Testing
import TimelineCore
import Wire

extension PhotoAdapter {
    @Suite struct PhotoComposerTests {
        @discardableResult
        static func compose(
            _ input: [UInt8], _ patches: [PhotoPatch], _ options: PhotoOutput
        ) throws -> [UInt8] {
            let source = try ScratchFile(input)
            // An older, longer file: nothing of it may stay.
            let target = try ScratchFile([UInt8](repeating: 0x41, count: 3_000_000))
            try PhotoComposer.compose(
                input: source.descriptor, output: target.descriptor, patches: patches, options: options)
            return target.bytes
        }

        static func rect(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> PixelRect {
            PixelRect(left: left, top: top, right: left + width, bottom: top + height)
        }

        @Test func `a lossless copy changes only what is painted`() throws {
            let png = try Pixels.noise(width: 123, height: 77, seed: 2).file(.png)
            let before = try decoded(png)
            let patches = [
                PhotoPatch(rect: Self.rect(0, 0, 9, 5), rgb: [1, 2, 3]),
                PhotoPatch(rect: Self.rect(100, 60, 23, 17), rgb: Pixels.noise(width: 23, height: 17, seed: 3).rgb),
                PhotoPatch(rect: Self.rect(110, 70, 1, 1), rgb: [9, 8, 7]),
            ]
            var expected = before
            for y in 0..<5 { for x in 0..<9 { expected[x, y] = [1, 2, 3] } }
            let noise = Pixels(width: 23, height: 17, rgb: patches[1].rgb)
            for y in 0..<17 { for x in 0..<23 { expected[100 + x, 60 + y] = noise[x, y] } }
            expected[110, 70] = [9, 8, 7]
            #expect(try decoded(Self.compose(png, patches, PhotoOutput(format: .png))) == expected)
        }

        @Test(arguments: [1, 6] as [UInt8])
        func `a patch that is drawn while it is needed is the same as one that is held`(orientation: UInt8) throws {
            let input = try ScratchFile(withOrientation(orientation, Pixels.scene(width: 320, height: 240).jpeg()))
            let rect = PixelRect(left: 33, top: 17, right: 190, bottom: 201)
            func colour(_ x: Int, _ y: Int) -> [UInt8] { [UInt8(x & 0xFF), UInt8(y & 0xFF), UInt8((x * y) & 0xFF)] }
            func draw(_ part: PixelRect) -> [UInt8] {
                (part.top..<part.bottom).flatMap { y in (part.left..<part.right).flatMap { colour($0, y) } }
            }
            func written(_ patch: PhotoPatch) throws -> [UInt8] {
                let output = try ScratchFile()
                try PhotoComposer.compose(
                    input: input.descriptor, output: output.descriptor, patches: [patch],
                    options: PhotoOutput(format: .png))
                return output.bytes
            }
            let held = try written(PhotoPatch(rect: rect, rgb: draw(rect)))
            #expect(try written(PhotoPatch(rect: rect, draw: draw)) == held)
            #expect(held.count > 1000)
        }

        @Test(arguments: PhotoFormat.allCases)
        func `every format holds the patch and the picture`(_ format: PhotoFormat) throws {
            let scene = Pixels.scene(width: 200, height: 160)
            let patch = PhotoPatch(rect: Self.rect(48, 32, 64, 64), rgb: [250, 10, 120])
            let result = try decoded(Self.compose(scene.jpeg(), [patch], PhotoOutput(format: format)))
            #expect(result.difference(scene) < 40)
            let inside = result.crop(Self.rect(52, 36, 56, 56))
            let solid = Pixels(width: 56, height: 56, rgb: (0..<56 * 56).flatMap { _ in [250, 10, 120] as [UInt8] })
            #expect(inside.difference(solid) < 4)
            let outside = Self.rect(128, 0, 72, 160)
            #expect(result.crop(outside).difference(scene.crop(outside)) < 4)
        }

        @Test(arguments: PhotoFormat.allCases)
        func `the same input gives the same bytes`(_ format: PhotoFormat) throws {
            let jpeg = try Pixels.scene(width: 90, height: 70).jpeg()
            let patch = PhotoPatch(rect: Self.rect(16, 16, 32, 32), rgb: [0, 0, 0])
            let first = try Self.compose(jpeg, [patch], PhotoOutput(format: format))
            #expect(try Self.compose(jpeg, [patch], PhotoOutput(format: format)) == first)
        }

        @Test func `a patch outside the picture is refused`() throws {
            let jpeg = try Pixels.scene(width: 64, height: 64).jpeg()
            for rect in [Self.rect(60, 0, 5, 4), Self.rect(-1, 0, 4, 4), Self.rect(0, 64, 4, 1), Self.rect(3, 3, 0, 3)]
            {
                #expect(throws: PhotoError.self) {
                    try Self.compose(jpeg, [PhotoPatch(rect: rect, rgb: [0, 0, 0])], PhotoOutput(format: .png))
                }
            }
            #expect(throws: PhotoError.self) {
                let short = PhotoPatch(rect: Self.rect(0, 0, 4, 4), rgb: [UInt8](repeating: 0, count: 47))
                try Self.compose(jpeg, [short], PhotoOutput(format: .png))
            }
        }

        @Test func `a full disk is said to be one`() throws {
            let full = try OpenFile("/dev/full", writing: true)
            let input = try ScratchFile(try Pixels.scene(width: 64, height: 64).jpeg())
            for format in PhotoFormat.allCases {
                #expect(throws: PhotoError.write(28)) {
                    try PhotoComposer.compose(
                        input: input.descriptor, output: full.descriptor, patches: [],
                        options: PhotoOutput(format: format))
                }
            }
        }

        @Test func `what is too large for a format is refused before work starts`() throws {
            let input = try ScratchFile(
                try Pixels(width: 16_400, height: 2, rgb: .init(repeating: 9, count: 98_400)).jpeg())
            let output = try ScratchFile()
            #expect(throws: PhotoError.tooLarge(width: 16_400, height: 2, limit: 16_383)) {
                try PhotoComposer.compose(
                    input: input.descriptor, output: output.descriptor, patches: [], options: PhotoOutput(format: .webp)
                )
            }
            #expect(PhotoOutput.nearest(for: .webp, size: PixelSize(width: 16_400, height: 2)) == .jpeg)
        }

        @Test func `a JPEG keeps its chroma and stays near its quality`() throws {
            let jpeg = try Pixels.scene(width: 64, height: 64).jpeg(quality: 94)
            let output = try ScratchFile(try Self.compose(jpeg, [], PhotoOutput(format: .jpeg)))
            let info = try PhotoReader(descriptor: output.descriptor).info
            #expect(info.chroma == .yuv444)
            #expect(info.jpegQuality.map { abs($0 - 94) <= 1 } == true)
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `a sixteen bit PNG stays one`() throws {
            let file = try SharedMedia.photo("rgb16.png")
            let output = try ScratchFile()
            let patch = PhotoPatch(rect: Self.rect(10, 10, 20, 20), rgb: [255, 128, 0])
            try PhotoComposer.compose(
                input: file.descriptor, output: output.descriptor, patches: [patch], options: PhotoOutput(format: .png))
            let reader = try PhotoReader(descriptor: output.descriptor)
            #expect(reader.info.bitDepth == 16)
            var expected = try PhotoReader(descriptor: file.descriptor).allRows()
            for y in 10..<30 { for x in 10..<30 { expected[x, y] = [255, 128, 0] } }
            #expect(try reader.allRows() == expected)
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `gray stays gray under gray patches and becomes colour under others`() throws {
            let file = try SharedMedia.photo("gray.jpg")
            for (rgb, gray) in [([40, 40, 40], true), ([200, 0, 0], false)] as [([UInt8], Bool)] {
                let output = try ScratchFile()
                try PhotoComposer.compose(
                    input: file.descriptor, output: output.descriptor,
                    patches: [PhotoPatch(rect: Self.rect(0, 0, 64, 64), rgb: rgb)], options: PhotoOutput(format: .png))
                let reader = try PhotoReader(descriptor: output.descriptor)
                #expect(reader.info.isGray == gray)
                #expect(try reader.allRows()[5, 5] == rgb)
            }
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `what hides under transparency is seen and is not written`() throws {
            let file = try SharedMedia.photo("alpha_hidden.png")
            let input = try PhotoReader(descriptor: file.descriptor)
            #expect(input.info.hasAlpha)
            let hidden = try input.allRows()
            let shown = try PhotoReader(descriptor: file.descriptor).allRows(alpha: .overWhite)
            #expect(hidden.difference(shown) > 1)
            let output = try ScratchFile()
            let patch = PhotoPatch(rect: Self.rect(200, 80, 40, 40), rgb: [1, 2, 3])
            try PhotoComposer.compose(
                input: file.descriptor, output: output.descriptor, patches: [patch], options: PhotoOutput(format: .png))
            let result = try PhotoReader(descriptor: output.descriptor)
            let colours = try result.allRows()
            let visible = try PhotoReader(descriptor: output.descriptor).allRows(alpha: .overWhite)
            var cleared = 0
            for y in 0..<hidden.height {
                for x in 0..<hidden.width {
                    let inside = (200..<240).contains(x) && (80..<120).contains(y)
                    if inside {
                        #expect(visible[x, y] == [1, 2, 3])
                    } else if colours[x, y] != hidden[x, y] {
                        #expect(colours[x, y] == [0, 0, 0])
                        #expect(shown[x, y] == [255, 255, 255])
                        cleared += 1
                    }
                }
            }
            #expect(cleared > 1000)
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `a wide gamut arrives as sRGB`() throws {
            let file = try SharedMedia.photo("display_p3.jpg")
            let bytes = try file.bytes
            let stored = try decoded(withoutSegments(0xE2, bytes))
            let result = try decoded(Self.compose(bytes, [], PhotoOutput(format: .png)))
            let expected = Pixels(width: stored.width, height: stored.height, rgb: DisplayP3.toSRGB(stored.rgb))
            #expect(result.difference(expected) < 1)
            #expect(result.difference(stored) > 2)
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `CMYK arrives as sRGB`() throws {
            // Made from the picture that orientation_1.jpg holds; ink has a smaller gamut.
            let expected = try withShared("orientation_1.jpg") { try $0.allRows() }
            let result = try decoded(Self.compose(SharedMedia.photo("cmyk.jpg").bytes, [], PhotoOutput(format: .png)))
            #expect(result.difference(expected) < 20)
        }
    }
}

/// Display P3 to sRGB by the numbers of the two standards, for comparing.
private enum DisplayP3 {
    static func toSRGB(_ samples: [UInt8]) -> [UInt8] {
        let linear = (0...255).map { decode(Double($0) / 255) }
        var result: [UInt8] = []
        for index in stride(from: 0, to: samples.count, by: 3) {
            let p3 = (0..<3).map { linear[Int(samples[index + $0])] }
            for row in matrix {
                let value = zip(row, p3).reduce(0) { $0 + $1.0 * $1.1 }
                result.append(UInt8((encode(min(1, max(0, value))) * 255).rounded()))
            }
        }
        return result
    }

    /// P3-D65 primaries to those of sRGB; SMPTE EG 432-1, IEC 61966-2-1.
    static let matrix = [
        [1.2249, -0.2247, 0], [-0.0420, 1.0419, 0], [-0.0197, -0.0786, 1.0979],
    ]

    static func decode(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    static func encode(_ value: Double) -> Double {
        value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
}
