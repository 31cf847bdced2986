import TimelineCore

/// The regions file: areas that a person marked, always covered.
package struct RegionsDocument: Hashable, Sendable, Codable {
    package let version: Int
    package var regions: [RegionEntry]

    package init(regions: [RegionEntry]) {
        version = 1
        self.regions = regions
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try DocumentCoding.requireVersion1(container, .version, .regions)
        regions = try container.decode([RegionEntry].self, forKey: .regions)
    }

    /// Reads and checks a regions file.
    ///
    /// - Throws: ``DocumentError``, each a sentence that names the region.
    package static func read(_ bytes: [UInt8]) throws(DocumentError) -> RegionsDocument {
        let document = try DocumentCoding.decode(RegionsDocument.self, from: bytes, as: .regions)
        try RegionEntry.check(document.regions, as: .regions)
        return document
    }

    /// The regions for a picture of this size.
    ///
    /// - Throws: ``DocumentError/invalid(_:_:)`` for a region that never meets the picture.
    package func regions(in size: PixelSize) throws(DocumentError) -> [ManualRegion] {
        try RegionEntry.checkReach(regions, size: size, as: .regions)
        return regions.map(\.region)
    }

    /// The file's bytes.
    package func encoded() throws(DocumentError) -> [UInt8] {
        try DocumentCoding.encodeIndented(self, as: .regions)
    }
}
