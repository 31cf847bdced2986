// A face whose cover was found too weak gets a cover of one colour: nothing is left in it to be made out, and
// nothing for coding to blur.
extension Timeline {
    /// Gives the timeline with one colour for each of these faces instead of a set of colours.
    ///
    /// Ids that are not there are ignored. The colour is the mean of the set, or a middle grey where none is known.
    package func plain(faces ids: Set<Int>) -> Timeline {
        var plain = self
        for index in plain.faces.indices where ids.contains(plain.faces[index].id) {
            plain.faces[index].palette = (plain.faces[index].palette ?? .grey).plain
        }
        return plain
    }
}

extension ColourGrid {
    fileprivate static let grey = ColourGrid(repeating: (144, 144, 144))

    private init(repeating colour: (red: UInt8, green: UInt8, blue: UInt8)) {
        cells = (0..<Self.side * Self.side).flatMap { _ in
            [colour.red, colour.green, colour.blue].map(Self.quantised)
        }
    }

    /// The grid with the mean of its cells, quantised, in every cell.
    package var plain: ColourGrid {
        func mean(_ channel: Int) -> UInt8 {
            let sum = stride(from: channel, to: cells.count, by: 3).reduce(0) { $0 + Int(cells[$1]) }
            return UInt8(clamping: sum / (Self.side * Self.side))
        }
        return ColourGrid(repeating: (mean(0), mean(1), mean(2)))
    }
}
