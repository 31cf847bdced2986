/// How much the picture changed, from two coarse thumbnails of its brightness.
///
/// 0 is the same picture. A hard cut gives more than 0.35 nearly always; a pan, a shake or a person walking by gives
/// less, because the picture moves but keeps its brightnesses: the measure is the geometric mean of how far cells
/// differ in place and how far their histogram differs. A flash or a fast fade to black can give as much as a cut.
package struct SceneChange {
    /// The thumbnail's grid.
    package static let columns = 32
    package static let rows = 18
    package static let cells = columns * rows

    private var previous: [UInt8]?

    /// A measure before its first picture.
    package init() {}

    /// The change from the last thumbnail to this one, 0...1; 0 for the first.
    package mutating func advance(to cells: [UInt8]) -> Double {
        defer { previous = cells }
        guard let previous else { return 0 }
        return Self.measure(previous, cells)
    }

    /// The change between two thumbnails.
    package static func measure(_ before: [UInt8], _ after: [UInt8]) -> Double {
        var difference = 0
        var balance = [Int](repeating: 0, count: 32)
        for (old, new) in zip(before, after) {
            difference += abs(Int(old) - Int(new))
            balance[Int(old) >> 3] -= 1
            balance[Int(new) >> 3] += 1
        }
        let count = Double(before.count)
        // A mean difference of a quarter of the range is already two unrelated pictures.
        let inPlace = min(1, Double(difference) / count / 64)
        // Sum of what left and entered each bin, so that two pictures with no brightness in common give 1. Bins are
        // summed up first: a slight change of exposure moves cells to the next bin only.
        var running = 0
        var moved = 0
        for bin in balance {
            running += bin
            moved += abs(running)
        }
        let histogram = min(1, Double(moved) / count / 4)
        return (inPlace * histogram).squareRoot()
    }
}
