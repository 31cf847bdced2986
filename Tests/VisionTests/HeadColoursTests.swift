import Testing
import TimelineCore

import Vision

@Suite struct HeadColoursTests {
    private func grid(_ picture: TestPicture, around box: PixelBox) throws -> ColourGrid? {
        try picture.bytes.withUnsafeBytes {
            HeadColours(
                picture: try RGBPicture(
                    bytes: $0, width: picture.width, height: picture.height, strideBytes: picture.width * 3)
            ).grid(around: box)
        }
    }

    private func quantised(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
        [red, green, blue].map(ColourGrid.quantised)
    }

    @Test func `one colour gives that colour in every cell, also outside the picture`() throws {
        let picture = TestPicture(width: 70, height: 50, colour: (200, 100, 30))
        for box in [
            PixelBox(x: 20, y: 15, width: 20, height: 25), PixelBox(x: -10, y: -20, width: 30, height: 40),
            PixelBox(x: 60, y: 40, width: 300, height: 300), PixelBox(x: 500, y: 500, width: 9, height: 9),
            PixelBox(x: 30, y: 30, width: 0.5, height: 0.5),
        ] {
            let cells = try #require(try grid(picture, around: box)).cells
            #expect(cells == Array(repeatElement(quantised(200, 100, 30), count: 81).joined()))
        }
    }

    @Test func `the grid covers the head box, row by row`() throws {
        // Left of x = 60 red, right of it blue; the head box of this face is centred there.
        let picture = TestPicture(width: 120, height: 120, colour: (255, 0, 0))
            .pasting(TestPicture(width: 60, height: 120, colour: (0, 0, 255)), x: 60, y: 0)
        let face = PixelBox(x: 40, y: 40, width: 40, height: 40)
        #expect(HeadColours.headBox(face).overlap(with: PixelBox(x: 30, y: 22, width: 60, height: 64)) > 0.999999)
        let cells = try #require(try grid(picture, around: face))
        for row in 0..<9 {
            #expect(cells[0, row] == (240, 16, 16) && cells[3, row] == (240, 16, 16))
            #expect(cells[5, row] == (16, 16, 240) && cells[8, row] == (16, 16, 240))
        }
    }

    @Test func `a cell outside the picture takes the nearest pixels`() throws {
        let picture = TestPicture(width: 64, height: 64, colour: (0, 255, 0))
            .pasting(TestPicture(width: 64, height: 1, colour: (255, 0, 0)), x: 0, y: 0)
        let cells = try #require(try grid(picture, around: PixelBox(x: 20, y: -20, width: 20, height: 40)))
        #expect(cells[4, 0] == (240, 16, 16))
        #expect(cells[4, 8] == (16, 240, 16))
    }
}
