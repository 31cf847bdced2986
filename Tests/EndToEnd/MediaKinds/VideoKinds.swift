import TestSupport

extension MediaKind {
    /// A kind made from the base film by ffmpeg's words alone.
    static func film(
        _ group: String, _ name: String, _ file: String, _ words: [String], _ codec: String, _ sound: String = "aac",
        _ checks: Set<Check> = []
    ) -> MediaKind {
        let step: Set<Check> = sound.isEmpty ? [] : [.step]
        return MediaKind(
            group: group, name: name, file: file, fate: .video(codec, sound: sound),
            checks: step.union([.face]).union(checks)
        ) { kitchen, path in try kitchen.cook(words, to: path) }
    }

    static let containers: [MediaKind] = [
        film("Containers", "MP4", "mp4.mp4", Words.plain, "h264"),
        film("Containers", "MOV", "mov.mov", Words.plain, "h264"),
        film("Containers", "MKV", "mkv.mkv", Words.plain, "h264"),
        film("Containers", "WebM", "webm.webm", Words.vp9("yuv420p") + ["-c:a", "libopus"], "vp9", "opus"),
        film("Containers", "AVI", "avi.avi", Words.mpeg4 + ["-c:a", "libmp3lame"], "h264", "mp3"),
        film("Containers", "MPEG-TS", "ts.ts", Words.plain, "h264"),
        film(
            "Containers", "AVCHD (MTS)", "m2ts.mts", Words.plain + ["-mpegts_m2ts_mode", "1", "-f", "mpegts"], "h264"),
        film("Containers", "3GP", "3gp.3gp", Words.plain + ["-f", "3gp"], "h264"),
        film(
            "Containers", "MPEG-PS", "mpg.mpg",
            ["-r", "24", "-c:v", "mpeg2video", "-q:v", "2", "-pix_fmt", "yuv420p", "-c:a", "mp2"], "h264", "mp3",
            [.timesUnknown]),
        film("Containers", "FLV", "flv.flv", Words.plain, "h264"),
        film(
            "Containers", "WMV", "wmv.wmv", ["-c:v", "wmv2", "-q:v", "2", "-pix_fmt", "yuv420p", "-c:a", "wmav2"],
            "h264", "aac"),
        film(
            "Containers", "Ogg with Theora", "ogv.ogv",
            ["-c:v", "libtheora", "-q:v", "9", "-pix_fmt", "yuv420p", "-c:a", "libvorbis"], "h264", "aac"),
        film(
            "Containers", "MP4 in fragments", "fragments.mp4",
            Words.plain + ["-movflags", "+frag_keyframe+empty_moov"], "h264"),
    ]

    static let codecs: [MediaKind] = [
        film("Codecs", "H.264", "h264.mp4", Words.plain, "h264"),
        film("Codecs", "HEVC", "hevc.mp4", Words.hevc("yuv420p") + Words.aac, "hevc"),
        film(
            "Codecs", "VP8", "vp8.webm", ["-c:v", "libvpx", "-b:v", "3M", "-pix_fmt", "yuv420p", "-c:a", "libvorbis"],
            "vp9", "vorbis"),
        film("Codecs", "VP9", "vp9.webm", Words.vp9("yuv420p") + ["-an"], "vp9", ""),
        film("Codecs", "AV1", "av1.mp4", Words.av1("yuv420p") + Words.aac, "av1"),
        film("Codecs", "MPEG-4", "mpeg4.mp4", Words.mpeg4 + Words.aac, "h264"),
        film(
            "Codecs", "MJPEG", "mjpeg.avi",
            ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p", "-c:a", "pcm_s16le"], "h264", "aac"),
        film(
            "Codecs", "ProRes", "prores.mov", ["-c:v", "prores_ks", "-pix_fmt", "yuv422p10le", "-c:a", "pcm_s16le"],
            "h264", "pcm_s16le", [.samples("yuv422p10le")]),
    ]

    static let samples: [MediaKind] = [
        film(
            "Samples and colour", "H.264, 10 bit", "h264-10.mp4",
            ["-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p10le", "-an"], "h264", "", [.samples("yuv420p10le")]),
        film(
            "Samples and colour", "HEVC, 10 bit", "hevc-10.mp4", Words.hevc("yuv420p10le") + ["-an"], "hevc", "",
            [.samples("yuv420p10le")]),
        film(
            "Samples and colour", "VP9, 10 bit", "vp9-10.webm", Words.vp9("yuv420p10le") + ["-an"], "vp9", "",
            [.samples("yuv420p10le")]),
        film(
            "Samples and colour", "AV1, 10 bit", "av1-10.mp4", Words.av1("yuv420p10le") + ["-an"], "av1", "",
            [.samples("yuv420p10le")]),
        film(
            "Samples and colour", "4:2:2", "422.mp4", ["-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv422p", "-an"],
            "h264", "", [.samples("yuv422p")]),
        film(
            "Samples and colour", "4:2:2, 10 bit", "422-10.mp4",
            ["-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv422p10le", "-an"], "h264", "", [.samples("yuv422p10le")]),
        film(
            "Samples and colour", "4:4:4", "444.mp4", ["-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv444p", "-an"],
            "h264", "", [.samples("yuv444p")]),
        film(
            "Samples and colour", "full range", "full.mp4",
            [
                "-vf", "scale=out_range=full", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuvj420p", "-color_range",
                "pc", "-an",
            ], "h264", "", [.colour]),
        film(
            "Samples and colour", "BT.709 limited range", "709.mp4",
            [
                "-vf", "scale=out_color_matrix=bt709", "-colorspace", "bt709", "-color_primaries", "bt709",
                "-color_trc", "bt709", "-color_range", "tv",
            ] + Words.silent, "h264", "", [.colour]),
        film(
            "Samples and colour", "HDR: HLG", "hlg.mov",
            Words.hevc("yuv420p10le", ":colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc") + [
                "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc", "-an",
            ], "hevc", "", [.colour, .samples("yuv420p10le")]),
        film(
            "Samples and colour", "HDR: PQ with mastering data", "pq.mp4",
            Words.hevc("yuv420p10le", pq) + [
                "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-an",
            ], "hevc", "", [.colour, .light, .samples("yuv420p10le")]),
        film(
            "Samples and colour", "HDR: PQ in MKV", "pq.mkv",
            Words.hevc("yuv420p10le", pq).filter { $0 != "-tag:v" && $0 != "hvc1" } + [
                "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-an",
            ], "hevc", "", [.colour, .light]),
        film(
            "Samples and colour", "interlaced", "interlaced.mp4",
            ["-vf", "fps=24,tinterlace=interleave_top,setfield=tff", "-flags", "+ilme+ildct", "-x264-params", "tff=1"]
                + Words.silent, "h264", "", [.fields]),
    ]

    private static let pq =
        ":hdr10=1:repeat-headers=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400"

    static let shapes: [MediaKind] =
        [
            MediaKind(
                group: "Sizes and shapes", name: "pixels that are not square", file: "aspect.mp4",
                fate: .video("h264", sound: "")
            ) { kitchen, path in
                try kitchen.cook(["-vf", "scale=240:240,setsar=4/3"] + Words.silent, to: path)
            },
            film(
                "Sizes and shapes", "odd sizes, 4:4:4", "odd-444.mp4",
                ["-vf", "crop=319:239:0:0", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv444p", "-an"], "h264", "",
                [.samples("yuv444p")]),
            film(
                "Sizes and shapes", "odd sizes, 4:2:0", "odd-420.webm",
                ["-vf", "crop=319:239:0:0"] + Words.vp9("yuv420p") + ["-an"], "vp9", ""),
            MediaKind(group: "Sizes and shapes", name: "16 x 16", file: "tiny.mp4", fate: .video("h264", sound: "")) {
                kitchen, path in
                try kitchen.cook(["-vf", "scale=16:16"] + Words.silent, to: path)
            },
            MediaKind(group: "Sizes and shapes", name: "8K", file: "8k.mp4", fate: .video("h264", sound: "")) {
                kitchen, path in
                try Tool.ffmpeg([
                    "-loop", "1", "-framerate", "2", "-t", "1", "-i", kitchen.photo, "-vf", "scale=7680:4320", "-c:v",
                    "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", path,
                ])
            },
        ]
        + Matrix.all.map { matrix in
            MediaKind(
                group: "Sizes and shapes", name: "display matrix: \(matrix.name)", file: "matrix-\(matrix.place).mp4",
                fate: .video("h264", sound: ""), checks: [.face]
            ) { kitchen, path in
                try kitchen.cook(["-vf", matrix.undone] + Words.silent, to: path)
                try kitchen.write(try matrix.put(into: try kitchen.bytes(path)), to: path)
            }
        }

    static let times: [MediaKind] = [
        film(
            "Times", "varying frame rate", "vfr.mp4",
            [
                "-vf", "setpts='PTS+if(gt(N,3),0.13/TB,0)+if(gt(N,7),0.31/TB,0)'", "-fps_mode", "vfr",
                "-video_track_timescale", "90000",
            ] + Words.plain, "h264"),
        MediaKind(group: "Times", name: "240 frames a second", file: "240.mp4", fate: .video("h264", sound: "")) {
            kitchen, path in
            try Tool.ffmpeg(
                ["-loop", "1", "-framerate", "240", "-t", "0.2", "-i", kitchen.photo, "-vf", "scale=320:240"]
                    + Words.silent + [path])
        },
        MediaKind(
            group: "Times", name: "edit list: start cut off", file: "edit.mp4", fate: .video("h264", sound: "aac"),
            checks: [.step]
        ) { kitchen, path in
            let whole = kitchen.folder + "/whole.mp4"
            try Tool.ffmpeg(["-i", kitchen.longFilm, "-g", "12", "-bf", "2"] + Words.plain + [whole])
            try Tool.ffmpeg(["-ss", "1.2", "-i", whole, "-c", "copy", path])
        },
        MediaKind(
            group: "Times", name: "sound starts later", file: "late-sound.mp4", fate: .video("h264", sound: "aac"),
            checks: [.face, .step]
        ) { kitchen, path in
            try Tool.ffmpeg(
                ["-itsoffset", "0.5", "-i", kitchen.film, "-i", kitchen.film, "-map", "1:v", "-map", "0:a"]
                    + Words.plain + [path])
        },
        MediaKind(
            group: "Times", name: "picture starts later", file: "late-picture.mp4", fate: .video("h264", sound: "aac"),
            checks: [.face, .step]
        ) { kitchen, path in
            try Tool.ffmpeg(
                ["-itsoffset", "0.4", "-i", kitchen.film, "-i", kitchen.film, "-map", "0:v", "-map", "1:a"]
                    + Words.plain + [path])
        },
        film("Times", "one frame", "one.mp4", ["-frames:v", "1"] + Words.silent, "h264", ""),
        film(
            "Times", "open GOP", "open-gop.mp4", Words.plain + ["-x264-params", "open-gop=1:keyint=6:bframes=3"], "h264"
        ),
        MediaKind(
            group: "Times", name: "recording that starts between keyframes", file: "mid-gop.ts",
            fate: .video("h264", sound: "aac"), checks: [.step]
        ) { kitchen, path in
            let whole = kitchen.folder + "/gop.ts"
            try Tool.ffmpeg(["-i", kitchen.longFilm, "-g", "12", "-bf", "2"] + Words.plain + [whole])
            try Tool.ffmpeg(["-ss", "0.7", "-i", whole, "-c", "copy", path])
        },
    ]
}
