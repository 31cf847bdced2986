import Wire

/// Names by audit code what a source held and its output does not.
///
/// Codes: Protocols/audit-codes.md. The decoder names what it found in either file; tags of films by their key.
enum RemovedCodes {
    /// What of the source's is not in the output; sorted.
    static func list(source: Medium, output: Medium?) -> [String] {
        Set(source.leftBehind.compactMap(code)).subtracting((output?.leftBehind ?? []).compactMap(code)).sorted()
    }

    /// The audit code for what a decoder names; nil for what says nothing about anybody.
    static func code(_ found: String) -> String? {
        let parts = found.split(separator: ".", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("tag", 2): return tag(parts[1].lowercased())
        case ("stream", 2): return stream(String(parts[1].prefix { $0 != "." }))
        case ("chapters", 1): return "movie.chapters"
        default: return found
        }
    }

    private static func stream(_ kind: String) -> String {
        switch kind {
        case "video": "movie.extra-video"
        case "audio": "movie.extra-audio"
        case "subtitle": "movie.subtitles"
        case "coverArt": "movie.cover-art"
        case "attachment": "movie.attachment"
        default: "movie.data-track"
        }
    }

    /// Keys as FFmpeg gives them, lower case, and the words that tell what stands behind a maker's own.
    private static func tag(_ key: String) -> String? {
        let plain = [
            "major_brand", "minor_version", "compatible_brands", "language", "duration", "bps", "number_of_frames",
            "number_of_bytes", "_statistics_tags", "rotate",
        ]
        // Matroska names a language behind its statistics.
        let base = String(key.prefix { $0 != "-" })
        if plain.contains(key) || plain.contains(base) { return nil }
        let words = [
            (["location", "gps", "iso6709", "place"], "movie.gps"), (["timecode"], "movie.timecode"),
            (["content.identifier"], "movie.content-id"), (["date", "time", "year"], "movie.date"),
            (["make", "model", "device", "camera", "serial"], "movie.device"),
            (["artist", "author", "copyright", "performer", "composer", "director", "owner"], "movie.owner"),
            (["handler", "vendor"], "movie.handler-name"),
            (["encoder", "software", "encoding", "encoded", "writing_app", "android.version"], "movie.software"),
            (["title", "comment", "description", "synopsis", "keywords", "album", "genre", "lyrics"], "movie.text"),
        ]
        return words.first { $0.0.contains { key.contains($0) } }?.1 ?? "movie.user-data"
    }
}
