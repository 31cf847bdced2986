/// An opaque colour, 8 bits a channel, sRGB (or the picture's own RGB space).
package struct RGBColour: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let black = RGBColour(red: 0, green: 0, blue: 0)
}

/// The shapes of ``CoverStyle/Kind/shape``.
package enum CoverShape: String, Sendable, CaseIterable {
    case ellipse, circle, rounded, star, heart
}

/// How covers look; the same for photos and videos.
package struct CoverStyle: Hashable, Sendable {
    /// What a cover is made of.
    package enum Kind: String, Sendable, CaseIterable {
        case mosaic, gaussian, bar, emoji, shape
    }

    package var kind: Kind
    /// 0...100; 0 is the weakest setting that still meets the strength floor.
    package var intensity: Int
    /// Fill of `bar` and `shape`.
    package var colour: RGBColour
    package var emoji: String
    package var shape: CoverShape

    package init(
        kind: Kind = .mosaic, intensity: Int = 50, colour: RGBColour = .black, emoji: String = "🙂",
        shape: CoverShape = .ellipse
    ) {
        self.kind = kind
        self.intensity = intensity
        self.colour = colour
        self.emoji = emoji
        self.shape = shape
    }
}
