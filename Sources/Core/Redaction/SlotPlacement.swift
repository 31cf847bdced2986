import TimelineCore
import Wire

/// How pixels of the upright picture and of a slot picture belong together.
struct SlotPlacement: Sendable {
    private let look: LookGeometry
    private let size: PixelSize

    /// - Throws: ``RedactionError/geometry`` for a scale that is not positive or an origin out of reach.
    init(look: LookGeometry, size: PixelSize) throws(RedactionError) {
        let reach = -1e7...1e7
        guard reach.contains(look.originX), reach.contains(look.originY), (1e-3...1e4).contains(look.scaleX),
            (1e-3...1e4).contains(look.scaleY)
        else { throw .geometry }
        self.look = look
        self.size = size
    }

    /// True when a slot pixel is a picture pixel, moved by a whole number.
    var isWhole: Bool {
        look.scaleX == 1 && look.scaleY == 1 && look.originX == look.originX.rounded()
            && look.originY == look.originY.rounded()
    }

    /// Left column and top row of the slot in the upright picture, where ``isWhole``.
    var origin: (x: Int, y: Int) { (Int(look.originX.rounded()), Int(look.originY.rounded())) }

    /// The part of the upright picture that the slot shows, rounded outward.
    var pictureRect: PixelRect {
        PixelRect(
            left: Int(look.originX.rounded(.down)), top: Int(look.originY.rounded(.down)),
            right: Int((look.originX + Double(size.width) * look.scaleX).rounded(.up)),
            bottom: Int((look.originY + Double(size.height) * look.scaleY).rounded(.up))
        )
    }

    /// Every slot pixel that shows any part of a rectangle of the upright picture.
    func slotRect(_ rect: PixelRect) -> PixelRect {
        func place(_ value: Int, _ origin: Double, _ scale: Double, _ limit: Int, up: Bool) -> Int {
            let position = (Double(value) - origin) / scale
            return Int(min(max(position.rounded(up ? .up : .down), 0), Double(limit)))
        }
        return PixelRect(
            left: place(rect.left, look.originX, look.scaleX, size.width, up: false),
            top: place(rect.top, look.originY, look.scaleY, size.height, up: false),
            right: place(rect.right, look.originX, look.scaleX, size.width, up: true),
            bottom: place(rect.bottom, look.originY, look.scaleY, size.height, up: true)
        )
    }

    /// The picture column under the centre of a slot column.
    func pictureColumn(_ x: Int) -> Int { Int((look.originX + (Double(x) + 0.5) * look.scaleX).rounded(.down)) }

    /// The picture row under the centre of a slot row.
    func pictureRow(_ y: Int) -> Int { Int((look.originY + (Double(y) + 0.5) * look.scaleY).rounded(.down)) }
}
