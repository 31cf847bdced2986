import TimelineCore

/// A picture turned by quarters to the right, and the way back for what was found in it.
struct QuarterTurn {
    /// 1...3.
    let quarters: Int
    /// Of the picture as it came.
    let size: PixelSize

    var turnedSize: PixelSize {
        quarters == 2 ? size : PixelSize(width: size.height, height: size.width)
    }

    /// The turned picture, packed rows.
    func pixels(of picture: RGBPicture) -> [UInt8] {
        let turned = turnedSize
        return [UInt8](unsafeUninitializedCapacity: turned.area * 3) { buffer, count in
            var place = 0
            for y in 0..<turned.height {
                for x in 0..<turned.width {
                    let (column, row) = source(x, y)
                    let at = row * picture.strideBytes + column * 3
                    for band in 0..<3 { buffer[place + band] = picture.bytes[at + band] }
                    place += 3
                }
            }
            count = place
        }
    }

    private func source(_ x: Int, _ y: Int) -> (column: Int, row: Int) {
        switch quarters {
        case 1: (y, size.height - 1 - x)
        case 2: (size.width - 1 - x, size.height - 1 - y)
        default: (size.width - 1 - y, x)
        }
    }

    func back(_ point: PixelPoint) -> PixelPoint {
        let (width, height) = (Double(size.width), Double(size.height))
        return switch quarters {
        case 1: PixelPoint(x: point.y, y: height - point.x)
        case 2: PixelPoint(x: width - point.x, y: height - point.y)
        default: PixelPoint(x: width - point.y, y: point.x)
        }
    }

    func back(_ box: PixelBox) -> PixelBox {
        let one = back(PixelPoint(x: box.x, y: box.y))
        let other = back(PixelPoint(x: box.maxX, y: box.maxY))
        return PixelBox(
            x: min(one.x, other.x), y: min(one.y, other.y), width: abs(one.x - other.x), height: abs(one.y - other.y))
    }
}

extension FaceDetector {
    /// Least score of a face in a turned picture. Above the 0.30 of photos: three more looks at everything would find
    /// three times the faces that are none.
    private static let turnedScore = 0.5
    /// A face of this score is one: the picture is upright. Source: the tracker's threshold for photos.
    private static let uprightScore = TrackerSettings.standard.photoThreshold

    /// As ``detect(picture:width:height:strideBytes:minimumScore:wantsGrid:)``; when nothing is found, the picture is
    /// turned a quarter, a half and three quarters, and what the best of these shows is the answer.
    ///
    /// Where a head lies, its top is at a side: boxes are lengthened there, so that what is added to every box for the
    /// hair of an upright head covers this one's. Colours are taken from the picture as it came.
    package func detectInTurns(
        picture: UnsafeRawBufferPointer, width: Int, height: Int, strideBytes: Int, minimumScore: Double,
        wantsGrid: Bool
    ) throws(VisionError) -> [Detection] {
        let upright = try detect(
            picture: picture, width: width, height: height, strideBytes: strideBytes, minimumScore: minimumScore,
            wantsGrid: wantsGrid
        )
        guard !upright.contains(where: { $0.score >= Self.uprightScore }) else { return upright }
        let view = try RGBPicture(bytes: picture, width: width, height: height, strideBytes: strideBytes)
        var best: [Detection] = []
        for quarters in 1...3 {
            let faces = try faces(in: view, turnedBy: quarters)
            if faces.reduce(0, { $0 + $1.score }) > best.reduce(0, { $0 + $1.score }) { best = faces }
        }
        guard !best.isEmpty, wantsGrid else { return best + upright }
        let colours = HeadColours(picture: view)
        for index in best.indices { best[index].grid = colours.grid(around: best[index].box) }
        return best + upright
    }

    private func faces(in picture: RGBPicture, turnedBy quarters: Int) throws(VisionError) -> [Detection] {
        let turn = QuarterTurn(quarters: quarters, size: PixelSize(width: picture.width, height: picture.height))
        let pixels = turn.pixels(of: picture)
        let size = turn.turnedSize
        var failure: VisionError?
        let found = pixels.withUnsafeBytes { bytes -> [Detection] in
            do throws(VisionError) {
                return try detect(
                    picture: bytes, width: size.width, height: size.height, strideBytes: size.width * 3,
                    minimumScore: Self.turnedScore, wantsGrid: false
                )
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
        return found.map { face in
            let head = face.box.expanded(left: 0, top: ResolverSettings.standard.topShare, right: 0, bottom: 0)
            return Detection(
                box: turn.back(head), score: face.score, landmarks: face.landmarks.map(turn.back), grid: nil)
        }
    }
}
