import TimelineCore
import Wire

/// Makes covers: what they look like, and their pixels in any picture.
///
/// The look is a function of the style, the subject's number and the cover's boxes, and for mosaic and gaussian of
/// its palette. No pixel of a picture is ever read.
package struct CoverPainter: Sendable {
    package let style: CoverStyle
    private let outline: FigureOutline?
    private let plate: PlateImage?

    /// Prepares a style.
    ///
    /// `emoji` is the drawn form of `style.emoji`; without one, style `emoji` shows a plain smiling face.
    package init(style: CoverStyle, emoji: EmojiBitmap? = nil) {
        self.style = style
        outline = style.kind == .shape ? FigureOutline(style.shape) : nil
        plate = style.kind == .emoji ? PlateImage(emoji ?? EmojiBitmap.smiley()) : nil
    }

    /// Draws a whole cover.
    ///
    /// Shape: `cover.area`, every pixel opaque.
    package func raster(for cover: Cover) -> CoverRaster {
        raster(for: cover, within: cover.area)
    }

    /// Draws the part of a cover that lies in `clip`: the same pixels as in the whole, for pictures that come in bands.
    package func raster(for cover: Cover, within clip: PixelRect) -> CoverRaster {
        let common = cover.area.intersection(clip)
        let rect =
            common.isEmpty
            ? PixelRect(left: common.left, top: common.top, right: common.left, bottom: common.top) : common
        return CoverRaster(rect: rect, rows: rows(for: cover, rect: rect))
    }

    /// The one colour of a cover that has only one (bar, and the coarsest gaussian), else nil.
    package func flatColour(of cover: Cover) -> RGBColour? {
        switch style.kind {
        case .bar: return style.colour
        case .gaussian:
            let side = CoverStrengthRules.gaussianCells(intensity: style.intensity, cover: cover)
            guard side == 1 else { return nil }
            return CellColours(of: cover.palette, subject: cover.subject, side: 1).colour(0, 0)
        case .mosaic, .emoji, .shape: return nil
        }
    }

    /// The colour beneath a shape: the fill moved a third of the way to white or black.
    package static func ground(for fill: RGBColour) -> RGBColour {
        let brightness = (Int(fill.red) * 2 + Int(fill.green) * 5 + Int(fill.blue)) / 8
        let towards = brightness < 128 ? 255 : 0
        func mix(_ value: UInt8) -> UInt8 { UInt8(clamping: (Int(value) * 2 + towards + 1) / 3) }
        return RGBColour(red: mix(fill.red), green: mix(fill.green), blue: mix(fill.blue))
    }

    /// The rows of a cover inside `rect`.
    func rows(for cover: Cover, rect: PixelRect) -> CoverRows {
        if let flat = flatColour(of: cover) { return .flat(FlatRows(flat)) }
        let body = Self.body(of: cover)
        let intensity = style.intensity
        let growth = CoverStrengthRules.growth(intensity: intensity)
        if let outline {
            return .figure(
                FigureRows(
                    outline: outline.placed(on: body, growth: growth), fill: style.colour,
                    ground: Self.ground(for: style.colour), rect: rect
                )
            )
        }
        if let plate { return .plate(PlateRows(image: plate, body: body, growth: growth, rect: rect)) }
        if style.kind == .gaussian {
            let side = CoverStrengthRules.gaussianCells(intensity: intensity, cover: cover)
            let colours = CellColours(of: cover.palette, subject: cover.subject, side: side)
            return .gradient(GradientRows(colours: colours, body: body, rect: rect))
        }
        let side = CoverStrengthRules.mosaicCells(intensity: intensity, cover: cover)
        let colours = CellColours(of: cover.palette, subject: cover.subject, side: side)
        return .mosaic(MosaicRows(colours: colours, body: body, rect: rect))
    }

    /// The box the look is locked to; the area itself where a cover carries no usable one.
    static func body(of cover: Cover) -> PixelBox {
        let body = cover.body
        let isUsable =
            body.isSound && body.width >= 1 && body.height >= 1 && body.width < 1e6 && body.height < 1e6
            && abs(body.x) < 1e7 && abs(body.y) < 1e7
        return isUsable ? body : cover.area.box.outset(by: 0.5)
    }
}
