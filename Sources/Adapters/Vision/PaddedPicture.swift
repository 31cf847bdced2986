/// Pads a picture right and below to sides in multiples of 32, so that nothing is squashed.
///
/// Owns: one buffer, used again for every picture.
package struct PaddedPicture {
    private var bytes: [UInt8] = []

    /// Starts without a buffer.
    package init() {}

    /// The side after padding, in pixels.
    static func paddedSide(_ side: Int) -> Int {
        (side + HeatMaps.sideMultiple - 1) / HeatMaps.sideMultiple * HeatMaps.sideMultiple
    }

    /// Lends the picture without gaps and with padded sides; the picture itself where it is so already.
    package mutating func withPacked<Result>(
        _ picture: RGBPicture, _ body: (UnsafeRawBufferPointer, _ width: Int, _ height: Int) -> Result
    ) -> Result {
        let width = Self.paddedSide(picture.width)
        let height = Self.paddedSide(picture.height)
        if width == picture.width, height == picture.height, picture.strideBytes == width * 3 {
            return body(UnsafeRawBufferPointer(rebasing: picture.bytes[..<(width * height * 3)]), width, height)
        }
        fill(picture, width: width, height: height)
        return bytes.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[..<(width * height * 3)]), width, height)
        }
    }

    /// Copies the rows, then repeats mid grey: an edge repeated would draw streaks that can look like something.
    private mutating func fill(_ picture: RGBPicture, width: Int, height: Int) {
        let count = width * height * 3
        if bytes.count < count { bytes = [UInt8](repeating: Self.grey, count: count) }
        let used = picture.width * 3
        bytes.withUnsafeMutableBytes { target in
            for row in 0..<picture.height {
                let source = row * picture.strideBytes
                let line = UnsafeMutableRawBufferPointer(rebasing: target[(row * width * 3)..<((row + 1) * width * 3)])
                line.copyMemory(from: UnsafeRawBufferPointer(rebasing: picture.bytes[source..<(source + used)]))
                for index in used..<line.count { line[index] = Self.grey }
            }
            for index in (picture.height * width * 3)..<count { target[index] = Self.grey }
        }
    }

    private static let grey: UInt8 = 127
}
