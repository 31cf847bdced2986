/// What the decoder found a medium to be: enough to plan the passes and to build an output of the same kind.
package struct Medium: Codable, Hashable, Sendable {
    /// A ratio of whole numbers, as files state frame rates and time bases.
    package struct Ratio: Codable, Hashable, Sendable {
        package var numerator: Int
        package var denominator: Int

        package init(_ numerator: Int, _ denominator: Int) {
            self.numerator = numerator
            self.denominator = denominator
        }

        package var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }
    }

    /// Coded sound, complete enough to describe the stream in another file.
    package struct Sound: Codable, Hashable, Sendable {
        package var codec: String
        package var codecNumber: Int32
        package var codecTag: UInt32
        package var timeBase: Ratio
        package var sampleRate: Int
        package var channelOrder: Int32
        package var channels: Int
        package var channelMask: UInt64
        package var sampleFormat: Int
        package var bitRate: Int64
        package var bitsPerCodedSample: Int
        package var bitsPerRawSample: Int
        package var profile: Int
        package var level: Int
        package var blockAlign: Int
        package var frameSize: Int
        package var initialPadding: Int
        package var trailingPadding: Int
        package var seekPreroll: Int
        package var extraData: [UInt8]

        package init(
            codec: String, codecNumber: Int32, codecTag: UInt32, timeBase: Ratio, sampleRate: Int,
            channelOrder: Int32, channels: Int, channelMask: UInt64,
            sampleFormat: Int, bitRate: Int64, bitsPerCodedSample: Int, bitsPerRawSample: Int, profile: Int,
            level: Int, blockAlign: Int, frameSize: Int, initialPadding: Int, trailingPadding: Int, seekPreroll: Int,
            extraData: [UInt8]
        ) {
            self.codec = codec
            self.codecNumber = codecNumber
            self.codecTag = codecTag
            self.timeBase = timeBase
            self.sampleRate = sampleRate
            self.channelOrder = channelOrder
            self.channels = channels
            self.channelMask = channelMask
            self.sampleFormat = sampleFormat
            self.bitRate = bitRate
            self.bitsPerCodedSample = bitsPerCodedSample
            self.bitsPerRawSample = bitsPerRawSample
            self.profile = profile
            self.level = level
            self.blockAlign = blockAlign
            self.frameSize = frameSize
            self.initialPadding = initialPadding
            self.trailingPadding = trailingPadding
            self.seekPreroll = seekPreroll
            self.extraData = extraData
        }
    }

    /// The light of a high dynamic range video: ten ratios of its mastering display, numerator and denominator in turn
    /// (red, green, blue, white, darkest and brightest; SMPTE ST 2086), and of its content (CTA-861.3).
    package struct Light: Codable, Hashable, Sendable {
        package var mastering: [Int32]
        package var content: [UInt32]

        package init(mastering: [Int32], content: [UInt32]) {
            self.mastering = mastering
            self.content = content
        }
    }

    /// Numbers of ISO/IEC 23091-2 (H.273) as the file states them; 2 is "unspecified".
    package struct Colour: Codable, Hashable, Sendable {
        package var primaries: Int
        package var transfer: Int
        package var matrix: Int
        package var chromaLocation: Int
        package var isFullRange: Bool

        package init(primaries: Int, transfer: Int, matrix: Int, chromaLocation: Int, isFullRange: Bool) {
            self.primaries = primaries
            self.transfer = transfer
            self.matrix = matrix
            self.chromaLocation = chromaLocation
            self.isFullRange = isFullRange
        }
    }

    package var isVideo: Bool
    /// Size of the upright picture.
    package var width: Int
    package var height: Int
    /// `jpeg`, `png`, `mp4`, `matroska` ...
    package var container: String
    package var codec: String
    /// Raw value of ``PixelFormat``: how pictures will come.
    package var format: UInt8
    /// Raw value of ``ColourMatrix``.
    package var matrix: UInt8
    package var colour: Colour
    package var light: Light?
    /// The first of two fields that a frame is made of: 1 top, 2 bottom; absent for whole frames.
    package var firstField: UInt8?
    package var pixelAspect: Ratio
    package var timeBase: Ratio
    package var frameRate: Ratio
    /// What the file says, before counting.
    package var expectedFrames: Int
    package var durationSeconds: Double
    package var sound: Sound?
    /// Bytes one slot must hold for looks, and for whole frames.
    package var lookBytes: Int
    package var frameBytes: Int
    /// Hex SHA-256 of the file.
    package var sha256: String
    package var fileBytes: Int
    /// Codes of what the file carries and an output will not, for the report.
    package var leftBehind: [String]

    /// True for an animation in a photo's container: frames in time, written by what writes photos, from its file.
    package var isAnimation: Bool { isVideo && (container == "gif" || container == "webp") }

    package init(
        isVideo: Bool, width: Int, height: Int, container: String, codec: String, format: UInt8, matrix: UInt8,
        colour: Colour, pixelAspect: Ratio, timeBase: Ratio, frameRate: Ratio, expectedFrames: Int,
        durationSeconds: Double, sound: Sound?, lookBytes: Int, frameBytes: Int, sha256: String, fileBytes: Int,
        leftBehind: [String], light: Light? = nil, firstField: UInt8? = nil
    ) {
        self.isVideo = isVideo
        self.width = width
        self.height = height
        self.container = container
        self.codec = codec
        self.format = format
        self.matrix = matrix
        self.colour = colour
        self.light = light
        self.firstField = firstField
        self.pixelAspect = pixelAspect
        self.timeBase = timeBase
        self.frameRate = frameRate
        self.expectedFrames = expectedFrames
        self.durationSeconds = durationSeconds
        self.sound = sound
        self.lookBytes = lookBytes
        self.frameBytes = frameBytes
        self.sha256 = sha256
        self.fileBytes = fileBytes
        self.leftBehind = leftBehind
    }
}
