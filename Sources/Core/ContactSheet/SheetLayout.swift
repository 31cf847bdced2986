import TimelineCore
import Wire

/// Where everything goes on a contact sheet.
///
/// Shape: a heading of two lines, then cells in rows, left to right by id; in a cell the picture, under it one line with
///        the id and one or two small ones. The more faces, the smaller the pictures, so that the whole sheet is never
///        more than ``mostPixels``.
package struct SheetLayout: Hashable, Sendable {
    /// What changes with the number of faces.
    struct Grade: Hashable {
        /// ``FacePicture/side`` divided by a whole number.
        var shrink: Int
        var cellWidth: Int
        /// Heights of text lines in pixels.
        var idHeight: Int
        var captionHeight: Int

        var side: Int { FacePicture.side / shrink }
        var cellHeight: Int { side + idHeight + 2 * captionHeight + 4 * SheetLayout.textGap }
    }

    /// Cells are as wide as "00:00.0–00:00.0" in their small text, at least.
    static let grades = [
        Grade(shrink: 1, cellWidth: 192, idHeight: 34, captionHeight: 18),
        Grade(shrink: 2, cellWidth: 128, idHeight: 24, captionHeight: 14),
        Grade(shrink: 3, cellWidth: 104, idHeight: 18, captionHeight: 12),
    ]

    /// Pixels of the whole sheet at most: 72 MB in memory, once as pixels and once more while it is encoded.
    package static let mostPixels = 24_000_000
    static let gap = 16
    static let textGap = 3
    static let titleHeight = 26
    static let noteHeight = 18
    /// Wide enough for the heading.
    static let leastWidth = 640
    /// Width of the sheet over its height, about: that of a page held sideways.
    private static let shape = 1.4

    /// Faces that fit a sheet of the smallest pictures.
    package static var mostFaces: Int {
        let grade = grades[grades.count - 1]
        let cell = (grade.cellWidth + gap) * (grade.cellHeight + gap)
        // A row may be left nearly empty, and the heading takes some.
        return mostPixels / cell * 9 / 10
    }

    package let size: PixelSize
    package let columns: Int
    package let rows: Int
    private let grade: Grade

    /// Lays out so many faces, from 0 to ``mostFaces``.
    package init(faces: Int) {
        precondition((0...Self.mostFaces).contains(faces), "more faces than a sheet has room for")
        let fitting = Self.grades.lazy.map { Self.arranged(faces, $0) }.first { $0.size.area <= Self.mostPixels }
        self = fitting ?? Self.arranged(faces, Self.grades[Self.grades.count - 1])
    }

    private init(size: PixelSize, columns: Int, rows: Int, grade: Grade) {
        self.size = size
        self.columns = columns
        self.rows = rows
        self.grade = grade
    }

    private static func arranged(_ faces: Int, _ grade: Grade) -> SheetLayout {
        let (width, height) = (grade.cellWidth + gap, grade.cellHeight + gap)
        let ideal = (Double(faces) * shape * Double(height) / Double(width)).squareRoot()
        let fewest = (leastWidth - gap) / width
        let columns = max(1, min(faces, max(fewest, Int(ideal.rounded(.up)))))
        let rows = (faces + columns - 1) / columns
        return SheetLayout(
            size: PixelSize(
                width: max(leastWidth, gap + columns * width), height: headingHeight + rows * height
            ),
            columns: columns, rows: rows, grade: grade
        )
    }

    private static var headingHeight: Int { gap + titleHeight + textGap + noteHeight + gap }

    /// How much smaller than they come pictures are drawn.
    package var shrink: Int { grade.shrink }
    package var idHeight: Int { grade.idHeight }
    package var captionHeight: Int { grade.captionHeight }

    /// Lines of the heading.
    package var title: PixelRect { line(left: Self.gap, top: Self.gap, width: headingWidth, height: Self.titleHeight) }
    package var note: PixelRect {
        line(left: Self.gap, top: title.bottom + Self.textGap, width: headingWidth, height: Self.noteHeight)
    }

    /// Where a face's picture goes.
    package func picture(_ place: Int) -> PixelRect {
        let corner = self.corner(place)
        return line(left: corner.left, top: corner.top, width: grade.side, height: grade.side)
    }

    /// Where a face's id goes.
    package func id(_ place: Int) -> PixelRect {
        let picture = picture(place)
        return line(
            left: picture.left, top: picture.bottom + Self.textGap, width: grade.cellWidth, height: grade.idHeight
        )
    }

    /// Where a line under the id goes, the first being 0.
    package func caption(_ index: Int, of place: Int) -> PixelRect {
        let id = id(place)
        let top = id.bottom + Self.textGap + index * (grade.captionHeight + Self.textGap)
        return line(left: id.left, top: top, width: grade.cellWidth, height: grade.captionHeight)
    }

    private var headingWidth: Int { size.width - 2 * Self.gap }

    private func corner(_ place: Int) -> (left: Int, top: Int) {
        (
            Self.gap + place % columns * (grade.cellWidth + Self.gap),
            Self.headingHeight + place / columns * (grade.cellHeight + Self.gap)
        )
    }

    private func line(left: Int, top: Int, width: Int, height: Int) -> PixelRect {
        PixelRect(left: left, top: top, right: left + width, bottom: top + height)
    }
}
