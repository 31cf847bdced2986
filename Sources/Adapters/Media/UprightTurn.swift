import CFFmpeg
import TimelineCore

/// One of the eight ways a stored picture can be turned and mirrored to be upright.
///
/// The picture is transposed first (rows become columns), then mirrored in upright coordinates.
package struct UprightTurn: Hashable, Sendable {
    package var transposes: Bool
    package var mirrorsX: Bool
    package var mirrorsY: Bool

    package init(transposes: Bool, mirrorsX: Bool, mirrorsY: Bool) {
        self.transposes = transposes
        self.mirrorsX = mirrorsX
        self.mirrorsY = mirrorsY
    }

    /// The picture as it is stored.
    package static let none = UprightTurn(transposes: false, mirrorsX: false, mirrorsY: false)

    /// The turn that a display matrix asks for, or nil when it is no multiple of a quarter turn.
    ///
    /// Units:  16.16 fixed point; x' = a x + c y, y' = b x + d y, y down.
    /// Source: ISO/IEC 14496-12, 6.2.2 (the matrix of tkhd), as FFmpeg hands it on.
    package init?(a: Int32, b: Int32, c: Int32, d: Int32) {
        let straight = min(abs(Int64(a)), abs(Int64(d)))
        let crossed = min(abs(Int64(b)), abs(Int64(c)))
        // Rounding of cosines leaves a few units of 65536 where a zero is meant; a tenth of a degree is a hundred.
        let noise = max(straight, crossed) / 1024
        if straight > crossed, max(abs(Int64(b)), abs(Int64(c))) <= noise {
            self.init(transposes: false, mirrorsX: a < 0, mirrorsY: d < 0)
        } else if crossed > straight, max(abs(Int64(a)), abs(Int64(d))) <= noise {
            self.init(transposes: true, mirrorsX: c < 0, mirrorsY: b < 0)
        } else {
            return nil
        }
    }

    /// The upright size of a picture stored in this size.
    package func uprightSize(_ stored: PixelSize) -> PixelSize {
        transposes ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// The part of the stored picture that a rectangle of the upright picture shows.
    package func storedRect(_ upright: PixelRect, stored: PixelSize) -> PixelRect {
        let size = uprightSize(stored)
        let left = mirrorsX ? size.width - upright.right : upright.left
        let right = mirrorsX ? size.width - upright.left : upright.right
        let top = mirrorsY ? size.height - upright.bottom : upright.top
        let bottom = mirrorsY ? size.height - upright.top : upright.bottom
        guard transposes else { return PixelRect(left: left, top: top, right: right, bottom: bottom) }
        return PixelRect(left: top, top: left, right: bottom, bottom: right)
    }

    var shim: sf_ffmpeg_turn {
        sf_ffmpeg_turn(transpose: transposes ? 1 : 0, flip_x: mirrorsX ? 1 : 0, flip_y: mirrorsY ? 1 : 0)
    }
}
