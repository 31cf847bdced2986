import TimelineCore
import Wire

/// Where and at what scale detectors look at one picture.
///
/// Shape: every look is an `rgb24` picture of ``LookRequest/size``; together the looks of a plan show every pixel of
///        the picture at least once.
struct LookPlan: Hashable {
    /// One look: the part of the upright picture, and the size it is delivered at.
    struct LookRequest: Hashable {
        var part: PixelRect
        var size: PixelSize
        /// Coarse enough to be looked at in all four turns where it shows nothing.
        var triesTurns = false

        var geometry: LookGeometry {
            LookGeometry(
                originX: Double(part.left), originY: Double(part.top),
                scaleX: Double(part.width) / Double(size.width), scaleY: Double(part.height) / Double(size.height)
            )
        }

        var layout: PictureLayout { .packed(format: .rgb24, size: size, fullRange: true) }

        /// How a frame in time is delivered in this role: this part of it to detectors, whole to everybody else.
        func layout(for role: LookRole, whole: PictureLayout) -> PictureLayout { role == .detect ? layout : whole }

        /// The only look of its kind at a frame in time.
        func look(
            at frame: Int, ticks: Int64, durationTicks: Int64, role: LookRole, whole: PictureLayout, lease: SlotLease
        ) -> Look {
            Look(
                frame: frame, ticks: ticks, durationTicks: durationTicks, lease: lease, look: 0, looks: 1, role: role,
                layout: layout(for: role, whole: whole), geometry: role == .detect ? geometry : LookGeometry(),
                minimumScore: VideoPass.minimumScore, wantsGrid: role == .detect
            )
        }
    }

    var looks: [LookRequest]

    /// The largest look in slot bytes.
    var slotBytes: Int { looks.map(\.layout.byteCount).max() ?? 0 }

    /// The plan for a frame of video: the whole frame in one look whose long side is at most `longSide`.
    ///
    /// Small pictures are enlarged up to twice, since the network's smallest cell is four pixels.
    static func video(size: PixelSize, longSide: Int) -> LookPlan {
        let whole = PixelRect(left: 0, top: 0, right: size.width, bottom: size.height)
        let scale = min(2, Double(longSide) / Double(max(size.width, size.height)))
        return LookPlan(looks: [LookRequest(part: whole, size: scaled(size, by: scale))])
    }

    /// The plan for a photo: the whole picture small, then finer and finer levels in overlapping tiles.
    ///
    /// - Parameter start: long side of the coarsest level, in slot pixels; the verify pass starts elsewhere than the
    ///   analysis, so that it does not look through the same raster.
    /// - Parameter ratio: how much finer each level is than the one before, in pixels of a side; above 1.
    /// - Complexity: looks hold r²/(r² - 1) of the finest level's pixels, and that has at most ``finestArea``.
    static func photo(size: PixelSize, start: Int, ratio: Double) -> LookPlan {
        let long = Double(max(size.width, size.height))
        let finest = min(smallPictureScale(size), max(1, (finestArea / Double(size.area)).squareRoot()))
        let limit = min(finest, (finestArea / Double(size.area)).squareRoot())
        var looks: [LookRequest] = []
        var scale = min(Double(start) / long, max(limit, 1e-6))
        while true {
            looks += tiles(of: size, scale: scale)
            if scale >= limit * 0.999 { break }
            scale = min(limit, scale * ratio)
        }
        return LookPlan(looks: looks)
    }

    /// Pixels of the finest level: a face of 12 px in an 8-megapixel picture is still 12 px.
    private static let finestArea = 8e6
    /// Side of a tile in slot pixels, and how far neighbours overlap: a face larger than the overlap is whole in a
    /// coarser level.
    private static let tileSide = 768
    private static let tileOverlap = 160

    /// Pictures under 700 px are enlarged: there a face of 10 px would be two cells of the network.
    private static func smallPictureScale(_ size: PixelSize) -> Double {
        min(2, max(1, 1280 / Double(max(size.width, size.height))))
    }

    /// Long side of the finest level that is looked at turned, in slot pixels: finer ones would cost as much three times
    /// more as everything else, and a photo whose faces are all under a hundredth of it is rarely one on its side.
    private static let finestTurned = 1280.0

    private static func scaled(_ size: PixelSize, by scale: Double) -> PixelSize {
        PixelSize(
            width: max(1, Int((Double(size.width) * scale).rounded())),
            height: max(1, Int((Double(size.height) * scale).rounded()))
        )
    }

    private static func tiles(of size: PixelSize, scale: Double) -> [LookRequest] {
        let level = scaled(size, by: scale)
        let triesTurns = Double(max(level.width, level.height)) <= finestTurned * 1.01
        var looks: [LookRequest] = []
        for (top, bottom) in spans(level.height) {
            for (left, right) in spans(level.width) {
                let part = PixelRect(
                    left: Int(Double(left) / scale), top: Int(Double(top) / scale),
                    right: min(size.width, Int((Double(right) / scale).rounded(.up))),
                    bottom: min(size.height, Int((Double(bottom) / scale).rounded(.up)))
                )
                looks.append(
                    LookRequest(
                        part: part, size: PixelSize(width: right - left, height: bottom - top), triesTurns: triesTurns))
            }
        }
        return looks
    }

    /// Cuts a length into overlapping spans of at most about a tile, of equal size.
    private static func spans(_ length: Int) -> [(Int, Int)] {
        guard length > tileSide + tileOverlap else { return [(0, length)] }
        let count = (length - tileOverlap + (tileSide - tileOverlap) - 1) / (tileSide - tileOverlap)
        let side = (length + (count - 1) * tileOverlap + count - 1) / count
        return (0..<count).map { index in
            let start = min(length - side, index * (side - tileOverlap))
            return (start, start + side)
        }
    }
}
