import Documents
import Redaction
import TimelineCore
import Wire

extension PassSettings {
    /// The part of a job's settings that stages need.
    package init(_ settings: CoverSettings, outputExtension: String, threads: Int) {
        self.init(
            style: settings.style.kind.rawValue, intensity: settings.style.intensity,
            colour: settings.style.colour.hexadecimal, emoji: settings.style.emoji,
            shape: settings.style.shape.rawValue, quality: settings.quality, keepsSound: settings.audio == .keep,
            photoFormat: settings.format.rawValue, videoCodec: settings.video.rawValue,
            showsAll: settings.show == .all, regions: settings.regions.map { Region($0.region) },
            isReviewed: settings.timeline != nil, repairs: settings.repair, outputExtension: outputExtension,
            engine: settings.engine.rawValue, threads: threads
        )
        if case .ids(let ids) = settings.show { shownIDs = ids }
    }

    /// The style of covers; anything unknown becomes the plain opaque bar.
    package var coverStyle: CoverStyle {
        CoverStyle(
            kind: CoverStyle.Kind(rawValue: style) ?? .bar, intensity: intensity,
            colour: RGBColour(hexadecimal: colour) ?? .black, emoji: emoji,
            shape: CoverShape(rawValue: shape) ?? .ellipse
        )
    }

    package var manualRegions: [ManualRegion] {
        regions.map { region in
            ManualRegion(
                id: region.id,
                keyframes: region.keyframes.map {
                    .init(time: $0.time, box: PixelBox(x: $0.x, y: $0.y, width: $0.width, height: $0.height))
                },
                from: region.from, to: region.to
            )
        }
    }
}

extension PassSettings.Region {
    init(_ region: ManualRegion) {
        self.init(
            id: region.id, from: region.from, to: region.to,
            keyframes: region.keyframes.map {
                PassSettings.Box(
                    time: $0.time, x: $0.box.x, y: $0.box.y, width: $0.box.width, height: $0.box.height
                )
            }
        )
    }
}
