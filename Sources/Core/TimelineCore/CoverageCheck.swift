/// Compares what was painted with what the resolver demands, frame by frame, and keeps the account.
///
/// Fails closed: a frame that was never reported, or reported twice, is a frame in which nothing was painted.
package struct CoverageCheck: Sendable {
    /// A cover that was demanded and not wholly painted.
    package struct Uncovered: Hashable, Sendable {
        package var frame: Int
        /// Seconds from the first shown frame.
        package var time: Double
        package var subject: CoverSubject
        /// The face box, or the region.
        package var target: PixelBox
        /// The area that had to be painted.
        package var area: PixelRect
        /// Pixels of it that were not.
        package var missingPixels: Int
    }

    /// The account of a whole clip.
    package struct Result: Hashable, Sendable {
        /// Frames that were reported exactly once.
        package var checkedFrames: Int
        package var requiredCovers: Int
        /// Ordered by frame, then as the resolver orders covers.
        package var uncovered: [Uncovered]

        /// Share of the demanded covers that were wholly painted; 1 when none was demanded.
        package var ratio: Double {
            guard requiredCovers > 0 else { return 1 }
            return Double(requiredCovers - uncovered.count) / Double(requiredCovers)
        }
    }

    private let resolver: Resolver
    private var reports: [UInt8]
    private var required = 0
    private var uncovered: [Uncovered] = []

    package init(resolver: Resolver) {
        self.resolver = resolver
        reports = [UInt8](repeating: 0, count: resolver.timeline.frameTimes.count)
    }

    /// Takes the painted rectangles of one frame, in any order of frames.
    /// - Returns: what was demanded in this frame and not painted.
    @discardableResult
    package mutating func check(frame: Int, painted: [PixelRect]) -> [Uncovered] {
        guard reports.indices.contains(frame), reports[frame] == 0 else {
            // Unknown or repeated: whatever is shown then, this report does not vouch for it.
            if reports.indices.contains(frame) { reports[frame] = 2 }
            return account(frame: frame, painted: [])
        }
        reports[frame] = 1
        return account(frame: frame, painted: painted)
    }

    /// Closes the account: frames that were never reported count as unpainted.
    package consuming func finish() -> Result {
        for frame in reports.indices where reports[frame] == 0 { account(frame: frame, painted: []) }
        let order = uncovered.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
        return Result(
            checkedFrames: reports.count { $0 == 1 }, requiredCovers: required, uncovered: order.map(\.element)
        )
    }

    @discardableResult
    private mutating func account(frame: Int, painted: [PixelRect]) -> [Uncovered] {
        let covers = resolver.covers(frame: frame)
        required += covers.count
        let union = RectUnion(painted)
        let times = resolver.timeline.frameTimes
        let missing: [Uncovered] = covers.compactMap { cover in
            guard !union.contains(cover.area) else { return nil }
            return Uncovered(
                frame: frame, time: times.indices.contains(frame) ? times[frame] : times.last ?? 0,
                subject: cover.subject, target: cover.target, area: cover.area,
                missingPixels: cover.area.area - union.coveredArea(of: cover.area)
            )
        }
        uncovered += missing
        return missing
    }
}
