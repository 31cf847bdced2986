import TimelineCore
import Wire

/// The colour description of a stream, in the numbers of ITU-T H.273 (and FFmpeg's for the chroma position).
package struct ColourNumbers: Hashable, Sendable {
    /// 2 where the file says nothing, likewise for the other two.
    package var matrix: Int
    package var primaries: Int
    package var transfer: Int
    /// 0 unknown, 1 limited, 2 full.
    package var range: Int
    /// 0 unknown, 1 left, 2 centre, 3 top left, and on as AVChromaLocation.
    package var chromaLocation: Int

    package init(
        matrix: Int = 2, primaries: Int = 2, transfer: Int = 2, range: Int = 0, chromaLocation: Int = 0
    ) {
        self.matrix = matrix
        self.primaries = primaries
        self.transfer = transfer
        self.range = range
        self.chromaLocation = chromaLocation
    }
}

/// Something in the file that is not the chosen picture or sound, and so is left behind.
package struct LeftBehind: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case video, coverArt, audio, subtitle, data, attachment
    }

    package var kind: Kind
    package var codecName: String

    package init(kind: Kind, codecName: String) {
        self.kind = kind
        self.codecName = codecName
    }
}

/// Whether a picture is made of two fields, and which is shown first.
package enum FieldOrder: Hashable, Sendable {
    case progressive, topFirst, bottomFirst
}

/// What a video is, before its pictures are read.
package struct VideoInfo: Hashable, Sendable {
    /// The size as a person sees it, after the display matrix.
    package var uprightSize: PixelSize
    package var storedSize: PixelSize
    /// How the stored picture is turned to be upright.
    package var turn: UprightTurn
    /// The format ``VideoReader/copyUpright(into:layout:)`` delivers without loss, or the nearest there is.
    package var format: PixelFormat
    /// The raw colour description, to be written to the output as it is.
    package var colour: ColourNumbers
    package var light: LightInfo
    /// The matrix to compute with: `colour.matrix`, or the usual one for the size where the file says nothing.
    package var matrix: ColourMatrix
    package var fullRange: Bool
    /// Width of a pixel over its height in the upright picture; 1:1 where the file says nothing.
    package var sampleAspectRatio: Ratio
    /// Seconds per tick.
    package var timeBase: Ratio
    package var averageFrameRate: Ratio
    package var nominalFrameRate: Ratio
    /// What the container promises, never to be trusted as a count; 0 where it says nothing.
    package var frameCountHint: Int
    package var durationSeconds: Double
    /// Of the first picture; a picture that is turned upright is progressive, for its lines are no fields any more.
    package var fieldOrder: FieldOrder
    package var codecName: String
    package var containerName: String
    package var hasAudio: Bool
    package var audio: AudioParameters?
    package var leftBehind: [LeftBehind]
    package var chapterCount: Int
    /// Names (never values) of the tags in the file, its streams and its chapters.
    package var metadataKeys: [String]

    /// The layout of a packed picture as ``VideoReader/copyUpright(into:layout:)`` takes it.
    package var pictureLayout: PictureLayout {
        .packed(format: format, size: uprightSize, matrix: matrix, fullRange: fullRange)
    }
}
