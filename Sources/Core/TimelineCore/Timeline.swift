/// Where a face's box in one frame came from.
package enum SampleOrigin: UInt8, Sendable, CaseIterable {
    case detected = 0
    case tracked = 1
    case interpolated = 2
}

/// Where a face in the timeline came from.
package enum FaceOrigin: UInt8, Sendable, CaseIterable {
    case detected = 0
    case manual = 1
    case verifier = 2
}

/// One face in one frame.
package struct FaceSample: Hashable, Sendable {
    package var frame: Int
    /// Seconds from the first shown frame.
    package var time: Double
    /// Face box (not head box), pixels of the upright picture.
    package var box: PixelBox
    package var score: Double
    package var origin: SampleOrigin

    package init(frame: Int, time: Double, box: PixelBox, score: Double, origin: SampleOrigin) {
        self.frame = frame
        self.time = time
        self.box = box
        self.score = score
        self.origin = origin
    }
}

/// One person's face through the clip: a sample for every frame in which it is to be considered present.
package struct FaceTrack: Hashable, Sendable {
    /// 1, 2, 3 ... in order of first appearance.
    package var id: Int
    /// Opted in to being visible; false unless a person chose so.
    package var visible: Bool
    /// Ordered by frame, one per frame at most.
    package var samples: [FaceSample]
    package var origin: FaceOrigin
    /// The one set of colours every cover of this track is made from; nil gives neutral colours.
    package var palette: ColourGrid?

    package init(
        id: Int, visible: Bool = false, samples: [FaceSample], origin: FaceOrigin = .detected,
        palette: ColourGrid? = nil
    ) {
        self.id = id
        self.visible = visible
        self.samples = samples
        self.origin = origin
        self.palette = palette
    }
}

/// An area that a person marked; always covered while it lasts, also over a visible face.
package struct ManualRegion: Hashable, Sendable {
    /// Where a region is at one moment; between two it moves evenly.
    package struct Keyframe: Hashable, Sendable {
        /// Seconds from the first shown frame.
        package var time: Double
        package var box: PixelBox

        package init(time: Double, box: PixelBox) {
            self.time = time
            self.box = box
        }
    }

    package var id: String
    /// Ordered by time, at least one.
    package var keyframes: [Keyframe]
    /// Seconds, inclusive.
    package var from: Double
    package var to: Double

    package init(id: String, keyframes: [Keyframe], from: Double, to: Double) {
        self.id = id
        self.keyframes = keyframes
        self.from = from
        self.to = to
    }
}

/// What kind of media a timeline belongs to.
package enum MediaKind: UInt8, Sendable {
    case photo = 0
    case video = 1
}

/// The one document that says who is where, and who may be seen.
package struct Timeline: Hashable, Sendable {
    package static let version = 1

    package var kind: MediaKind
    /// Size of the upright picture.
    package var size: PixelSize
    /// Seconds from the first shown frame, one per shown frame, in order.
    package var frameTimes: [Double]
    package var faces: [FaceTrack]
    package var regions: [ManualRegion]
    /// Frames that start a new shot (nothing is carried over them), ascending; frame 0 is not listed.
    package var cuts: [Int]

    package init(
        kind: MediaKind, size: PixelSize, frameTimes: [Double], faces: [FaceTrack] = [],
        regions: [ManualRegion] = [], cuts: [Int] = []
    ) {
        self.kind = kind
        self.size = size
        self.frameTimes = frameTimes
        self.faces = faces
        self.regions = regions
        self.cuts = cuts
    }
}
