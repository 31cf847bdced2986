/// A checked view of someone else's interleaved 8-bit RGB rows; valid as long as the memory behind it.
package struct RGBPicture {
    let bytes: UnsafeRawBufferPointer
    let width: Int
    let height: Int
    let strideBytes: Int

    /// Longest side taken, in pixels.
    ///
    /// The network's planes stay far below any overflow.
    static let longestSide = 16384

    /// - Throws: ``VisionError/picture(width:height:strideBytes:byteCount:)`` where a row would reach outside.
    package init(bytes: UnsafeRawBufferPointer, width: Int, height: Int, strideBytes: Int) throws(VisionError) {
        guard width > 0, height > 0, width <= Self.longestSide, height <= Self.longestSide,
            strideBytes >= width * 3, strideBytes <= 1 << 28,
            (height - 1) * strideBytes + width * 3 <= bytes.count
        else {
            throw .picture(width: width, height: height, strideBytes: strideBytes, byteCount: bytes.count)
        }
        self.bytes = bytes
        self.width = width
        self.height = height
        self.strideBytes = strideBytes
    }
}
