import TimelineCore

/// The most that a document may claim, so that a hostile or broken one costs a sentence and not the machine.
package enum DocumentLimits {
    /// Longest side of a picture and farthest coordinate, in pixels.
    ///
    /// Source: the same limit as `PictureLayout.isSound`.
    package static let coordinate = 1 << 20
    /// Frames of one clip: 24 hours at 120 a second.
    package static let frames = 24 * 3600 * 120
    /// Longest time in a document, in seconds: 31 years, longer than any clip.
    package static let seconds = 1.0e9
    package static let faces = 100_000
    /// Face samples over all faces; more than ``DocumentCoding/maximumBytes`` can hold.
    package static let samples = 4_000_000
    package static let regions = 10_000
    /// Keyframes over all regions.
    package static let keyframes = 1_000_000
    /// Bytes of a region's id.
    package static let idBytes = 200
    /// Inputs of one job.
    package static let items = 1_000_000

    /// True for a box that has an area and lies within the coordinates that can occur.
    package static func isSane(_ box: PixelBox) -> Bool {
        let limit = Double(coordinate)
        return box.isSound && !box.isEmpty && abs(box.x) <= limit && abs(box.y) <= limit && box.width <= limit
            && box.height <= limit
    }

    /// True for a time in seconds from the first shown frame.
    package static func isSane(time: Double) -> Bool {
        time.isFinite && time >= 0 && time <= seconds
    }

    /// True for 64 lower-case hexadecimal digits.
    package static func isSHA256(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
