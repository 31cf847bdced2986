import CFFmpeg
import TimelineCore
import Wire

extension VideoReader {
    /// Copies the current picture, turned upright, into the caller's planes.
    ///
    /// Shape:   `layout.size` must be `info.uprightSize`; any YUV format may be asked for, `info.format` is the one
    ///          without loss. A 4:2:2 picture stored sideways cannot be delivered as 4:2:2.
    /// - Throws: ``MediaError/badLayout``, also when there is no current picture.
    /// - Complexity: one pass per plane; one more where the samples have to be converted.
    package func copyUpright(
        into memory: UnsafeMutableRawBufferPointer, layout: PictureLayout
    ) throws(MediaError) {
        guard hasPicture, layout.size == info.uprightSize, layout.format.planeCount == 3,
            let base = memory.baseAddress, layout.isSound(capacity: memory.count)
        else { throw .badLayout }
        var shim = sf_ffmpeg_layout(layout)
        var error = sf_ffmpeg_error()
        let status = sf_ffmpeg_reader_copy(
            reader, base.assumingMemoryBound(to: UInt8.self), &shim, info.turn.shim, info.conversionMatrix, &error
        )
        guard status == 0 else { throw error.general(status) { .input($0) } }
    }

    /// Scales the current picture, or a part of it, to R, G, B bytes, upright.
    ///
    /// Shape:  `layout.format` must be rgb24; any size. `crop` is in pixels of the upright picture and must lie in it.
    /// Units:  samples 0...255 by the picture's own matrix and range; high dynamic range is not mapped.
    /// Source: SWS_AREA (box average) where it shrinks, SWS_BILINEAR where it only grows.
    /// - Throws: ``MediaError/badLayout``, also when there is no current picture.
    package func scaleUpright(
        into memory: UnsafeMutableRawBufferPointer, layout: PictureLayout, crop: PixelRect? = nil
    ) throws(MediaError) {
        let whole = PixelRect(left: 0, top: 0, right: info.uprightSize.width, bottom: info.uprightSize.height)
        let part = crop ?? whole
        guard hasPicture, !part.isEmpty, whole.contains(part), layout.format == .rgb24,
            let base = memory.baseAddress, layout.isSound(capacity: memory.count)
        else { throw .badLayout }
        let stored = info.turn.storedRect(part, stored: info.storedSize)
        var shim = sf_ffmpeg_layout(layout)
        var error = sf_ffmpeg_error()
        let status = sf_ffmpeg_reader_scale(
            reader, base.assumingMemoryBound(to: UInt8.self), &shim, info.turn.shim,
            sf_ffmpeg_rect(
                left: Int32(stored.left), top: Int32(stored.top), width: Int32(stored.width),
                height: Int32(stored.height)
            ), info.conversionMatrix, &error
        )
        guard status == 0 else { throw error.general(status) { .input($0) } }
    }
}

extension sf_ffmpeg_layout {
    /// A layout that ``PictureLayout/isSound(capacity:)`` has accepted, in the shim's terms.
    init(_ layout: PictureLayout) {
        self.init(
            format: Int32(layout.format.rawValue), width: Int32(layout.size.width), height: Int32(layout.size.height),
            offset0: layout.offsets[0], offset1: layout.offsets[1], offset2: layout.offsets[2],
            stride0: layout.strides[0], stride1: layout.strides[1], stride2: layout.strides[2]
        )
    }
}
