import TimelineCore

/// Covers in pictures that hold no face.
struct EmptyScore {
    let name: String
    private var pictures = 0
    private var covered = 0
    private var area = 0.0

    init(name: String) { self.name = name }

    mutating func add(_ mask: CoverMask) {
        let pixels = mask.coveredPixels
        pictures += 1
        // A smaller area than the least cover, one block, is a colour of the picture itself.
        covered += pixels >= 256 ? 1 : 0
        area += Double(pixels) / Double(mask.size.area)
    }

    var lines: [String] {
        [
            resultLine("empty.\(name).covered", "frames", Double(covered), n: pictures),
            resultLine("empty.\(name).area", "% of picture", 100 * area / Double(max(1, pictures)), n: pictures),
        ]
    }
}
