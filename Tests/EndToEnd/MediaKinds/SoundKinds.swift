import TestSupport

extension MediaKind {
    private static func sound(
        _ name: String, _ file: String, _ words: [String], _ result: String, _ video: [String] = Words.h264
    ) -> MediaKind { film("Sound", name, file, video + words, "h264", result) }

    static let sounds: [MediaKind] = [
        sound("none", "silent.mp4", ["-an"], ""),
        sound("PCM in MOV", "pcm.mov", ["-c:a", "pcm_s16le"], "pcm_s16le"),
        sound("PCM, 24 bit, in MKV", "pcm.mkv", ["-c:a", "pcm_s24le"], "pcm_s24le"),
        sound("PCM in AVI", "pcm.avi", ["-c:a", "pcm_s16le"], "aac", Words.mpeg4),
        sound("telephone PCM in MOV", "mulaw.mov", ["-c:a", "pcm_mulaw", "-ar", "8000"], "pcm_mulaw"),
        sound("ADPCM in AVI", "adpcm.avi", ["-c:a", "adpcm_ms"], "aac", Words.mpeg4),
        sound("FLAC in MKV", "flac.mkv", ["-c:a", "flac"], "flac"),
        sound("FLAC in MP4", "flac.mp4", ["-c:a", "flac", "-strict", "-2"], "flac"),
        sound("ALAC", "alac.mov", ["-c:a", "alac"], "alac"),
        sound("Opus in MKV", "opus.mkv", ["-c:a", "libopus"], "opus"),
        sound("Opus in MP4", "opus.mp4", ["-c:a", "libopus"], "opus"),
        sound("MP3", "mp3.mp4", ["-c:a", "libmp3lame"], "mp3"),
        sound("Vorbis in MKV", "vorbis.mkv", ["-c:a", "libvorbis"], "vorbis"),
        film(
            "Sound", "Vorbis in Ogg", "vorbis.ogv",
            ["-c:v", "libtheora", "-q:v", "9", "-pix_fmt", "yuv420p", "-c:a", "libvorbis", "-ar", "22050"], "h264",
            "aac"),
        sound("AC-3", "ac3.mp4", ["-c:a", "ac3"], "ac3"),
        sound("E-AC-3", "eac3.mkv", ["-c:a", "eac3"], "eac3"),
        sound("DTS", "dts.mkv", ["-c:a", "dca", "-strict", "-2", "-ar", "48000"], "dts"),
        sound(
            "AC-3 5.1 in MPEG-TS", "surround.ts",
            ["-af", "pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0", "-c:a", "ac3"], "ac3"),
        MediaKind(
            group: "Sound", name: "several tracks (the first is kept)", file: "two.mp4",
            fate: .video("h264", sound: "aac"), checks: [.face, .step]
        ) { kitchen, path in
            try kitchen.cook(
                ["-map", "0:v", "-map", "0:a", "-map", "1:a"] + Words.plain, to: path, more: ["-i", kitchen.film])
        },
        sound("as the first stream", "first.mp4", ["-map", "0:a", "-map", "0:v"] + Words.aac, "aac"),
    ]

    static let oddities: [MediaKind] = [
        MediaKind(
            group: "Odd files", name: "cover art as the first stream", file: "cover.mp4",
            fate: .video("h264", sound: "aac"), checks: [.step, .timesUnknown]
        ) { kitchen, path in
            try kitchen.cook(
                [
                    "-map", "1:v", "-map", "0:v", "-map", "0:a", "-c:v:0", "mjpeg", "-c:v:1", "libx264", "-crf", "18",
                    "-pix_fmt:v:1", "yuv420p", "-c:a", "aac", "-disposition:v:0", "attached_pic",
                ], to: path, more: ["-i", kitchen.photo])
        },
        MediaKind(
            group: "Odd files", name: "AVI without its index", file: "no-index.avi", fate: .video("h264", sound: "mp3"),
            checks: [.face]
        ) { kitchen, path in
            try kitchen.cook(Words.mpeg4 + ["-c:a", "libmp3lame"], to: path)
            let whole = try kitchen.bytes(path)
            let mark = Array("idx1".utf8)
            guard let at = whole.indices.last(where: { whole[$0...].starts(with: mark) }) else {
                throw TestFault("no index")
            }
            try kitchen.write(whole[..<at], to: path)
        },
        cut(
            "MP4 cut off, index in front", "cut.mp4", Words.plain + ["-movflags", "+faststart"],
            .video("h264", sound: "aac")),
        cut("MKV cut off", "cut.mkv", Words.plain, .video("h264", sound: "aac")),
        cut("AVI cut off", "cut.avi", Words.mpeg4 + ["-g", "12", "-c:a", "libmp3lame"], .video("h264", sound: "mp3")),
        cut("MPEG-TS cut off", "cut.ts", Words.plain, .video("h264", sound: "aac")),
        cut("MP4 cut off, index at the end", "no-moov.mp4", Words.plain, .refused("unreadable", "index")),
        MediaKind(
            group: "Odd files", name: "picture that changes its size", file: "changing.ts",
            fate: .refused("unsupported", "changes its size")
        ) { kitchen, path in
            let (one, two) = (kitchen.folder + "/one.ts", kitchen.folder + "/two.ts")
            try kitchen.cook(Words.silent + ["-f", "mpegts"], to: one)
            try kitchen.cook(
                ["-vf", "scale=352:288"] + Words.silent + ["-output_ts_offset", "1", "-f", "mpegts"], to: two)
            try kitchen.write(try kitchen.bytes(one) + kitchen.bytes(two), to: path)
        },
        MediaKind(
            group: "Odd files", name: "encrypted", file: "encrypted.mp4", fate: .refused("unsupported", "encrypted")
        ) { kitchen, path in
            try kitchen.cook(
                Words.plain + [
                    "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb",
                    "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
                ], to: path)
        },
        MediaKind(
            group: "Odd files", name: "video without a picture", file: "sound-only.mp4",
            fate: .refused("unsupported", "no moving picture")
        ) { kitchen, path in
            try kitchen.cook(["-vn"] + Words.aac, to: path)
        },
        MediaKind(group: "Odd files", name: "empty file", file: "empty.mp4", fate: .refused("unreadable", "empty")) {
            kitchen, path in
            try kitchen.write([], to: path)
        },
    ]

    /// A film of three seconds that ends after four fifths of its bytes.
    private static func cut(_ name: String, _ file: String, _ words: [String], _ fate: Fate) -> MediaKind {
        MediaKind(group: "Odd files", name: name, file: file, fate: fate, checks: [.timesUnknown]) { kitchen, path in
            let whole = kitchen.folder + "/whole-" + file
            try Tool.ffmpeg(["-i", kitchen.longFilm, "-g", "12"] + words + [whole])
            try kitchen.cut(whole, to: 0.8, as: path)
        }
    }
}
