import CVips
import TimelineCore

/// Writes a copy of an animation with opaque patches in its frames, which holds pixels, times and loops, and nothing
/// else.
///
/// As ``PhotoComposer``: sRGB, alpha stays outside the patches, colours are 0 where alpha is 0. Memory: streams, but for
/// the patches themselves and what the encoder keeps of the frame before.
package enum AnimationComposer {
    /// Most bytes of patches. Source: 3,000 frames with two faces of 120 pixels.
    private static let mostPatchBytes = 256 << 20

    /// Composes `input` and, by frame, the patches into `output`, from its byte 0; the file is cut to what was written.
    ///
    /// `patches` is asked once for each frame, first to last.
    /// Owns: borrows both descriptors.
    /// - Throws: ``PhotoError``; what the output then holds is not a result and must be thrown away.
    @discardableResult
    package static func compose(
        input: Int32, output: Int32, options: PhotoOutput, patches: (Int) -> [PhotoPatch]
    ) throws(PhotoError) -> AnimationInfo {
        guard options.format == .gif || options.format == .webp else {
            throw .unsupported("an animation as \(options.format.rawValue.uppercased())")
        }
        let reader = try PhotoReader(descriptor: input)
        let (roll, info) = try AnimationReader.open(reader)
        let placed = try place(info, patches)
        let painted = try PhotoComposer.paint(placed, into: roll)
        let delays = info.delays.map { Int32(clamping: $0) }
        let animated = try VipsPicture.make { out, error in
            sf_vips_animate(
                painted.picture.handle, Int32(info.size.height), delays, Int32(delays.count), Int32(info.loops), out,
                &error
            )
        }
        var settings = options.options(for: reader.info)
        var bytes: Int64 = 0
        try VipsLibrary.check { error in sf_vips_save(animated.handle, output, &settings, &bytes, &error) }
        return withExtendedLifetime(painted.pixels) { info }
    }

    /// The patches where their frames stand in the roll.
    private static func place(
        _ info: AnimationInfo, _ patches: (Int) -> [PhotoPatch]
    ) throws(PhotoError) -> [PhotoPatch] {
        var placed: [PhotoPatch] = []
        var bytes = 0
        for frame in 0..<info.frames {
            for patch in patches(frame) {
                guard patch.fits(info.size) else { throw .badRequest("a patch at \(patch.rect)") }
                bytes += patch.rgb.count
                guard bytes <= mostPatchBytes else { throw .needsMemory(bytes: bytes, limit: mostPatchBytes) }
                var moved = patch
                moved.rect.top += frame * info.size.height
                moved.rect.bottom += frame * info.size.height
                placed.append(moved)
            }
        }
        return placed
    }
}
