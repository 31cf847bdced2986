import Redaction

/// A file whose content matters to a result: where it is, and which bytes were meant.
package struct FileReference: Hashable, Sendable, Codable {
    package var path: DocumentPath
    /// SHA-256 of the bytes, 64 lower-case hexadecimal digits.
    package var sha256: String

    package init(path: DocumentPath, sha256: String) {
        self.path = path
        self.sha256 = sha256
    }
}

/// Every choice of a person that determines what a finished file looks like.
package struct CoverSettings: Hashable, Sendable {
    package var style: CoverStyle
    package var show: ShowChoice
    package var audio: AudioChoice
    /// 1...100; nil is visually lossless.
    package var quality: Int?
    package var format: PhotoFormat
    package var video: VideoFormat
    package var names: NameChoice
    /// True where the verify pass may add what it found and have the part rendered again.
    package var repair: Bool
    /// Manual regions, from `--regions`.
    package var regions: [RegionEntry]
    /// The reviewed timeline to use instead of analysing.
    package var timeline: FileReference?
    package var engine: EngineChoice

    package init(
        style: CoverStyle = CoverStyle(), show: ShowChoice = .nobody, audio: AudioChoice = .keep,
        quality: Int? = nil, format: PhotoFormat = .same, video: VideoFormat = .same, names: NameChoice = .keep,
        repair: Bool = true, regions: [RegionEntry] = [], timeline: FileReference? = nil,
        engine: EngineChoice = .automatic
    ) {
        self.style = style
        self.show = show
        self.audio = audio
        self.quality = quality
        self.format = format
        self.video = video
        self.names = names
        self.repair = repair
        self.regions = regions
        self.timeline = timeline
        self.engine = engine
    }
}

extension CoverSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case style, intensity, color, emoji, shape, show, audio, quality, format, video, names, repair, regions
        case timeline, engine
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            style: try Self.style(container), show: try container.decode(ShowChoice.self, forKey: .show),
            audio: try container.decode(AudioChoice.self, forKey: .audio),
            quality: try container.decodeIfPresent(Int.self, forKey: .quality),
            format: try container.decode(PhotoFormat.self, forKey: .format),
            video: try container.decode(VideoFormat.self, forKey: .video),
            names: try container.decode(NameChoice.self, forKey: .names),
            repair: try container.decode(Bool.self, forKey: .repair),
            regions: try container.decode([RegionEntry].self, forKey: .regions),
            timeline: try container.decodeIfPresent(FileReference.self, forKey: .timeline),
            engine: try container.decode(EngineChoice.self, forKey: .engine)
        )
    }

    private static func style(_ container: KeyedDecodingContainer<CodingKeys>) throws -> CoverStyle {
        let kind = CoverStyle.Kind(rawValue: try container.decode(String.self, forKey: .style))
        let colour = RGBColour(hexadecimal: try container.decode(String.self, forKey: .color))
        let shape = CoverShape(rawValue: try container.decode(String.self, forKey: .shape))
        guard let kind, let colour, let shape else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "unknown style, color or shape"))
        }
        return CoverStyle(
            kind: kind, intensity: try container.decode(Int.self, forKey: .intensity), colour: colour,
            emoji: try container.decode(String.self, forKey: .emoji), shape: shape
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(style.kind.rawValue, forKey: .style)
        try container.encode(style.intensity, forKey: .intensity)
        try container.encode(style.colour.hexadecimal, forKey: .color)
        try container.encode(style.emoji, forKey: .emoji)
        try container.encode(style.shape.rawValue, forKey: .shape)
        try container.encode(show, forKey: .show)
        try container.encode(audio, forKey: .audio)
        try container.encode(quality, forKey: .quality)
        try container.encode(format, forKey: .format)
        try container.encode(video, forKey: .video)
        try container.encode(names, forKey: .names)
        try container.encode(repair, forKey: .repair)
        try container.encode(regions, forKey: .regions)
        try container.encode(timeline, forKey: .timeline)
        try container.encode(engine, forKey: .engine)
    }
}
