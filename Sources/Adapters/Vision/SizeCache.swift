import TimelineCore

/// A few values by picture size; the ones not used for longest make room for a new one.
package struct SizeCache<Value> {
    private let limit: Int
    private let areaLimit: Int
    /// Least recently used first.
    private var entries: [(size: PixelSize, value: Value)] = []

    /// - Parameters:
    ///   - limit: values held at once, at least 1.
    ///   - areaLimit: pixels of all sizes held together, except that one value is always held: what a network takes
    ///     grows with its picture.
    package init(limit: Int, areaLimit: Int = .max) {
        precondition(limit > 0)
        self.limit = limit
        self.areaLimit = areaLimit
    }

    /// Sizes held, least recently used first.
    package var sizes: [PixelSize] { entries.map(\.size) }

    private var heldArea: Int { entries.reduce(0) { $0 + $1.size.area } }

    /// The value for `size`, made by `make` where there is none yet.
    package mutating func value(
        for size: PixelSize, make: () throws(VisionError) -> Value
    ) throws(VisionError) -> Value {
        if let index = entries.firstIndex(where: { $0.size == size }) {
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.value
        }
        // Room first: two large networks must not be held for the sake of one.
        while !entries.isEmpty, entries.count >= limit || heldArea + size.area > areaLimit { entries.removeFirst() }
        let value = try make()
        entries.append((size, value))
        return value
    }
}
