import TimelineCore

extension FaceDetector {
    /// The face of the built-in picture, in its pixels.
    ///
    /// Source: measured with both engines.
    package static let selfTestFace = PixelBox(x: 38.8, y: 20.4, width: 39.5, height: 49.8)
    /// Least overlap with the known face.
    ///
    /// Source: both engines reach more than 0.9; chance does not reach this.
    private static let leastOverlap = 0.7
    /// Least score of the known face, and the most that anything else may reach.
    private static let leastScore = 0.5

    /// Looks at a built-in picture and its mirror image; exactly the known face must be found in each.
    ///
    /// A model that does not do its work (other weights, damaged, an engine that computes nonsense) must stop the
    /// stage: its empty answers would look like pictures without faces.
    /// - Throws: ``VisionError/selfTestFailed(found:bestOverlap:bestScore:)``, or what the engine throws.
    package func selfTest() throws(VisionError) {
        let face = Self.selfTestFace
        let mirrored = PixelBox(
            x: Double(SelfTestPicture.side) - face.maxX, y: face.y, width: face.width, height: face.height
        )
        try check(SelfTestPicture.rgb, shows: face)
        try check(SelfTestPicture.mirrored, shows: mirrored)
    }

    private func check(_ picture: [UInt8], shows face: PixelBox) throws(VisionError) {
        let side = SelfTestPicture.side
        let answer = picture.withUnsafeBytes { bytes in
            Result { () throws(VisionError) in
                try detect(
                    picture: bytes, width: side, height: side, strideBytes: side * 3,
                    minimumScore: Self.leastScore, wantsGrid: false
                )
            }
        }
        let faces = try answer.get()
        let overlap = faces.map { $0.box.overlap(with: face) }.max() ?? 0
        guard faces.count == 1, overlap >= Self.leastOverlap else {
            throw .selfTestFailed(
                found: faces.count, bestOverlap: overlap, bestScore: faces.map(\.score).max() ?? 0
            )
        }
    }
}
