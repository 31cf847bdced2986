import CVips
import TimelineCore

/// Writes a copy of a photo with opaque patches, which holds pixels and nothing else.
///
/// - The picture is turned upright and converted to sRGB (16 bits stay 16 where the format has them); no profile, no
///   metadata, no thumbnail, no second picture comes along.
/// - Under a patch the picture is opaque. Elsewhere alpha stays, and colours are 0 where alpha is 0. A format without
///   alpha gets the picture over white.
/// - A gray picture without a profile stays gray if every patch is gray, else it becomes RGB.
/// - Memory: streams; a picture that must be turned is decoded once for every `PhotoLimits.windowBytes` of its pixels.
///   WebP, HEIF and AVIF encoders hold the whole picture.
package enum PhotoComposer {
    /// Composes `input` and `patches` into `output`, from its byte 0; the file is cut to what was written.
    ///
    /// Owns: borrows both descriptors (`output` must be open for reading too when the format is TIFF).
    /// - Throws: ``PhotoError``; what the output then holds is not a result and must be thrown away.
    @discardableResult
    package static func compose(
        input: Int32, output: Int32, patches: [PhotoPatch], options: PhotoOutput, limits: PhotoLimits = PhotoLimits()
    ) throws(PhotoError) -> PhotoOutcome {
        let reader = try PhotoReader(descriptor: input, limits: limits)
        try reader.refuseAnimation()
        let size = reader.info.uprightSize
        for patch in patches where !patch.fits(size) {
            throw .badRequest("a patch at \(patch.rect) in a picture of \(size.width) x \(size.height)")
        }
        guard max(size.width, size.height) <= options.format.maxSide else {
            throw .tooLarge(width: size.width, height: size.height, limit: options.format.maxSide)
        }
        let picture = try VipsPicture.openedUpright(reader.recipe)
        let painted = try paint(patches, into: picture)
        var settings = options.options(for: reader.info)
        var bytes: Int64 = 0
        try VipsLibrary.check { error in sf_vips_save(painted.picture.handle, output, &settings, &bytes, &error) }
        return withExtendedLifetime(painted.pixels) { PhotoOutcome(size: size, bytes: Int(bytes)) }
    }

    static func paint(
        _ patches: [PhotoPatch], into picture: VipsPicture
    ) throws(PhotoError) -> (picture: VipsPicture, pixels: PatchTable) {
        let table = PatchTable(patches)
        // Asked of gray pictures only: patches may have to be drawn for it.
        let keepsGray: Int32 = picture.header.bands > 2 || patches.allSatisfy(\.isGray) ? 1 : 0
        let painted = try VipsPicture.make { out, error in
            sf_vips_paint(picture.handle, table.base, Int32(table.count), keepsGray, out, &error)
        }
        return (painted, table)
    }
}

/// The patches as the shim wants them: a table that points into one block of pixels, or to what draws them.
final class PatchTable {
    let base: UnsafeMutablePointer<sf_vips_patch>
    let count: Int
    private let pixels: PixelStore
    /// Kept alive for the shim.
    private let places: [Place]

    /// What draws a patch, and where in the picture its corner is.
    private final class Place {
        let source: PatchSource
        let left: Int
        let top: Int

        init(_ source: PatchSource, _ rect: PixelRect) {
            self.source = source
            (left, top) = (rect.left, rect.top)
        }
    }

    init(_ patches: [PhotoPatch]) {
        count = patches.count
        base = .allocate(capacity: max(1, count))
        pixels = PixelStore(count: patches.reduce(0) { $0 + $1.rgb.count })
        var places: [Place] = []
        var offset = 0
        for (index, patch) in patches.enumerated() {
            let held = pixels.base + offset
            patch.rgb.withUnsafeBufferPointer { bytes in
                if let start = bytes.baseAddress { held.update(from: start, count: bytes.count) }
            }
            var entry = sf_vips_patch(
                left: Int32(patch.rect.left), top: Int32(patch.rect.top), width: Int32(patch.rect.width),
                height: Int32(patch.rect.height), pixels: held, is_solid: patch.isSolid ? 1 : 0, fill: nil, context: nil
            )
            if let source = patch.source {
                let place = Place(source, patch.rect)
                places.append(place)
                entry.context = Unmanaged.passUnretained(place).toOpaque()
                entry.fill = { context, left, top, width, height, pixels in
                    let place = Unmanaged<Place>.fromOpaque(context).takeUnretainedValue()
                    place.source.fill(
                        x: Int(left) - place.left, y: Int(top) - place.top, width: Int(width), height: Int(height),
                        into: pixels
                    )
                }
            }
            (base + index).initialize(to: entry)
            offset += patch.rgb.count
        }
        self.places = places
    }

    deinit { base.deallocate() }
}
