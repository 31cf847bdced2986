import Photo
import Platform
import StageKit
import TimelineCore
import Wire

/// One output animation: the covers of every frame drawn as patches, the frames streamed past them.
struct AnimationComposition: FileComposition {
    let canvas: FileCanvas

    func compose() throws(StageFailure) -> StageOutcome {
        let fileExtension = canvas.settings.outputExtension
        guard let format = PhotoFormat(outputExtension: fileExtension), format == .gif || format == .webp else {
            throw StageFailure(
                code: "unsupported",
                text: "an animation cannot be written as '.\(fileExtension)'; use .gif or .webp", blame: .input
            )
        }
        let frames = canvas.resolver.timeline.frameTimes.count
        var records: [PaintRecord] = []
        do throws(PhotoError) {
            let written = try AnimationComposer.compose(
                input: canvas.input.number, output: canvas.output.number, options: canvas.output(as: format)
            ) { frame in
                let (patches, record) = canvas.patches(frame: frame)
                records.append(record)
                return patches.filter { !$0.rect.isEmpty }
            }
            guard written.frames == frames else { throw .badRequest("\(written.frames) frames, not \(frames)") }
        } catch {
            throw FileCanvas.failure(error)
        }
        for record in records { try canvas.port.send(.painted(record)) }
        var outcome = StageOutcome()
        outcome.frames = records.count
        return outcome
    }
}
