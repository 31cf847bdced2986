import Photo
import Platform
import Redaction
import StageKit
import TimelineCore
import Wire

/// One output animation: the covers of every frame drawn as patches, the frames streamed past them.
struct AnimationComposition {
    let settings: PassSettings
    let resolver: Resolver
    let painter: CoverPainter
    let input: Descriptor
    let output: Descriptor
    let port: StagePort

    func compose() throws(StageFailure) -> StageOutcome {
        guard let format = PhotoFormat(outputExtension: settings.outputExtension), format == .gif || format == .webp
        else {
            throw StageFailure(
                code: "unsupported",
                text: "an animation cannot be written as '.\(settings.outputExtension)'; use .gif or .webp",
                blame: .input
            )
        }
        let faults = FaultPlan.current
        var records: [PaintRecord] = []
        do throws(PhotoError) {
            let written = try AnimationComposer.compose(
                input: input.number, output: output.number,
                options: PhotoOutput(format: format, quality: settings.quality)
            ) { frame in
                let covers = resolver.covers(frame: frame)
                let painted = faults.painted(covers, frame: frame)
                records.append(
                    PaintRecord(
                        frame: frame, ticks: 0, lease: PaintRecord.noSlot,
                        entries: faults.claimed(covers, painted: painted).map(\.entry)
                    )
                )
                return painted.filter { !$0.area.isEmpty }.map { PhotoPatch($0, by: painter) }
            }
            guard written.frames == resolver.timeline.frameTimes.count else {
                throw PhotoError.badRequest("\(written.frames) frames, not \(resolver.timeline.frameTimes.count)")
            }
        } catch {
            throw PhotoComposition.failure(error)
        }
        for record in records { try port.send(.painted(record)) }
        var outcome = StageOutcome()
        outcome.frames = records.count
        return outcome
    }
}
