import TimelineCore
import Wire

extension PhotoReader {
    /// Renders a part of the upright picture at a scale, as the detector and the contact sheet want it.
    ///
    /// Shape:   rgb24 into `target` by `layout`; black where the look reaches outside the picture. sRGB, 8 bits.
    /// Units:   `geometry` in pixels of the upright picture; any scale; shrinking averages areas.
    /// Cost:    JPEGs shrink while decoding when the scale is 2 or more. Rows decoded are kept, 96 MB at most
    ///          (`PhotoLimits.windowBytes`), so looks of one scale cost one decode of the file if they are asked for in
    ///          the order of ``decodeOrder(of:)``, and up to 33 Mpx in any order.
    /// - Throws: ``PhotoError``.
    package func renderLook(
        into target: UnsafeMutableRawBufferPointer, layout: PictureLayout, geometry: LookGeometry,
        alpha: AlphaView = .ignored
    ) throws(PhotoError) {
        try refuseAnimation()
        try PhotoReader.check(target, layout)
        guard geometry.scaleX > 0, geometry.scaleY > 0, geometry.scaleX.isFinite, geometry.scaleY.isFinite,
            abs(geometry.originX) < 1e7, abs(geometry.originY) < 1e7
        else { throw .badRequest("a look without a scale") }
        let window = try rows(shrink: shrink(for: geometry))
        let resampler = self.resampler(geometry, layout.size, window)
        let samples = try resampler.render(window)
        let size = resampler.size
        let picture = try VipsPicture.wrapping(samples, size: size, like: window.picture)
            .converted(ignoresProfile: info.isStandardRGB).flattened(alpha)
        let pixels = PixelStore(count: size.area * 3)
        try VipsRows(of: picture).read(0..<size.height, into: pixels.base, strideBytes: size.width * 3)
        place(pixels, of: resampler, into: target, layout)
    }

    /// Positions of `looks`, in the order in which rendering them decodes the file the fewest times.
    package func decodeOrder(of looks: [LookGeometry]) -> [Int] {
        let orientation = info.storedOrientation
        return looks.indices.sorted { left, right in
            let shrinks = (shrink(for: looks[left]), shrink(for: looks[right]))
            if shrinks.0 != shrinks.1 { return shrinks.0 > shrinks.1 }
            let along = [left, right].map { orientation.swapsAxes ? looks[$0].originX : looks[$0].originY }
            if along[0] != along[1] { return orientation.flipsRows ? along[0] > along[1] : along[0] < along[1] }
            return left < right
        }
    }

    /// How far the decoder itself shrinks: never beyond the look's own scale, so that no detail is lost.
    func shrink(for geometry: LookGeometry) -> Int {
        guard info.container == .jpeg else { return 1 }
        let scale = min(geometry.scaleX, geometry.scaleY)
        return [8, 4, 2].first { scale >= Double($0) } ?? 1
    }

    static func check(_ target: UnsafeMutableRawBufferPointer, _ layout: PictureLayout) throws(PhotoError) {
        guard layout.format == .rgb24, layout.isSound(capacity: target.count) else {
            throw .badRequest("a layout that does not fit its buffer")
        }
    }

    /// Taps along the stored axes for a look given along the upright ones.
    private func resampler(_ geometry: LookGeometry, _ size: PixelSize, _ window: RowWindow) -> AreaResampler {
        let orientation = info.storedOrientation
        let stored = orientation.turned(info.uprightSize)
        let x = (origin: geometry.originX, step: geometry.scaleX, count: size.width)
        let y = (origin: geometry.originY, step: geometry.scaleY, count: size.height)
        func axis(
            _ upright: (origin: Double, step: Double, count: Int), length: Int, flips: Bool, limit: Int
        ) -> AxisTaps {
            // Counted from the far end, an axis that is flipped starts where the look ends.
            let end = upright.origin + upright.step * Double(upright.count)
            let origin = flips ? Double(length) - end : upright.origin
            let shrink = Double(self.window?.shrink ?? 1)
            return AxisTaps(origin: origin / shrink, step: upright.step / shrink, count: upright.count, limit: limit)
        }
        let (across, down) = orientation.swapsAxes ? (y, x) : (x, y)
        return AreaResampler(
            columns: axis(across, length: stored.width, flips: orientation.flipsColumns, limit: window.size.width),
            rows: axis(down, length: stored.height, flips: orientation.flipsRows, limit: window.size.height)
        )
    }

    /// Turns the resampled pixels and lays them into the slot.
    private func place(
        _ pixels: PixelStore, of resampler: AreaResampler, into target: UnsafeMutableRawBufferPointer,
        _ layout: PictureLayout
    ) {
        let orientation = info.storedOrientation
        let size = resampler.size
        // The pixel for slot (x, y) stands at first + x * across + y * down: one step per stored axis, forward or back.
        let column = orientation.flipsColumns ? -1 : 1
        let row = orientation.flipsRows ? -size.width : size.width
        let first = (column < 0 ? size.width - 1 : 0) + (row < 0 ? (size.height - 1) * size.width : 0)
        let (across, down) = orientation.swapsAxes ? (row, column) : (column, row)
        for y in 0..<layout.size.height {
            var place = layout.offsets[0] + y * layout.strides[0]
            for x in 0..<layout.size.width {
                let source = pixels.base + (first + x * across + y * down) * 3
                for band in 0..<3 { target[place + band] = source[band] }
                place += 3
            }
        }
        blacken(outside: resampler, in: target, layout)
    }

    /// Colour conversion may have turned the zeros outside the picture into something else (CMYK: white).
    private func blacken(
        outside resampler: AreaResampler, in target: UnsafeMutableRawBufferPointer, _ layout: PictureLayout
    ) {
        let orientation = info.storedOrientation
        let (x, y) =
            orientation.swapsAxes ? (resampler.rows, resampler.columns) : (resampler.columns, resampler.rows)
        let (flipsX, flipsY) =
            orientation.swapsAxes
            ? (orientation.flipsRows, orientation.flipsColumns) : (orientation.flipsColumns, orientation.flipsRows)
        let (width, height) = (layout.size.width, layout.size.height)
        let outsideX = (0..<width).filter { x.isOutside(flipsX ? width - 1 - $0 : $0) }
        for row in 0..<height {
            let line = layout.offsets[0] + row * layout.strides[0]
            if y.isOutside(flipsY ? height - 1 - row : row) {
                for byte in 0..<width * 3 { target[line + byte] = 0 }
            } else {
                for column in outsideX { for band in 0..<3 { target[line + column * 3 + band] = 0 } }
            }
        }
    }
}
