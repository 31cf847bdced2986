import CVips
import TimelineCore

/// Writes pictures from memory, for contact sheets and review pictures.
package enum JPEGWriter {
    /// Encodes packed RGB24 rows into a descriptor as a JPEG without metadata; returns the file's length.
    ///
    /// - Throws: ``PhotoError``.
    @discardableResult
    package static func encodeJPEG(
        rgb: [UInt8], width: Int, height: Int, to descriptor: Int32, quality: Int = 90
    ) throws(PhotoError) -> Int {
        try VipsLibrary.start()
        let side = 1...PhotoFormat.jpeg.maxSide
        guard side.contains(width), side.contains(height), rgb.count == width * height * 3 else {
            throw .badRequest("\(rgb.count) bytes for \(width) x \(height) pixels")
        }
        let store = PixelStore(copying: rgb)
        let picture = try VipsPicture.make(backing: store) { out, error in
            sf_vips_wrap_rgb(store.base, Int32(width), Int32(height), 3, out, &error)
        }
        var options = sf_vips_save_options()
        options.container = Int32(SF_VIPS_JPEG)
        options.quality = Int32(min(100, max(1, quality)))
        options.bits = 8
        var bytes: Int64 = 0
        try VipsLibrary.check { error in sf_vips_save(picture.handle, descriptor, &options, &bytes, &error) }
        return Int(bytes)
    }
}
