import CVips
import TimelineCore
import Wire

/// How a look treats the alpha of a picture.
package enum AlphaView: Sendable {
    /// Colours as stored, whatever the alpha: shows what hides under transparency. The look for detection.
    case ignored
    /// Laid over white, as most viewers show it. A second look, for pictures with alpha: a face may be drawn by alpha.
    case overWhite
}

/// A photo opened from a descriptor.
///
/// Owns: borrows the descriptor, which must stay open; its offset is not used. Not for two threads at once.
package final class PhotoReader {
    /// What the file says of itself.
    package let info: PhotoInfo
    /// What was allowed.
    package let limits: PhotoLimits

    let recipe: sf_vips_recipe
    /// Rows kept between looks, for one shrink factor at a time.
    var window: (shrink: Int, rows: RowWindow)?
    /// The stream behind `renderBand`.
    var bands: (rows: VipsRows, alpha: AlphaView, next: Int)?
    private var finishedDecodes = 0

    /// Opens a photo and checks its size; no pixel is decoded.
    ///
    /// - Throws: ``PhotoError``; an animated file opens (its `info` is needed to hand it on) but does not render.
    package init(descriptor: Int32, limits: PhotoLimits = PhotoLimits()) throws(PhotoError) {
        try VipsLibrary.start()
        let file = try FileBytes(descriptor: descriptor)
        let head = try file.bytes(at: 0, count: PhotoSniff.wantedBytes)
        guard let container = PhotoSniff.kind(head) else { throw .notAPhoto }
        let facts = try ContainerFacts.scan(file, as: container)
        if let refusal = facts.refusal { throw .unsupported(refusal) }
        var recipe = sf_vips_recipe()
        recipe.descriptor = descriptor
        recipe.container = Int32(container.loader)
        recipe.shrink = 1
        recipe.orientation = 1
        recipe.budget_bytes = Int64(limits.windowBytes)
        let picture = try VipsPicture.opened(recipe)
        let info = PhotoInfo(container, facts, picture)
        try PhotoReader.check(info, against: limits)
        recipe.orientation = Int32(info.storedOrientation.code)
        recipe.ignores_profile = info.isStandardRGB ? 1 : 0
        self.recipe = recipe
        self.info = info
        self.limits = limits
    }

    /// How often the file has been decoded from its top so far: the cost of the looks asked for.
    package var decodes: Int { finishedDecodes + (window?.rows.decodes ?? 0) }

    private static func check(_ info: PhotoInfo, against limits: PhotoLimits) throws(PhotoError) {
        let size = info.uprightSize
        guard size.width > 0, size.height > 0 else { throw .damaged("a picture without pixels") }
        for side in [size.width, size.height] where side > limits.maxSide {
            throw .tooLarge(width: size.width, height: size.height, limit: limits.maxSide)
        }
        guard size.area <= limits.maxPixels else {
            throw .tooLarge(width: size.width, height: size.height, limit: limits.maxPixels)
        }
        guard info.wholeBytes <= limits.maxWholeBytes else {
            throw .needsMemory(bytes: info.wholeBytes, limit: limits.maxWholeBytes)
        }
    }

    func refuseAnimation() throws(PhotoError) {
        if info.animated { throw .animated(frames: info.pages) }
    }

    /// The rows of the stored picture at a shrink factor, opened when that factor is first asked for.
    func rows(shrink: Int) throws(PhotoError) -> RowWindow {
        if let window, window.shrink == shrink { return window.rows }
        finishedDecodes = decodes
        window = nil
        var recipe = recipe
        recipe.shrink = Int32(shrink)
        let frozen = recipe
        let opened = try RowWindow(budgetBytes: limits.windowBytes) {
            Result { () throws(PhotoError) in
                let stored = try VipsPicture.opened(frozen)
                // Float and other unusual samples become ordinary ones before they are averaged.
                return stored.header.is_plain != 0 ? stored : try stored.converted(ignoresProfile: false)
            }
        }
        window = (shrink, opened)
        return opened
    }
}

extension PhotoContainer {
    /// The loader's number in the shim.
    var loader: Int {
        switch self {
        case .jpeg: SF_VIPS_JPEG
        case .png, .apng: SF_VIPS_PNG
        case .webp: SF_VIPS_WEBP
        case .gif: SF_VIPS_GIF
        case .tiff: SF_VIPS_TIFF
        case .heif, .avif: SF_VIPS_HEIF
        }
    }
}
