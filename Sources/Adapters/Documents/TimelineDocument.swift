import FoundationEssentials
import TimelineCore

/// Which bytes a timeline was made from, and what they show.
package struct TimelineSource: Hashable, Sendable, Codable {
    /// SHA-256 of the file, 64 lower-case hexadecimal digits.
    package var sha256: String
    package var kind: MediaKindName
    /// Size of the upright picture, pixels.
    package var width: Int
    package var height: Int
    /// Shown frames.
    package var frames: Int
    package var durationSeconds: Double

    package init(
        sha256: String, kind: MediaKindName, width: Int, height: Int, frames: Int, durationSeconds: Double
    ) {
        self.sha256 = sha256
        self.kind = kind
        self.width = width
        self.height = height
        self.frames = frames
        self.durationSeconds = durationSeconds
    }
}

/// One face in one frame, as it stands in a timeline.
package struct TimelineSample: Hashable, Sendable, Codable {
    package var frame: Int
    /// Seconds from the first shown frame.
    package var time: Double
    package var box: DocumentBox
    package var score: Double
    package var origin: SampleOriginName

    package init(_ sample: FaceSample) {
        frame = sample.frame
        time = sample.time
        box = DocumentBox(sample.box)
        score = sample.score
        origin = SampleOriginName(sample.origin)
    }

    var sample: FaceSample {
        FaceSample(frame: frame, time: time, box: box.box, score: score, origin: origin.origin)
    }
}

/// One face of a timeline.
package struct TimelineFace: Hashable, Sendable, Codable {
    package var id: Int
    package var visible: Bool
    package var samples: [TimelineSample]
    package var origin: FaceOriginName?
    /// The colours that covers are made from: ``ColourGrid/byteCount`` bytes, base64 in the document.
    package var palette: Data?

    package init(_ track: FaceTrack) {
        id = track.id
        visible = track.visible
        samples = track.samples.map(TimelineSample.init)
        origin = FaceOriginName(track.origin)
        palette = track.palette.map { Data($0.cells) }
    }

    /// Reads a face; one that does not say whether it is visible is covered.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        visible = try container.decodeIfPresent(Bool.self, forKey: .visible) ?? false
        samples = try container.decode([TimelineSample].self, forKey: .samples)
        origin = try container.decodeIfPresent(FaceOriginName.self, forKey: .origin)
        palette = try container.decodeIfPresent(Data.self, forKey: .palette)
    }
}

/// The timeline document: who is where, and who may be seen.
///
/// `frameTimes`, `cuts` and each face's `origin` and `palette` are ours and optional: a document without them is read,
/// its frame times put together from the samples.
package struct TimelineDocument: Hashable, Sendable, Codable {
    package let version: Int
    package var source: TimelineSource
    package var faces: [TimelineFace]
    package var regions: [RegionEntry]
    /// Seconds from the first shown frame, one per shown frame.
    package var frameTimes: [Double]?
    /// Frames that start a new shot, ascending.
    package var cuts: [Int]?

    /// Makes the document of a timeline.
    ///
    /// - Parameter sha256: of the source file, 64 lower-case hexadecimal digits.
    package init(_ timeline: Timeline, sha256: String, durationSeconds: Double) {
        version = 1
        source = TimelineSource(
            sha256: sha256, kind: MediaKindName(timeline.kind), width: timeline.size.width,
            height: timeline.size.height, frames: timeline.frameTimes.count, durationSeconds: durationSeconds
        )
        faces = timeline.faces.map(TimelineFace.init)
        regions = timeline.regions.map(RegionEntry.init)
        frameTimes = timeline.frameTimes
        cuts = timeline.cuts
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try DocumentCoding.requireVersion1(container, .version, .timeline)
        source = try container.decode(TimelineSource.self, forKey: .source)
        faces = try container.decode([TimelineFace].self, forKey: .faces)
        regions = try container.decodeIfPresent([RegionEntry].self, forKey: .regions) ?? []
        frameTimes = try container.decodeIfPresent([Double].self, forKey: .frameTimes)
        cuts = try container.decodeIfPresent([Int].self, forKey: .cuts)
    }

    /// Reads and checks a timeline.
    ///
    /// - Throws: ``DocumentError``, each a sentence that names the face, region or field.
    package static func read(_ bytes: [UInt8]) throws(DocumentError) -> TimelineDocument {
        let document = try DocumentCoding.decode(TimelineDocument.self, from: bytes, as: .timeline)
        try TimelineCheck(document: document).run()
        return document
    }

    /// The document's bytes, ending in a line break.
    package func encoded() throws(DocumentError) -> [UInt8] {
        try DocumentCoding.encode(self, as: .timeline) + [0x0A]
    }

    /// Refuses a timeline that was made from other bytes than these.
    package func requireSource(sha256: String) throws(DocumentError) {
        guard source.sha256 == sha256 else {
            throw .invalid(.timeline, "it was made from another file (the SHA-256 differs): scan this one again")
        }
    }
}
