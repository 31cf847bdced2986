import Photo
import Testing
import TimelineCore
import Wire

extension PhotoAdapter {
    @Suite struct PhotoOrientationTests {
        /// What EXIF 2.32 says the 0th row and column of the stored picture are, written down pixel by pixel: where stored
        /// (column, row) of a W x H picture goes.
        static func upright(_ stored: Pixels, _ code: Int) -> Pixels {
            let (w, h) = (stored.width, stored.height)
            let swaps = code >= 5
            var result = Pixels(
                width: swaps ? h : w, height: swaps ? w : h, rgb: [UInt8](repeating: 0, count: w * h * 3))
            for row in 0..<h {
                for column in 0..<w {
                    let place: (Int, Int) =
                        switch code {
                        case 2: (w - 1 - column, row)
                        case 3: (w - 1 - column, h - 1 - row)
                        case 4: (column, h - 1 - row)
                        case 5: (row, column)
                        case 6: (h - 1 - row, column)
                        case 7: (h - 1 - row, w - 1 - column)
                        case 8: (row, w - 1 - column)
                        default: (column, row)
                        }
                    result[place.0, place.1] = stored[column, row]
                }
            }
            return result
        }

        static let jpeg: [UInt8] = (try? Pixels.scene(width: 150, height: 90).jpeg()) ?? []

        @Test(arguments: 1...8)
        func `bands are of the upright picture`(_ code: Int) throws {
            let stored = try decoded(Self.jpeg)
            let file = try ScratchFile(withOrientation(UInt8(code), Self.jpeg))
            let reader = try PhotoReader(descriptor: file.descriptor)
            #expect(reader.info.storedOrientation.code == code)
            #expect(try reader.allRows() == Self.upright(stored, code))
        }

        @Test(arguments: 1...8)
        func `a small memory budget changes no pixel`(_ code: Int) throws {
            let file = try ScratchFile(withOrientation(UInt8(code), Self.jpeg))
            let whole = try PhotoReader(descriptor: file.descriptor).allRows()
            // 4,000 bytes: bands of under ten rows.
            let narrow = try PhotoReader(descriptor: file.descriptor, limits: PhotoLimits(windowBytes: 4000))
            #expect(try narrow.allRows(band: 7) == whole)
        }

        @Test(arguments: 1...8)
        func `looks are of the upright picture`(_ code: Int) throws {
            let upright = Self.upright(try decoded(Self.jpeg), code)
            let file = try ScratchFile(withOrientation(UInt8(code), Self.jpeg))
            let reader = try PhotoReader(descriptor: file.descriptor)
            let rect = PixelRect(left: 11, top: 23, right: 71, bottom: 83)
            let look = try reader.look(width: 60, height: 60, LookGeometry(originX: 11, originY: 23))
            #expect(look == upright.crop(rect))
        }

        @Test(arguments: 1...8)
        func `a composed file is upright and carries no orientation`(_ code: Int) throws {
            let upright = Self.upright(try decoded(Self.jpeg), code)
            let input = try ScratchFile(withOrientation(UInt8(code), Self.jpeg))
            let output = try ScratchFile()
            let patch = PhotoPatch(rect: PixelRect(left: 3, top: 5, right: 19, bottom: 14), rgb: [255, 0, 9])
            let outcome = try PhotoComposer.compose(
                input: input.descriptor, output: output.descriptor, patches: [patch],
                options: PhotoOutput(format: .png),
                limits: PhotoLimits(windowBytes: 4000))
            var expected = upright
            for y in 5..<14 { for x in 3..<19 { expected[x, y] = [255, 0, 9] } }
            #expect(outcome.size == PixelSize(width: upright.width, height: upright.height))
            #expect(outcome.bytes == output.bytes.count)
            let reader = try PhotoReader(descriptor: output.descriptor)
            #expect(reader.info.storedOrientation.code == 1)
            #expect(try reader.allRows() == expected)
        }

        @Test(.enabled(if: SharedMedia.isPresent), arguments: ["3", "6", "8"])
        func `the astronaut is the same in every orientation`(_ code: String) throws {
            let turned = try SharedMedia.photo("orientation_\(code).jpg")
            let reader = try PhotoReader(descriptor: turned.descriptor)
            #expect(reader.info.storedOrientation.code == Int(code))
            // Coded as it is stored, so equal but for coding noise.
            let expected = try withShared("orientation_1.jpg") { try $0.allRows() }
            #expect(try reader.allRows().difference(expected) < 3)
        }
    }
}
