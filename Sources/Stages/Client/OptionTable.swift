/// Every option there is, by the names of the interface contract.
enum OptionTable {
    static let output = OptionSpec(
        "--output", short: "-o", value: "PATH", allowed: "a folder, or for one input file a file name",
        "where results go: a folder, or for one input file a file name"
    )
    static let overwrite = OptionSpec("--overwrite", "replace outputs that exist already (they are left alone)")
    static let json = OptionSpec("--json", "JSON on standard output, one object a line; words on standard error")
    static let quiet = OptionSpec("--quiet", "show no progress")
    static let engine = OptionSpec(
        "--engine", value: "NAME", allowed: "automatic, openvino or opencv",
        "what runs the detector: automatic, openvino, opencv (automatic)"
    )
    static let threads = OptionSpec(
        "--threads", value: "NUMBER", allowed: "a whole number from 1 to 1024",
        "most processor threads to keep busy (as many as there are)"
    )

    static let frameMemory = OptionSpec(
        "--frame-memory", value: "MIB", allowed: "a whole number from 16 to 1048576",
        "memory for frames on their way, in MiB, where this command starts a supervisor of its own (192)"
    )

    static let look = [
        OptionSpec(
            "--style", value: "NAME", allowed: "mosaic, gaussian, bar, emoji or shape",
            "how a face is covered: mosaic, gaussian, bar, emoji, shape (mosaic)"
        ),
        OptionSpec(
            "--intensity", value: "0...100", allowed: "a whole number from 0 to 100",
            "strength; 0 is the weakest that is still safe (50)"
        ),
        OptionSpec(
            "--color", value: "#RRGGBB", allowed: "a colour such as #1a2b3c", "fill of bar and shape (#000000)"
        ),
        OptionSpec(
            "--emoji", value: "STRING", allowed: "one to eight printable characters", "which emoji, with --style emoji"
        ),
        OptionSpec(
            "--shape", value: "NAME", allowed: "ellipse, circle, rounded, star or heart",
            "which shape, with --style shape: ellipse, circle, rounded, star, heart (ellipse)"
        ),
    ]

    static let selection = [
        OptionSpec(
            "--show", value: "ID|all", allowed: "the number of a face from scan, or all", repeats: true,
            "let this face be seen; again for more; one input only (nobody)"
        ),
        OptionSpec(
            "--timeline", value: "FILE", allowed: "a timeline file from scan",
            "use this reviewed timeline instead of analysing; one input only"
        ),
        OptionSpec(
            "--regions", value: "FILE", allowed: "a regions file", "areas to cover in any case, from a file"
        ),
    ]

    static let result = [
        OptionSpec("--audio", value: "keep|drop", allowed: "keep or drop", "what becomes of the sound (keep)"),
        OptionSpec(
            "--quality", value: "1...100", allowed: "a whole number from 1 to 100",
            "quality of the output (visually lossless)"
        ),
        OptionSpec(
            "--format", value: "NAME", allowed: "same, jpeg, png, webp, tiff, heic or avif",
            "format of photos: same, jpeg, png, webp, tiff, heic, avif (same)"
        ),
        OptionSpec(
            "--video", value: "NAME", allowed: "same, h264, hevc or av1",
            "codec of videos: same, h264, hevc, av1 (same)"
        ),
        OptionSpec(
            "--names", value: "keep|neutral", allowed: "keep or neutral",
            "neutral: sf-0001 and so on, without folders, for names that tell who or when (keep)"
        ),
        OptionSpec("--no-repair", "block at once where verification finds a face, instead of covering it"),
        overwrite,
        OptionSpec(
            "--report", value: "FILE", allowed: "a file name",
            "write a report, as JSON or as a page where FILE ends in .html"),
    ]

    static let cover = [output] + look + selection + result + [engine, threads, frameMemory, json, quiet]
    static let scan = [
        OptionSpec(
            "--output", short: "-o", value: "FILE", allowed: "a file name", "write the timeline to this file"),
        OptionSpec("--sheet", value: "FILE", allowed: "a file name", "write a picture that shows each face and its id"),
        overwrite, engine, threads, frameMemory, json, quiet,
    ]
    static let trace = OptionSpec(
        "--trace", value: "FILE", allowed: "a file name", "write Chrome trace-event JSON to this file"
    )
}
