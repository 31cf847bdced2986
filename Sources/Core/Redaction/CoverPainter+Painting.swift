import TimelineCore
import Wire

extension CoverPainter {
    /// Paints all covers of a frame, in order: a later one lies on top of an earlier one.
    ///
    /// Shape:   `picture` holds the slot from its first byte; `layout` says where its planes are.
    /// Units:   covers in pixels of the upright picture; `look` says which part of it the slot shows.
    /// Owns:    `picture` stays the caller's; only bytes of the covers are written.
    /// - Throws: ``RedactionError``, before any byte is written.
    /// - Complexity: one write of the covered bytes; scratch memory of a few rows (of a cover, where scaled).
    package func paintAll(
        _ covers: [Cover], onto picture: UnsafeMutableRawBufferPointer, layout: PictureLayout,
        look: LookGeometry = LookGeometry()
    ) throws(RedactionError) {
        let placement = try unsafe Self.checked(picture, layout, look)
        for cover in covers {
            if placement.isWhole {
                let rect = cover.area.intersection(placement.pictureRect)
                unsafe Self.write(rows(for: cover, rect: rect), rect, picture, layout, placement)
            } else {
                let raster = raster(for: cover, within: placement.pictureRect)
                unsafe Self.writeScaled(raster, picture, layout, placement)
            }
        }
    }

    /// Paints finished pixels.
    ///
    /// Chroma samples that cover any pixel inside are replaced; luma and R G B outside stay as they are.
    /// - Throws: ``RedactionError``, before any byte is written.
    package static func paint(
        _ raster: CoverRaster, onto picture: UnsafeMutableRawBufferPointer, layout: PictureLayout,
        look: LookGeometry = LookGeometry()
    ) throws(RedactionError) {
        let placement = try unsafe checked(picture, layout, look)
        guard placement.isWhole else { return unsafe writeScaled(raster, picture, layout, placement) }
        let rect = raster.rect.intersection(placement.pictureRect)
        unsafe write(raster, rect, picture, layout, placement)
    }

    /// Paints a rectangle of the upright picture in one colour.
    ///
    /// - Throws: ``RedactionError``, before any byte is written.
    package static func paintFlat(
        _ colour: RGBColour, rect: PixelRect, onto picture: UnsafeMutableRawBufferPointer, layout: PictureLayout,
        look: LookGeometry = LookGeometry()
    ) throws(RedactionError) {
        let placement = try unsafe checked(picture, layout, look)
        var writer = PlaneWriter(rect: placement.slotRect(rect), layout: layout)
        var rows = FlatRows(colour)
        var line = [UInt8](repeating: 0, count: writer.rect.width * 3)
        for y in writer.rect.top..<max(writer.rect.top, writer.rect.bottom) {
            let changed = rows.fill(&line)
            unsafe writer.put(line, row: y, changed: changed, into: picture)
        }
    }

    private static func checked(
        _ picture: UnsafeMutableRawBufferPointer, _ layout: PictureLayout, _ look: LookGeometry
    ) throws(RedactionError) -> SlotPlacement {
        guard layout.isSound(capacity: picture.count) else {
            throw .layout(capacity: picture.count)
        }
        return try SlotPlacement(look: look, size: layout.size)
    }

    /// Writes a look's rows straight into the planes.
    private static func write(
        _ rows: consuming CoverRows, _ rect: PixelRect, _ picture: UnsafeMutableRawBufferPointer,
        _ layout: PictureLayout, _ placement: SlotPlacement
    ) {
        guard !rect.isEmpty else { return }
        var rows = rows
        var writer = PlaneWriter(rect: placement.slotRect(rect), layout: layout)
        var line = [UInt8](repeating: 0, count: rect.width * 3)
        for y in rect.top..<rect.bottom {
            let changed = rows.fill(&line, row: y)
            unsafe writer.put(line, row: y - placement.origin.y, changed: changed, into: picture)
        }
    }

    private static func write(
        _ raster: CoverRaster, _ rect: PixelRect, _ picture: UnsafeMutableRawBufferPointer, _ layout: PictureLayout,
        _ placement: SlotPlacement
    ) {
        guard !rect.isEmpty else { return }
        var writer = PlaneWriter(rect: placement.slotRect(rect), layout: layout)
        var line: [UInt8] = []
        for y in rect.top..<rect.bottom {
            let base = ((y - raster.rect.top) * raster.rect.width + rect.left - raster.rect.left) * 3
            let next = Array(raster.rgb[base..<(base + rect.width * 3)])
            let changed = next != line
            line = next
            unsafe writer.put(line, row: y - placement.origin.y, changed: changed, into: picture)
        }
    }

    private static func writeScaled(
        _ raster: CoverRaster, _ picture: UnsafeMutableRawBufferPointer, _ layout: PictureLayout,
        _ placement: SlotPlacement
    ) {
        guard !raster.rect.isEmpty else { return }
        let scaled = raster.resampled(for: placement)
        var writer = PlaneWriter(rect: scaled.rect, layout: layout)
        let bytes = scaled.rect.width * 3
        for y in scaled.rect.top..<max(scaled.rect.top, scaled.rect.bottom) {
            let base = (y - scaled.rect.top) * bytes
            unsafe writer.put(Array(scaled.rgb[base..<(base + bytes)]), row: y, changed: true, into: picture)
        }
    }
}
