import Photo
import Platform
import Redaction
import StageKit
import TimelineCore
import Wire

/// One output photo: the covers drawn as patches, the picture streamed past them.
struct PhotoComposition {
    let settings: PassSettings
    let resolver: Resolver
    let painter: CoverPainter
    let input: Descriptor
    let output: Descriptor
    let port: StagePort

    func compose() throws(StageFailure) -> StageOutcome {
        guard let format = PhotoFormat(outputExtension: settings.outputExtension) else {
            throw StageFailure(
                code: "unsupported",
                text:
                    "a photo cannot be written as '.\(settings.outputExtension)'; use .jpg, .png, .webp, .gif, .tiff, .heic or .avif",
                blame: .input
            )
        }
        let covers = resolver.covers(frame: 0)
        let faults = FaultPlan.current
        let painted = faults.painted(covers, frame: 0)
        var outcome = StageOutcome()
        do throws(PhotoError) {
            let written = try PhotoComposer.compose(
                input: input.number, output: output.number,
                patches: painted.map { PhotoPatch($0, by: painter) },
                options: PhotoOutput(format: format, quality: settings.quality)
            )
            outcome.outputBytes = written.bytes
        } catch {
            throw Self.failure(error)
        }
        outcome.frames = 1
        try port.send(
            .painted(
                PaintRecord(
                    frame: 0, ticks: 0, lease: PaintRecord.noSlot,
                    entries: faults.claimed(covers, painted: painted).map(\.entry)
                )
            )
        )
        return outcome
    }

    static func failure(_ error: PhotoError) -> StageFailure {
        switch error {
        case .write(28):
            StageFailure(
                code: "disk-full", text: "\(error.sentence); free some space and run again", blame: .environment)
        case .write: StageFailure(code: "cannot-write", text: error.sentence, blame: .environment)
        case .badRequest, .library: StageFailure(code: "internal", text: error.sentence, blame: .stage)
        default: StageFailure(code: "unreadable", text: error.sentence, blame: .input)
        }
    }
}

extension PhotoPatch {
    /// A cover, drawn while the picture streams past.
    init(_ cover: Cover, by painter: CoverPainter) {
        if let flat = painter.flatColour(of: cover) {
            self.init(rect: cover.area, rgb: [flat.red, flat.green, flat.blue])
        } else {
            self.init(rect: cover.area) { painter.raster(for: cover, within: $0).rgb }
        }
    }
}

extension PhotoFormat {
    /// The format that files with this extension hold.
    init?(outputExtension: String) {
        switch outputExtension {
        case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
        case "png": self = .png
        case "webp": self = .webp
        case "gif": self = .gif
        case "tif", "tiff": self = .tiff
        case "heic", "heif", "hif": self = .heic
        case "avif": self = .avif
        default: return nil
        }
    }
}
