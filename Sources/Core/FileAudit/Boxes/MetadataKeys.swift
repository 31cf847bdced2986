/// What the names of metadata keys stand for, in QuickTime, Matroska and elsewhere; a part of the name decides.
enum MetadataKeys {
    private static let parts: [(AuditCode, [String])] = [
        (.movieHandlerName, ["handler"]),
        (.movieContentID, ["content.identifier", "live-photo", "still-image"]),
        (.movieGPS, ["location", "gps", "geo", "latitude", "longitude", "iso6709"]),
        (
            .movieSoftware,
            ["software", "encoder", "encoded_by", "encoding", "writing", "muxing", "toolkit", "vendor", "brand"]
        ),
        (
            .movieDevice,
            ["make", "model", "manufacturer", "android", "device", "serial", "camera", "lens", "firmware", "samsung"]
        ),
        (.movieDate, ["date", "time", "year"]),
        (.movieOwner, ["author", "artist", "director", "producer", "publisher", "copyright", "creator", "owner"]),
        (.movieCoverArt, ["artwork", "cover", "thumbnail", "picture"]),
    ]

    /// - Parameter name: in lower case.
    static func code(_ name: String) -> AuditCode? {
        // "quicktime" would be taken for a time.
        let prefix = "com.apple.quicktime."
        let bytes = Array(name.utf8.dropFirst(name.hasPrefix(prefix) ? prefix.utf8.count : 0))
        return parts.first { $0.1.contains { contains(bytes, Array($0.utf8)) } }?.0
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }
}
