/// The units that our encoders write: pictures and their parameters.
enum OwnUnits {
    /// Objects to a coded picture with any other unit in it, or with bytes between units.
    static func check(_ picture: Region, _ shape: UnitShape) {
        var kinds: Set<Int> = []
        let fills: Bool
        if shape.codec == .av1 {
            fills = OpenBitstreamUnits.each(in: picture) { kind, _ in kinds.insert(kind) }
        } else {
            fills = UnitScanner(shape).each(in: picture) { kind, unit in
                kinds.insert(shape.codec == .hevc && UnitScanner.layer(unit) > 0 ? 64 : kind)
            }
        }
        if !fills { picture.note(.unexpectedBytes, "a coded picture with bytes between its units") }
        for kind in kinds.sorted() where !isAllowed(kind, shape.codec) {
            picture.unexpectedPart("unit \(kind) in a coded picture")
        }
    }

    private static func isAllowed(_ kind: Int, _ codec: UnitShape.Codec) -> Bool {
        switch codec {
        // Slices, parameter sets, delimiters.
        case .h264: [1, 5, 7, 8, 9].contains(kind)
        case .hevc: kind <= 9 || (16...21).contains(kind) || (32...35).contains(kind)
        // Sequence head, delimiter, frames and their parts.
        case .av1: [1, 2, 3, 4, 6, 7].contains(kind)
        }
    }
}
