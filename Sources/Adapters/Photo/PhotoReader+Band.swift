import TimelineCore
import Wire

extension PhotoReader {
    /// Copies full-resolution rows of the upright picture, for verification.
    ///
    /// Shape:   rgb24, `rows` rows from `top` on, as wide as the picture, by `layout` (whose size says so too). sRGB,
    ///          8 bits, alpha ignored.
    /// Cost:    one decode if asked for from top to bottom; a step upwards opens the file again. A picture that must be
    ///          turned is decoded once for every `PhotoLimits.windowBytes` of its pixels.
    /// - Throws: ``PhotoError``.
    package func renderBand(
        top: Int, rows: Int, into target: UnsafeMutableRawBufferPointer, layout: PictureLayout,
        alpha: AlphaView = .ignored
    ) throws(PhotoError) {
        try refuseAnimation()
        try PhotoReader.check(target, layout)
        let size = info.uprightSize
        guard top >= 0, rows > 0, rows <= size.height - top, layout.size == PixelSize(width: size.width, height: rows)
        else { throw .badRequest("rows \(top) + \(rows) of \(size.height)") }
        let stream = try bandStream(from: top, alpha)
        guard let base = target.baseAddress else { throw .badRequest("an empty buffer") }
        let place = base.assumingMemoryBound(to: UInt8.self) + layout.offsets[0]
        try stream.read(top..<top + rows, into: place, strideBytes: layout.strides[0])
        bands = (stream, alpha, top + rows)
    }

    private func bandStream(from top: Int, _ alpha: AlphaView) throws(PhotoError) -> VipsRows {
        if let bands, bands.alpha == alpha, bands.next <= top { return bands.rows }
        bands = nil
        return try VipsRows(of: VipsPicture.openedUpright(recipe).flattened(alpha))
    }
}
