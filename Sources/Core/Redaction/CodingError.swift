/// How far coding at a quality moves the pixels of an honest cover, as a multiple of what it does at the default.
///
/// The default (75 for video, 90 and more for photos) is 1, and nothing finer counts as less. From 4 on a cover could not be told from its
/// absence: what is coded worse than that is refused rather than believed.
package struct CodingError: Hashable, Sendable {
    package let factor: Double

    package static let least = CodingError(factor: 1)
    private static let most = 4.0

    /// Source: measured: the mean luma error of honest covers on moving scenes with real faces, x264 at the crf that
    /// each quality stands for; the other encoders' numbers are matched to x264's.
    private static let video: [(quality: Double, factor: Double)] = [
        (1, most), (25, most), (30, 3.4), (45, 2.2), (60, 1.4), (75, 1),
    ]
    /// Source: measured on JPEG; its tables grow as 1 to 2.5 from quality 75 to 40, and as 1 to 5 to 10.
    private static let photo: [(quality: Double, factor: Double)] = [
        (1, most), (10, most), (30, 2.5), (60, 1.5), (75, 1.25), (90, 1),
    ]
    /// WebP's loop filter reaches over a cover's rim. Source: measured at quality 92: an edge off by 1.31 times.
    private static let loopFilter = 1.45

    private init(factor: Double) { self.factor = factor }

    /// - Parameters:
    ///   - quality: 1...100, nil for the default.
    ///   - fileExtension: of the finished file: what its coding does at its best.
    package init(quality: Int?, isVideo: Bool, fileExtension: String) {
        let wanted = quality.map(Double.init) ?? 100
        let coded = Self.value(at: wanted, in: isVideo ? Self.video : Self.photo)
        switch fileExtension {
        case "png", "tif", "tiff": factor = isVideo ? coded : 1
        case "webp": factor = min(coded * Self.loopFilter, Self.most)
        default: factor = coded
        }
    }

    /// Straight lines between the points; the last value beyond them.
    private static func value(at quality: Double, in points: [(quality: Double, factor: Double)]) -> Double {
        for (lower, upper) in zip(points, points.dropFirst()) where quality <= upper.quality {
            let share = max(0, quality - lower.quality) / (upper.quality - lower.quality)
            return lower.factor + share * (upper.factor - lower.factor)
        }
        return points.last?.factor ?? 1
    }
}
