import TimelineCore

@testable import Redaction

/// Ways to get a cover right or wrong.
enum Fixture: CaseIterable {
    case honest, missing, eyeBar, translucent, shiftedRight, shiftedLeft, shiftedDown, shiftedUp
    case shortLeft, shortTop, shortRight, shortBottom, otherColour, fineMosaic, finerMosaic, blur, hole
}

/// A short moving scene with two heads, and its covers painted well or badly.
struct Stage {
    /// Frames that ``bareScenes`` holds.
    static let length = 8
    private static let bareScenes = (0..<length).map {
        Scene(size: size, heads: heads(frame: $0), shift: Double($0) * 1.7)
    }

    static let size = PixelSize(width: 480, height: 320)
    var size: PixelSize { bare[0].size }
    let style: CoverStyle
    let painter: CoverPainter
    private let bare: [Scene]
    private let heads: [[PixelBox]]
    private let palettes: [ColourGrid]

    /// The made scene.
    init(kind: CoverStyle.Kind, intensity: Int = 50) {
        self.init(
            kind: kind, intensity: intensity, bare: Self.bareScenes, heads: (0..<Self.length).map(Self.heads)
        )
    }

    /// A scene of one's own: pictures, and for each the head boxes.
    init(kind: CoverStyle.Kind, intensity: Int = 50, bare: [Scene], heads: [[PixelBox]]) {
        style = CoverStyle(kind: kind, intensity: intensity)
        painter = CoverPainter(style: style)
        self.bare = bare
        self.heads = heads
        palettes = heads[0].map { bare[0].palette(over: $0) }
    }

    static func heads(frame: Int) -> [PixelBox] {
        let time = Double(frame)
        return [
            PixelBox(x: 60.3 + time * 2.7, y: 70.2 + time * 1.1, width: 126, height: 168),
            PixelBox(x: 300.8 - time * 1.3, y: 60.6 + time * 0.4, width: 84, height: 112),
        ]
    }

    func covers(frame: Int) -> [Cover] {
        heads[frame].enumerated().map { index, head in
            Fixtures.cover(id: index + 1, body: head, size: size, block: 16, palette: palettes[index])
        }
    }

    /// The picture as it would be published; in a bad fixture the first head's cover is bad.
    func scene(frame: Int, fixture: Fixture) -> Scene {
        var scene = bare[frame]
        let bare = scene
        for (index, cover) in covers(frame: frame).enumerated() {
            if index > 0 || fixture == .honest {
                scene.lay(painter.raster(for: cover))
            } else {
                spoil(&scene, cover, fixture, bare)
            }
        }
        return scene
    }

    private func spoil(_ scene: inout Scene, _ cover: Cover, _ fixture: Fixture, _ bare: Scene) {
        let raster = painter.raster(for: cover)
        let area = cover.area
        switch fixture {
        case .honest: scene.lay(raster)
        case .missing: break
        case .eyeBar:
            let height = Int(cover.target.width * 0.35)
            let top = Int(cover.target.y + cover.target.height * 0.2)
            let bar = PixelRect(left: area.left, top: top, right: area.right, bottom: top + height)
            scene.lay(painter.raster(for: cover, within: bar))
        case .translucent: scene.lay(raster, opacity: 0.95)
        case .shiftedRight: scene.lay(raster, movedX: 2)
        case .shiftedLeft: scene.lay(raster, movedX: -2)
        case .shiftedDown: scene.lay(raster, movedY: 2)
        case .shiftedUp: scene.lay(raster, movedY: -2)
        case .shortLeft, .shortTop, .shortRight, .shortBottom:
            scene.lay(painter.raster(for: cover, within: shortened(area, fixture)))
        case .otherColour: scene.lay(recoloured(raster))
        case .fineMosaic: scene.lay(bare.pictureMosaic(area, over: cover.body, count: 12))
        case .finerMosaic: scene.lay(bare.pictureMosaic(area, over: cover.body, count: 18))
        case .blur: scene.lay(bare.pictureBlur(area, radius: Int(cover.target.width * 0.05)))
        case .hole:
            let centre = cover.target.centre
            let (x, y) = (Int(centre.x) - 22, Int(centre.y) - 14)
            scene.lay(raster, hole: PixelRect(left: x, top: y, right: x + 16, bottom: y + 16))
        }
    }

    private func shortened(_ area: PixelRect, _ fixture: Fixture) -> PixelRect {
        PixelRect(
            left: area.left + (fixture == .shortLeft ? 8 : 0), top: area.top + (fixture == .shortTop ? 8 : 0),
            right: area.right - (fixture == .shortRight ? 8 : 0),
            bottom: area.bottom - (fixture == .shortBottom ? 8 : 0)
        )
    }

    /// The same cover a few levels brighter and redder: the smallest change that a person would call another colour.
    private func recoloured(_ raster: CoverRaster) -> CoverRaster {
        let rgb = raster.rgb.enumerated().map { index, value in
            UInt8(clamping: Int(value) + (index % 3 == 0 ? 14 : 2))
        }
        return CoverRaster(rect: raster.rect, rgb: rgb) ?? raster
    }
}

extension Codec {
    var isPhoto: Bool {
        switch self {
        case .video: false
        case .jpeg, .webp: true
        }
    }
}
