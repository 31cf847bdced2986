import TimelineCore

/// What an input is.
package struct ReportMedia: Hashable, Sendable, Codable {
    package var kind: MediaKindName
    /// Size of the upright picture, pixels.
    package var width: Int
    package var height: Int
    package var frames: Int
    package var durationSeconds: Double
    package var codec: String
    package var container: String

    package init(
        kind: MediaKindName, width: Int, height: Int, frames: Int, durationSeconds: Double, codec: String,
        container: String
    ) {
        self.kind = kind
        self.width = width
        self.height = height
        self.frames = frames
        self.durationSeconds = durationSeconds
        self.codec = codec
        self.container = container
    }
}

/// One face of an item: when it is there and whether it may be seen.
package struct ReportFace: Hashable, Sendable, Codable {
    package var id: Int
    /// Seconds from the first shown frame.
    package var firstTime: Double
    package var lastTime: Double
    /// Frames in which the face is considered present.
    package var frames: Int
    package var visible: Bool
    package var origin: FaceOriginName

    package init(
        id: Int, firstTime: Double, lastTime: Double, frames: Int, visible: Bool, origin: FaceOriginName
    ) {
        self.id = id
        self.firstTime = firstTime
        self.lastTime = lastTime
        self.frames = frames
        self.visible = visible
        self.origin = origin
    }

    /// The line of a track; nil for one without samples.
    package init?(_ track: FaceTrack) {
        guard let first = track.samples.first, let last = track.samples.last else { return nil }
        self.init(
            id: track.id, firstTime: first.time, lastTime: last.time, frames: track.samples.count,
            visible: track.visible, origin: FaceOriginName(track.origin)
        )
    }
}

/// What the verify pass counted.
package struct ReportCoverage: Hashable, Sendable, Codable {
    /// A face that the verify pass saw in the finished file outside what was painted.
    package struct Uncovered: Hashable, Sendable, Codable {
        package var frame: Int
        /// Seconds from the first shown frame.
        package var time: Double
        package var box: DocumentBox

        package init(frame: Int, time: Double, box: PixelBox) {
            self.frame = frame
            self.time = time
            self.box = DocumentBox(box)
        }
    }

    /// The least share of required covers that must hold.
    ///
    /// Source: DESIGN section 2.
    package static let requiredRatio = 0.995

    package var requiredRatio: Double
    package var ratio: Double
    package var checkedFrames: Int
    package var requiredCovers: Int
    package var uncovered: [Uncovered]

    package init(
        requiredRatio: Double = Self.requiredRatio, ratio: Double, checkedFrames: Int, requiredCovers: Int,
        uncovered: [Uncovered] = []
    ) {
        self.requiredRatio = requiredRatio
        self.ratio = ratio
        self.checkedFrames = checkedFrames
        self.requiredCovers = requiredCovers
        self.uncovered = uncovered
    }
}

/// What was taken out of the file, and what the audit of the finished one still found.
package struct ReportAudit: Hashable, Sendable, Codable {
    /// Names such as `exif.gps`, sorted.
    package var removed: [String]
    package var findings: [String]

    package init(removed: [String], findings: [String]) {
        self.removed = removed
        self.findings = findings
    }
}
