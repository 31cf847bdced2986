import Redaction

/// The settings of a job as its report tells them: by the names of the command line, without paths and coordinates.
package struct ReportSettings: Hashable, Sendable, Codable {
    package var style: String
    package var intensity: Int
    package var color: String
    package var emoji: String
    package var shape: String
    package var show: ShowChoice
    package var audio: AudioChoice
    /// Null for visually lossless.
    package var quality: Int?
    package var format: PhotoFormat
    package var video: VideoFormat
    package var names: NameChoice
    package var repair: Bool
    /// Number of manual regions from the regions file.
    package var regions: Int
    /// SHA-256 of the reviewed timeline, null where the item was analysed.
    package var timelineSHA256: String?
    package var engine: EngineChoice

    package init(_ settings: CoverSettings) {
        style = settings.style.kind.rawValue
        intensity = settings.style.intensity
        color = settings.style.colour.hexadecimal
        emoji = settings.style.emoji
        shape = settings.style.shape.rawValue
        show = settings.show
        audio = settings.audio
        quality = settings.quality
        format = settings.format
        video = settings.video
        names = settings.names
        repair = settings.repair
        regions = settings.regions.count
        timelineSHA256 = settings.timeline?.sha256
        engine = settings.engine
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(style, forKey: .style)
        try container.encode(intensity, forKey: .intensity)
        try container.encode(color, forKey: .color)
        try container.encode(emoji, forKey: .emoji)
        try container.encode(shape, forKey: .shape)
        try container.encode(show, forKey: .show)
        try container.encode(audio, forKey: .audio)
        try container.encode(quality, forKey: .quality)
        try container.encode(format, forKey: .format)
        try container.encode(video, forKey: .video)
        try container.encode(names, forKey: .names)
        try container.encode(repair, forKey: .repair)
        try container.encode(regions, forKey: .regions)
        try container.encode(timelineSHA256, forKey: .timelineSHA256)
        try container.encode(engine, forKey: .engine)
    }
}
