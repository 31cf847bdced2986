// The control channel carries JSON: orders to a stage, reports from it. Protocols/control.md has the dialogue.

/// A descriptor that comes with an order, over the stage's own descriptor channel, in the order listed.
package enum Attachment: String, Codable, Sendable {
    /// The medium to read (the source; in the verify pass the finished work file).
    case input
    /// The frame pool.
    case pool
    /// The work file to write.
    case output
    /// The timeline, as ``TimelineCodec`` writes it: the tracker writes, compositor and validator read; for a contact
    /// sheet decoder and compositor get a copy.
    case timeline
    /// A reviewed timeline for the tracker to build on instead of detections.
    case reviewed
    /// The drawn emoji, so that compositor and validator use the same: the compositor writes, the validator reads.
    case emoji
}

/// Number and size of the slots of a frame pool.
package struct PoolShape: Codable, Hashable, Sendable {
    package var slots: Int
    package var slotBytes: Int

    package init(slots: Int, slotBytes: Int) {
        self.slots = slots
        self.slotBytes = slotBytes
    }
}

/// Supervisor to stage: do this.
package struct StageOrder: Codable, Hashable, Sendable {
    /// What is to be done.
    package enum Verb: String, Codable, Sendable {
        /// Look at the medium and say what it is (decoder only); answered by `opened`.
        case open
        /// Prepare for a pass; answered by `begun`, after which data may flow.
        case begin
        /// Drop the pass and everything held for it; answered by `aborted`.
        case abort
        /// Leave.
        case quit
    }

    package var verb: Verb
    package var pass: UInt32
    package var kind: PassKind?
    package var attachments: [Attachment]
    package var pool: PoolShape?
    package var medium: Medium?
    package var settings: PassSettings?

    package init(
        verb: Verb, pass: UInt32, kind: PassKind? = nil, attachments: [Attachment] = [], pool: PoolShape? = nil,
        medium: Medium? = nil, settings: PassSettings? = nil
    ) {
        self.verb = verb
        self.pass = pass
        self.kind = kind
        self.attachments = attachments
        self.pool = pool
        self.medium = medium
        self.settings = settings
    }
}

/// What a stage needs to know of a job's settings.
package struct PassSettings: Codable, Hashable, Sendable {
    /// Where a region is at one moment: seconds, and pixels of the upright picture.
    package struct Box: Codable, Hashable, Sendable {
        package var time: Double
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        package init(time: Double, x: Double, y: Double, width: Double, height: Double) {
            self.time = time
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// An area marked by hand; always covered from `from` to `to`, in seconds.
    package struct Region: Codable, Hashable, Sendable {
        package var id: String
        package var from: Double
        package var to: Double
        package var keyframes: [Box]

        package init(id: String, from: Double, to: Double, keyframes: [Box]) {
            self.id = id
            self.from = from
            self.to = to
            self.keyframes = keyframes
        }
    }

    package var style: String
    package var intensity: Int
    /// `#RRGGBB`.
    package var colour: String
    package var emoji: String
    package var shape: String
    /// 1...100, or nil for the default of the format.
    package var quality: Int?
    package var keepsSound: Bool
    /// Output container for photos (`same`, `jpeg` ...), codec for videos (`same`, `h264` ...).
    package var photoFormat: String
    package var videoCodec: String
    package var showsAll: Bool
    package var shownIDs: [Int]
    package var regions: [Region]
    /// A reviewed timeline comes with the order.
    package var isReviewed: Bool
    /// A face found only by the verify pass may be added and rendered again.
    package var repairs: Bool
    /// The extension of the output's name, lower case, without the dot: it says which container is to be written.
    package var outputExtension: String
    /// `automatic`, `openvino` or `opencv`.
    package var engine: String
    /// Threads for codecs in one stage.
    package var threads: Int

    package init(
        style: String = "mosaic", intensity: Int = 50, colour: String = "#000000", emoji: String = "🙂",
        shape: String = "ellipse", quality: Int? = nil, keepsSound: Bool = true, photoFormat: String = "same",
        videoCodec: String = "same", showsAll: Bool = false, shownIDs: [Int] = [], regions: [Region] = [],
        isReviewed: Bool = false, repairs: Bool = true, outputExtension: String = "",
        engine: String = "automatic", threads: Int = 2
    ) {
        self.style = style
        self.intensity = intensity
        self.colour = colour
        self.emoji = emoji
        self.shape = shape
        self.quality = quality
        self.keepsSound = keepsSound
        self.photoFormat = photoFormat
        self.videoCodec = videoCodec
        self.showsAll = showsAll
        self.shownIDs = shownIDs
        self.regions = regions
        self.isReviewed = isReviewed
        self.repairs = repairs
        self.outputExtension = outputExtension
        self.engine = engine
        self.threads = threads
    }
}
