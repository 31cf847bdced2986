import Foundation
import TestSupport

/// Questions to ffprobe, ffmpeg and vips about one file.
enum Probe {
    private static func ask(_ what: [String], _ path: String) throws -> [String] {
        try Tool.text("ffprobe", ["-v", "error"] + what + ["-of", "default=nw=1:nk=1", path])
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Times of the shown frames, from the first on.
    static func times(_ path: String) throws -> [Double] {
        let times = try absoluteTimes(path)
        return times.map { $0 - (times.first ?? 0) }
    }

    private static func absoluteTimes(_ path: String) throws -> [Double] {
        try ask(["-select_streams", "V:0", "-show_entries", "frame=best_effort_timestamp_time"], path).compactMap(
            Double.init)
    }

    static func facts(_ path: String) throws -> (codec: String, samples: String, colour: [String]) {
        let text = try Tool.text(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "V:0", "-show_entries",
                "stream=codec_name,pix_fmt,color_range,color_space,color_transfer,color_primaries", "-of",
                "default=nw=1", path,
            ])
        var facts: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2, facts[parts[0]] == nil { facts[parts[0]] = parts[1] }
        }
        let colour = ["color_primaries", "color_transfer", "color_space", "color_range"].map { facts[$0] ?? "" }
        return (facts["codec_name"] ?? "", facts["pix_fmt"] ?? "", colour)
    }

    /// The codec of the sound that is kept, empty without sound.
    static func sound(_ path: String) throws -> String {
        let name = try ask(["-select_streams", "a:0", "-show_entries", "stream=codec_name"], path).first ?? ""
        // MP4 calls both layers of MPEG audio the same.
        return name == "mp2" ? "mp3" : name
    }

    /// Whether the first frame is made of fields, and which is first.
    static func fields(_ path: String) throws -> String {
        try ask(
            [
                "-select_streams", "V:0", "-show_entries", "frame=interlaced_frame,top_field_first", "-read_intervals",
                "%+#1",
            ], path
        ).prefix(2).joined(separator: " ")
    }

    /// Start and end of the loud part, seconds after the first frame is shown.
    static func tone(_ path: String) throws -> [Double] {
        let rate = 8000
        let samples = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-copyts", "-i", path, "-map", "0:a:0", "-af",
                "aresample=\(rate):async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-",
            ])
        let start = try absoluteTimes(path).first ?? 0
        let loud = stride(from: 0, to: samples.count - 1, by: 2).filter { at in
            abs(Int(Int16(truncatingIfNeeded: Int(samples[at]) | Int(samples[at + 1]) << 8))) > 4000
        }
        guard let first = loud.first, let last = loud.last else { return [] }
        return [first, last].map { Double($0 / 2) / Double(rate) - start }
    }

    /// What is said of the mastering display and the content's light.
    static func light(_ path: String) throws -> [String] {
        let text = try Tool.text(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "V:0", "-show_entries",
                "stream_side_data:frame=side_data_list:frame_side_data", "-read_intervals", "%+#1", "-of",
                "default=nw=1", path,
            ])
        let names = [
            "red_x", "red_y", "green_x", "green_y", "blue_x", "blue_y", "white_point_x", "white_point_y",
            "min_luminance", "max_luminance", "max_content", "max_average",
        ]
        var found: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, names.contains(parts[0]) else { continue }
            // Ratios are reduced or not; their value counts.
            let ratio = parts[1].split(separator: "/").compactMap { Double($0) }
            let value = ratio.count == 2 ? ratio[0] / ratio[1] : ratio.first ?? -1
            found[parts[0]] = "\((value * 10_000).rounded() / 10_000)"
        }
        return names.map { "\($0)=\(found[$0] ?? "")" }
    }

    static func header(_ path: String, _ field: String) throws -> String {
        try Tool.text("vipsheader", ["-f", field, path]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// libvips's name of the samples: `UCHAR`, `USHORT`.
    static func format(_ path: String) throws -> String {
        String(try header(path, "format").split(separator: "_").last ?? "").filter { $0 != ")" }
    }

    /// Frames, delays and loops of an animation.
    static func animation(_ path: String) throws -> String {
        try ["n-pages", "delay", "loop", "page-height"].map {
            try Tool.text("vipsheader", ["-f", $0, path + "[n=-1]"]).trimmingCharacters(in: .whitespacesAndNewlines)
        }.joined(separator: "; ")
    }
}
