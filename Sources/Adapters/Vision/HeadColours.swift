import Glibc
import TimelineCore

/// Measures the coarse colours over a head.
package struct HeadColours {
    private let picture: RGBPicture

    /// Over a picture that stays valid meanwhile.
    package init(picture: RGBPicture) { self.picture = picture }

    /// The whole head around a face box.
    ///
    /// Source: PRIVACY, head box: sides 25 %, top 45 %, bottom 15 %.
    package static func headBox(_ face: PixelBox) -> PixelBox {
        face.expanded(left: 0.25, top: 0.45, right: 0.25, bottom: 0.15)
    }

    /// Samples per cell and direction: a mean of 8 x 8 spread over a cell is as good as one of all its pixels.
    private static let samplesPerSide = 8

    /// Means over the cells of the head box; a cell outside the picture takes the colour of the nearest pixels.
    package func grid(around face: PixelBox) -> ColourGrid? {
        let head = Self.headBox(face)
        let side = ColourGrid.side
        var cells: [UInt8] = []
        cells.reserveCapacity(ColourGrid.byteCount)
        for row in 0..<side {
            let rows = Self.pixels(start: head.y, length: head.height, cell: row, limit: picture.height)
            for column in 0..<side {
                let columns = Self.pixels(start: head.x, length: head.width, cell: column, limit: picture.width)
                appendMean(rows: rows, columns: columns, to: &cells)
            }
        }
        return ColourGrid(cells: cells)
    }

    /// The pixels of one cell along one axis, at least one, inside the picture.
    private static func pixels(start: Double, length: Double, cell: Int, limit: Int) -> Range<Int> {
        let step = length / Double(ColourGrid.side)
        let first = Swift.min(Swift.max(floor(start + step * Double(cell)), 0), Double(limit - 1))
        let last = Swift.min(Swift.max(ceil(start + step * Double(cell + 1)), first + 1), Double(limit))
        return Int(first)..<Int(last)
    }

    private func appendMean(rows: Range<Int>, columns: Range<Int>, to cells: inout [UInt8]) {
        var sums = (0, 0, 0)
        var count = 0
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.step(rows.count)) {
            let line = row * picture.strideBytes
            for column in stride(from: columns.lowerBound, to: columns.upperBound, by: Self.step(columns.count)) {
                let pixel = line + column * 3
                sums.0 += Int(picture.bytes[pixel])
                sums.1 += Int(picture.bytes[pixel + 1])
                sums.2 += Int(picture.bytes[pixel + 2])
                count += 1
            }
        }
        cells.append(UInt8(sums.0 / count))
        cells.append(UInt8(sums.1 / count))
        cells.append(UInt8(sums.2 / count))
    }

    private static func step(_ length: Int) -> Int { Swift.max(1, length / samplesPerSide) }
}
