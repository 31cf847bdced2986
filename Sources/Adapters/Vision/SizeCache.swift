import TimelineCore

/// A few values by picture size; the one not used for longest makes room for a new one.
package struct SizeCache<Value> {
    private let limit: Int
    /// Least recently used first.
    private var entries: [(size: PixelSize, value: Value)] = []

    /// - Parameter limit: values held at once, at least 1.
    package init(limit: Int) {
        precondition(limit > 0)
        self.limit = limit
    }

    /// Sizes held, least recently used first.
    package var sizes: [PixelSize] { entries.map(\.size) }

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
        if entries.count >= limit { entries.removeFirst() }
        let value = try make()
        entries.append((size, value))
        return value
    }
}
