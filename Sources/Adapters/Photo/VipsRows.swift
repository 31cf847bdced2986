import CVips

/// Rows of a picture, to be read from top to bottom.
final class VipsRows {
    private let rows: OpaquePointer
    private let picture: VipsPicture

    /// Rows asked of libvips at once: enough to spread its cost per call, few enough to stay small for wide pictures.
    private static let portion = 64

    init(of picture: VipsPicture) throws(PhotoError) {
        var opened: OpaquePointer?
        try VipsLibrary.check { error in sf_vips_rows_open(picture.handle, &opened, &error) }
        guard let opened else { throw .library("no rows came back") }
        rows = opened
        self.picture = picture
    }

    deinit { sf_vips_rows_close(rows) }

    /// Copies rows to `target`, `strideBytes` apart.
    func read(_ range: Range<Int>, into target: UnsafeMutablePointer<UInt8>, strideBytes: Int) throws(PhotoError) {
        var top = range.lowerBound
        while top < range.upperBound {
            let count = min(VipsRows.portion, range.upperBound - top)
            let place = target + (top - range.lowerBound) * strideBytes
            try VipsLibrary.check { error in
                sf_vips_rows_read(rows, Int32(top), Int32(count), place, strideBytes, &error)
            }
            top += count
        }
    }
}
