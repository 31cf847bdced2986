import Photo
import Platform
import Redaction
import StageKit
import TimelineCore
import Wire

/// A picture or a roll of pictures that is painted from its file, without a frame in a slot.
protocol FileComposition {
    var canvas: FileCanvas { get }

    /// Writes the whole output and reports what was painted.
    func compose() throws(StageFailure) -> StageOutcome
}

/// From where to where a file is painted, and with what.
struct FileCanvas {
    let settings: PassSettings
    let resolver: Resolver
    let painter: CoverPainter
    let input: Descriptor
    let output: Descriptor
    let port: StagePort

    /// The covers of one frame as patches, and the report of having painted them.
    func patches(frame: Int) -> (patches: [PhotoPatch], record: PaintRecord) {
        let covers = resolver.covers(frame: frame)
        let faults = FaultPlan.current
        let painted = faults.painted(covers, frame: frame)
        let record = PaintRecord(
            frame: frame, ticks: 0, lease: PaintRecord.noSlot,
            entries: faults.claimed(covers, painted: painted).map(\.entry)
        )
        return (painted.map { PhotoPatch($0, by: painter) }, record)
    }

    func output(as format: PhotoFormat) -> PhotoOutput { PhotoOutput(format: format, quality: settings.quality) }

    /// Who is to blame for what went wrong with a file.
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
