import Photo
import Testing
import TimelineCore
import Wire

extension PhotoAdapter {
    @Suite struct PhotoLookTests {
        @Test func `a look at half size is the mean of four pixels`() throws {
            let png = try Pixels.noise(width: 64, height: 40, seed: 1).file(.png)
            let full = try decoded(png)
            let file = try ScratchFile(png)
            let look = try PhotoReader(descriptor: file.descriptor)
                .look(width: 32, height: 20, LookGeometry(scaleX: 2, scaleY: 2))
            for y in 0..<20 {
                for x in 0..<32 {
                    for band in 0..<3 {
                        var sum = 0
                        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                            sum += Int(full[2 * x + dx, 2 * y + dy][band])
                        }
                        #expect(abs(Int(look[x, y][band]) - (sum + 2) / 4) <= 1)
                    }
                }
            }
        }

        @Test func `a fractional look keeps the mean`() throws {
            let png = try Pixels.scene(width: 97, height: 53).file(.png)
            let full = try decoded(png)
            let file = try ScratchFile(png)
            let look = try PhotoReader(descriptor: file.descriptor)
                .look(width: 31, height: 17, LookGeometry(scaleX: 97.0 / 31, scaleY: 53.0 / 17))
            func mean(_ pixels: Pixels) -> Double {
                pixels.rgb.reduce(0.0) { $0 + Double($1) } / Double(pixels.rgb.count)
            }
            #expect(abs(mean(look) - mean(full)) < 0.6)
        }

        @Test func `outside the picture a look is black`() throws {
            let file = try ScratchFile(
                try Pixels(width: 20, height: 10, rgb: [UInt8](repeating: 200, count: 600)).jpeg())
            let look = try PhotoReader(descriptor: file.descriptor)
                .look(width: 40, height: 30, LookGeometry(originX: -10, originY: -10))
            for y in 0..<30 {
                for x in 0..<40 {
                    let inside = (10..<30).contains(x) && (10..<20).contains(y)
                    #expect(look[x, y].allSatisfy { inside ? abs(Int($0) - 200) <= 2 : $0 == 0 })
                }
            }
        }

        @Test func `shrinking while decoding agrees with shrinking after it`() throws {
            let scene = Pixels.scene(width: 640, height: 480)
            let jpeg = try ScratchFile(try scene.jpeg())
            let png = try ScratchFile(try scene.file(.png))
            for scale in [2.0, 4, 5.5, 8, 10] {
                let geometry = LookGeometry(scaleX: scale, scaleY: scale)
                let (width, height) = (Int(640 / scale), Int(480 / scale))
                let fast = try PhotoReader(descriptor: jpeg.descriptor).look(width: width, height: height, geometry)
                let slow = try PhotoReader(descriptor: png.descriptor).look(width: width, height: height, geometry)
                #expect(fast.difference(slow) < 1.5)
            }
        }

        @Test func `tiles in decode order cost one decode`() throws {
            let file = try ScratchFile(try Pixels.scene(width: 600, height: 900).jpeg())
            for code in [1, 3, 6, 8] as [UInt8] {
                try file.write(withOrientation(code, Pixels.scene(width: 600, height: 900).jpeg()))
                // Room for 128 rows, or 64 where the picture is wider.
                let reader = try PhotoReader(
                    descriptor: file.descriptor, limits: PhotoLimits(windowBytes: 600 * 3 * 128))
                let size = reader.info.uprightSize
                var looks: [LookGeometry] = []
                for top in stride(from: 0, to: size.height, by: 100) {
                    for left in stride(from: 0, to: size.width, by: 100) {
                        looks.append(LookGeometry(originX: Double(left), originY: Double(top)))
                    }
                }
                for index in reader.decodeOrder(of: looks) {
                    _ = try reader.look(width: 110, height: 110, looks[index])
                }
                #expect(reader.decodes == 1)
            }
        }

        @Test func `a look behind the window decodes again and is the same`() throws {
            let file = try ScratchFile(try Pixels.scene(width: 300, height: 900).jpeg())
            let reader = try PhotoReader(descriptor: file.descriptor, limits: PhotoLimits(windowBytes: 300 * 3 * 64))
            let first = try reader.look(width: 300, height: 40, LookGeometry())
            _ = try reader.look(width: 300, height: 40, LookGeometry(originY: 850))
            #expect(try reader.look(width: 300, height: 40, LookGeometry()) == first)
            #expect(reader.decodes == 2)
        }

        @Test func `a layout that does not fit its buffer is refused`() throws {
            let file = try ScratchFile(try Pixels.scene(width: 30, height: 30).jpeg())
            let reader = try PhotoReader(descriptor: file.descriptor)
            let layout = PictureLayout.packed(format: .rgb24, size: PixelSize(width: 30, height: 30))
            var slot = [UInt8](repeating: 0, count: layout.byteCount - 1)
            #expect(throws: PhotoError.self) {
                try slot.withUnsafeMutableBytes {
                    try reader.renderLook(into: $0, layout: layout, geometry: LookGeometry())
                }
            }
        }

        @Test func `an enlarged look blends neighbours`() throws {
            let file = try ScratchFile(try Pixels.scene(width: 40, height: 40).file(.png))
            let full = try PhotoReader(descriptor: file.descriptor).allRows()
            let look = try PhotoReader(descriptor: file.descriptor)
                .look(width: 80, height: 80, LookGeometry(scaleX: 0.5, scaleY: 0.5))
            // Output 2x + 1 lies a quarter of a pixel right of the centre of x.
            let expected = 0.75 * Double(full[10, 10][0]) + 0.25 * Double(full[11, 10][0])
            #expect(abs(Double(look[21, 20][0]) - expected) <= 1.5)
        }
    }
}
