import TimelineCore

/// How stored rows are turned into the upright picture (EXIF orientation 1...8).
///
/// Upright (x, y) is stored (column, row): axes swapped if `swapsAxes`, then counted from the far end where flipped.
/// Source: EXIF 2.32, tag 0x0112.
package struct PhotoOrientation: Hashable, Sendable {
    /// 1...8.
    package let code: Int
    /// Upright x runs along stored rows.
    package let swapsAxes: Bool
    /// Stored columns count from the right.
    package let flipsColumns: Bool
    /// Stored rows count from the bottom.
    package let flipsRows: Bool

    /// Any other number counts as 1, as in every viewer.
    package init(code: Int) {
        self.code = (1...8).contains(code) ? code : 1
        swapsAxes = (5...8).contains(code)
        flipsColumns = [2, 3, 7, 8].contains(code)
        flipsRows = [3, 4, 6, 7].contains(code)
    }

    /// The size of the upright picture for this stored size, and the other way round.
    package func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }
}
