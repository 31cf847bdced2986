import Platform
import TimelineCore
import Wire

/// A drawn emoji on its way from the compositor to the validator.
///
/// Shape: width u32, height u32, little-endian, then `width * height` pixels R G B A.
package struct EmojiFile: Hashable, Sendable {
    package var size: PixelSize
    package var rgba: [UInt8]

    package init(size: PixelSize, rgba: [UInt8]) {
        self.size = size
        self.rgba = rgba
    }

    var encoded: [UInt8] {
        [size.width, size.height].flatMap { side in (0..<4).map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) } } + rgba
    }

    /// - Returns: nil unless the pixels are exactly as many as the sides say.
    init?(encoded bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        let sides = [0, 4].map { start in (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) } }
        guard sides.allSatisfy({ (1...4096).contains($0) }), bytes.count == 8 + sides[0] * sides[1] * 4 else {
            return nil
        }
        self.init(size: PixelSize(width: sides[0], height: sides[1]), rgba: Array(bytes[8...]))
    }
}

extension Attachments {
    /// Leaves a drawn emoji in place of what the attached file held.
    package func replaceEmoji(_ emoji: EmojiFile) throws(StageFailure) {
        let descriptor = try descriptor(.emoji)
        do throws(PlatformError) {
            try FileSystem.setLength(0, of: descriptor)
            try FileSystem.write(emoji.encoded, to: descriptor, at: 0)
        } catch {
            throw StageFailure(code: "no-memory", text: "the emoji could not be kept: \(error)", blame: .environment)
        }
    }

    /// Reads the emoji that came with an order; nil where the style has none.
    package func emoji() throws(StageFailure) -> EmojiFile? {
        guard let descriptor = optional(.emoji) else { return nil }
        do throws(PlatformError) {
            if let emoji = EmojiFile(encoded: try FileSystem.readAll(descriptor, limit: 1 << 27)) { return emoji }
        } catch {
            throw StageFailure(code: "internal", text: "the emoji could not be read: \(error)", blame: .stage)
        }
        throw StageFailure(code: "internal", text: "the emoji is not sound", blame: .stage)
    }
}
