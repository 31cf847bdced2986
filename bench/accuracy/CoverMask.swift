import TimelineCore

/// The colour covers were painted with, and how far from it a pixel may be.
struct CoverColour {
    var channels: [Int]
    var tolerance: Int

    init(hex: String, tolerance: String) throws {
        guard let number = Int(hex, radix: 16), hex.utf8.count == 6, let slack = Int(tolerance) else {
            throw AccuracyError.colour("\(hex) \(tolerance)")
        }
        channels = [number >> 16, number >> 8 & 255, number & 255]
        self.tolerance = slack
    }
}

/// Which pixels of a picture are covered.
struct CoverMask {
    let size: PixelSize
    /// 1 where covered, rows without gaps.
    private(set) var pixels: [UInt8]

    init(_ picture: Pixmap, colour: CoverColour) {
        size = PixelSize(width: picture.width, height: picture.height)
        let (red, green, blue, slack) = (colour.channels[0], colour.channels[1], colour.channels[2], colour.tolerance)
        var mask = [UInt8](repeating: 0, count: size.area)
        picture.bytes.withUnsafeBufferPointer { bytes in
            for pixel in mask.indices {
                let isNear =
                    abs(Int(bytes[3 * pixel]) - red) <= slack && abs(Int(bytes[3 * pixel + 1]) - green) <= slack
                    && abs(Int(bytes[3 * pixel + 2]) - blue) <= slack
                mask[pixel] = isNear ? 1 : 0
            }
        }
        pixels = mask
    }

    var coveredPixels: Int { pixels.reduce(0) { $0 + Int($1) } }

    /// Share of the box's part in the picture that is covered; nil for a box outside.
    func share(of box: PixelBox) -> Double? { share(of: box, isEllipse: false) }

    /// Share of the ellipse inscribed in the box, as far as it is in the picture, that is covered.
    func share(ofEllipseIn box: PixelBox) -> Double? { share(of: box, isEllipse: true) }

    private func share(of box: PixelBox, isEllipse: Bool) -> Double? {
        let rect = whole(box)
        let centre = box.centre
        var all = 0
        var covered = 0
        for y in rect.top..<max(rect.top, rect.bottom) {
            let dy = (Double(y) + 0.5 - centre.y) / (box.height / 2)
            for x in rect.left..<max(rect.left, rect.right) {
                let dx = (Double(x) + 0.5 - centre.x) / (box.width / 2)
                guard isEllipse ? dx * dx + dy * dy <= 1 : max(abs(dx), abs(dy)) <= 1 else { continue }
                all += 1
                covered += Int(pixels[y * size.width + x])
            }
        }
        return all == 0 ? nil : Double(covered) / Double(all)
    }

    /// Share of the picture that is covered though it lies in none of the boxes.
    func shareOutside(_ boxes: [PixelBox]) -> Double {
        var rest = pixels
        for rect in boxes.map(whole) {
            for y in rect.top..<max(rect.top, rect.bottom) {
                for x in rect.left..<max(rect.left, rect.right) { rest[y * size.width + x] = 0 }
            }
        }
        return Double(rest.reduce(0) { $0 + Int($1) }) / Double(size.area)
    }

    private func whole(_ box: PixelBox) -> PixelRect { size.blocks(around: box, blockSize: 1) }
}

extension PixelBox {
    /// Half the box's size more on every side: where a cover of this face may well lie.
    var neighbourhood: PixelBox { expanded(left: 0.5, top: 0.5, right: 0.5, bottom: 0.5) }

    /// The middle of the box, `share` of its sides.
    func core(_ share: Double) -> PixelBox {
        let less = (share - 1) / 2
        return expanded(left: less, top: less, right: less, bottom: less)
    }
}
