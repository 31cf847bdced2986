/// What a track's boxes say, as far as the audit needs it.
final class MovieTrack {
    /// One entry of an edit list: movie time scale, then media time scale; -1 is an empty edit.
    struct Edit {
        var duration: Int
        var mediaTime: Int
    }

    /// Offset of the track box in the file.
    let offset: Int
    var id = 0
    var handler: FourCC = "????"
    var timescale = 0
    var duration = 0
    var edits: [Edit] = []
    /// Formats of the sample descriptions.
    var formats: [FourCC] = []
    /// Kinds of reference to other tracks, with their numbers.
    var references: [(kind: FourCC, tracks: [Int])] = []
    /// Composition offset of the first sample, in the media time scale.
    var firstCompositionOffset = 0
    /// Duration of the first sample.
    var firstSampleDuration = 0
    var samples = SampleTable()
    /// How pictures are cut into units, for H.264 and HEVC.
    var units: UnitShape?

    init(offset: Int) { self.offset = offset }

    var isStill: Bool { formats.contains { ["jpeg", "png ", "mjpa", "mjpb", "tiff", "gif ", "BMP "].contains($0) } }
}
