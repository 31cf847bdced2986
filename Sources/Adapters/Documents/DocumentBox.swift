import TimelineCore

/// A box as it stands in a document.
///
/// Shape: `[x, y, width, height]`, exactly four numbers.
/// Units: pixels of the upright picture, origin top left.
package struct DocumentBox: Hashable, Sendable, Codable {
    package var box: PixelBox

    package init(_ box: PixelBox) {
        self.box = box
    }

    package init(from decoder: any Decoder) throws {
        let numbers = try decoder.singleValueContainer().decode([Double].self)
        guard numbers.count == 4 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not four numbers"))
        }
        box = PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([box.x, box.y, box.width, box.height])
    }
}
