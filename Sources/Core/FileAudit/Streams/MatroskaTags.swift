/// The tags of a Matroska file: their names decide.
enum MatroskaTags {
    /// What muxers write about the lengths of tracks: it can be counted anyway.
    private static let statistics: Set<String> = [
        "DURATION", "BPS", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "_STATISTICS_TAGS", "SOURCE_ID",
    ]

    static func note(_ region: Region) {
        EBML.each(in: region) { tag in
            guard tag.id == 0x7373 else { return true }
            EBML.each(in: tag.body) { simple in
                if simple.id == 0x67C8 { noteSimple(simple.body, depth: 0) }
                return true
            }
            return true
        }
    }

    private static func noteSimple(_ body: Region, depth: Int) {
        EBML.each(in: body) { field in
            if field.id == 0x45A3 {
                let name = String(decoding: field.body.bytes(0, 256).prefix { $0 != 0 }, as: UTF8.self)
                if !statistics.contains(name) {
                    field.body.note(MetadataKeys.code(name.lowercased()) ?? .movieText, "tag")
                }
            }
            if field.id == 0x67C8, depth < 8 { noteSimple(field.body, depth: depth + 1) }
            return true
        }
    }
}
