/// Ranges of the file, to tell which bytes nothing refers to.
struct ByteRanges {
    private(set) var ranges: [Range<Int>] = []

    mutating func add(_ start: Int, _ length: Int) {
        guard start >= 0, length > 0, start <= Int.max - length else { return }
        if let last = ranges.last, last.upperBound == start {
            ranges[ranges.count - 1] = last.lowerBound..<start + length
        } else {
            ranges.append(start..<start + length)
        }
    }

    /// The parts of `whole` that no range covers.
    func gaps(in whole: Range<Int>) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var place = whole.lowerBound
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard range.lowerBound < whole.upperBound else { break }
            guard range.upperBound > place else { continue }
            if range.lowerBound > place { gaps.append(place..<range.lowerBound) }
            place = range.upperBound
        }
        if place < whole.upperBound { gaps.append(place..<whole.upperBound) }
        return gaps
    }

    /// True when two ranges share a byte.
    var overlap: Bool {
        let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
        return zip(sorted, sorted.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    }
}
