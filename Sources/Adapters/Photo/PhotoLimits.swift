/// What a photo may ask of this machine; checked from its header, before any pixel is decoded.
package struct PhotoLimits: Hashable, Sendable {
    /// Most pixels of a picture.
    package var maxPixels: Int
    /// Longest side, in pixels.
    package var maxSide: Int
    /// Most bytes a decoder that cannot stream (HEIF, WebP, GIF, progressive JPEG, interlaced PNG) may hold.
    package var maxWholeBytes: Int
    /// Most bytes of decoded rows kept between looks, and of a band of a picture that must be turned.
    package var windowBytes: Int

    /// Source: a row of tiles of the finest look at a photo of 200 Mpx is 15 MB of decoded rows; 250 Mpx is above the largest phone sensors (200 Mpx); 65,500 is libjpeg's JPEG_MAX_DIMENSION.
    package init(
        maxPixels: Int = 250_000_000, maxSide: Int = 65_500, maxWholeBytes: Int = 2 << 30, windowBytes: Int = 96 << 20
    ) {
        self.maxPixels = maxPixels
        self.maxSide = maxSide
        self.maxWholeBytes = maxWholeBytes
        self.windowBytes = windowBytes
    }
}
