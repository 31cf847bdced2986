import TestSupport
import TimelineCore
import Wire

@testable import Redaction

/// A picture in memory with random content, and what the tests ask of it.
struct TestPicture {
    var layout: PictureLayout
    var bytes: [UInt8]

    init(format: PixelFormat, size: PixelSize, matrix: ColourMatrix, fullRange: Bool, random: inout SeededRandom) {
        layout = PictureLayout.packed(format: format, size: size, matrix: matrix, fullRange: fullRange)
        // A gap before the first plane and rows of an odd number of padding bytes, as other libraries make them.
        var offset = Int(random.next() % 7) * 2
        for plane in 0..<format.planeCount {
            layout.strides[plane] = layout.rowBytes(plane) + Int(random.next() % 9) * format.bytesPerSample
            layout.offsets[plane] = offset
            offset += layout.strides[plane] * layout.planeHeight(plane)
        }
        bytes = []
        refill(&random)
    }

    /// New random samples, within the depth, everywhere.
    mutating func refill(_ random: inout SeededRandom) {
        let is16 = layout.format.bytesPerSample == 2
        bytes = (0..<layout.byteCount).map { index in
            let value = UInt8(truncatingIfNeeded: random.next() >> 17)
            return is16 && index % 2 == 1 ? value & 3 : value
        }
    }

    func sample(plane: Int, x: Int, y: Int) -> Int {
        let base = layout.offsets[plane] + y * layout.strides[plane] + x * layout.format.bytesPerSample
        return layout.format.bytesPerSample == 2 ? Int(bytes[base]) | Int(bytes[base + 1]) << 8 : Int(bytes[base])
    }

    mutating func paint(_ covers: [Cover], _ painter: CoverPainter, look: LookGeometry = LookGeometry()) throws {
        let layout = layout
        try bytes.withUnsafeMutableBytes { try painter.paintAll(covers, onto: $0, layout: layout, look: look) }
    }
}

enum Fixtures {
    static func palette(_ random: inout SeededRandom) -> ColourGrid {
        let cells = (0..<ColourGrid.byteCount).map { _ in UInt8(truncatingIfNeeded: random.next() >> 9) }
        guard let grid = ColourGrid(cells: cells) else { preconditionFailure("the count is right") }
        return grid
    }

    /// A head box somewhere in (and partly out of) the picture, with the area the resolver would make of it.
    static func cover(
        id: Int = 1, size: PixelSize, block: Int = 2, random: inout SeededRandom, withPalette: Bool = true
    ) -> Cover {
        func share() -> Double { Double(random.next() % 10_000) / 10_000 }
        let width = 4 + share() * Double(size.width)
        let body = PixelBox(
            x: share() * Double(size.width) - width / 3, y: share() * Double(size.height) - width / 3, width: width,
            height: width * 1.25
        )
        let palette = withPalette ? palette(&random) : nil
        return cover(id: id, body: body, size: size, block: block, palette: palette)
    }

    static func cover(id: Int = 1, body: PixelBox, size: PixelSize, block: Int, palette: ColourGrid?) -> Cover {
        func down(_ value: Double) -> Int { Int((value / Double(block)).rounded(.down)) * block }
        func up(_ value: Double) -> Int { Int((value / Double(block)).rounded(.up)) * block }
        let area = PixelRect(left: down(body.x), top: down(body.y), right: up(body.maxX), bottom: up(body.maxY))
            .intersection(PixelRect(left: 0, top: 0, right: size.width, bottom: size.height))
        let target = PixelBox(
            x: body.x + body.width / 6, y: body.y + body.height * 0.28, width: body.width / 1.5,
            height: body.height / 1.6
        )
        return Cover(subject: .face(id), target: target, body: body, area: area, palette: palette)
    }

    static let styles: [CoverStyle] =
        CoverStyle.Kind.allCases.flatMap { kind in
            kind == .shape
                ? CoverShape.allCases.map {
                    CoverStyle(kind: .shape, colour: RGBColour(red: 200, green: 30, blue: 90), shape: $0)
                } : [CoverStyle(kind: kind, colour: RGBColour(red: 12, green: 130, blue: 240))]
        }

    static func random<T>(_ values: [T], _ random: inout SeededRandom) -> T {
        values[Int(random.next() >> 8) % values.count]
    }
}
