import Photo
import Platform
import StageKit
import Wire

/// One output photo: the covers drawn as patches, the picture streamed past them.
struct PhotoComposition: FileComposition {
    let canvas: FileCanvas

    func compose() throws(StageFailure) -> StageOutcome {
        guard let format = PhotoFormat(outputExtension: canvas.settings.outputExtension) else {
            throw StageFailure(
                code: "unsupported",
                text: "a photo cannot be written as '.\(canvas.settings.outputExtension)'; "
                    + "use .jpg, .png, .webp, .gif, .tiff, .heic or .avif",
                blame: .input
            )
        }
        let (patches, record) = canvas.patches(frame: 0)
        var outcome = StageOutcome()
        do throws(PhotoError) {
            outcome.outputBytes = try PhotoComposer.compose(
                input: canvas.input.number, output: canvas.output.number, patches: patches,
                options: canvas.output(as: format)
            ).bytes
        } catch {
            throw FileCanvas.failure(error)
        }
        outcome.frames = 1
        try canvas.port.send(.painted(record))
        return outcome
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
