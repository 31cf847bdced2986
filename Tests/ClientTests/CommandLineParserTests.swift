import Client
import Documents
import Redaction
import Testing

@Suite struct CommandLineParserTests {
    static func parse(_ words: String...) throws -> Command {
        try CommandLineParser.parse(words.map { Array($0.utf8) })
    }

    static func cover(_ words: String...) throws -> CoverRequest {
        let all = ["cover", "a.jpg", "--output", "out"] + words
        guard case .cover(let request) = try CommandLineParser.parse(all.map { Array($0.utf8) }) else {
            throw ClientError.noCommand
        }
        return request
    }

    /// The error of a command line, nil where there is none.
    static func fault(_ words: [String]) -> ClientError? {
        do throws(ClientError) {
            _ = try CommandLineParser.parse(words.map { Array($0.utf8) })
            return nil
        } catch { return error }
    }

    @Test func `cover without options has the contract's defaults`() throws {
        let request = try Self.cover()
        #expect(request.settings == CoverSettings())
        #expect(request.settings.style == CoverStyle(kind: .mosaic, intensity: 50, colour: .black))
        #expect(request.inputs == [BytePath("a.jpg")] && request.output == BytePath("out"))
        #expect(!request.overwrite && request.report == nil && request.mode == OutputMode())
    }

    @Test func `every option of cover arrives where it belongs`() throws {
        let bar = try Self.cover(
            "--style=bar", "--intensity", "0", "--color", "#FF8000", "--show=3", "--show", "1", "--show", "3",
            "--timeline", "t.json", "--regions=r.json", "--audio", "drop", "--quality", "100", "--format", "avif",
            "--video", "hevc", "--names", "neutral", "--no-repair", "--overwrite", "--report", "r-out.json",
            "--engine", "opencv", "--threads", "3", "--json", "--quiet"
        )
        let style = CoverStyle(kind: .bar, intensity: 0, colour: RGBColour(red: 255, green: 128, blue: 0))
        #expect(
            bar.settings
                == CoverSettings(
                    style: style, show: .ids([1, 3]), audio: .drop, quality: 100, format: .avif, video: .hevc,
                    names: .neutral, repair: false, engine: .opencv))
        #expect(bar.timeline == BytePath("t.json") && bar.regions == BytePath("r.json"))
        #expect(bar.overwrite && bar.report == BytePath("r-out.json") && bar.threads == 3)
        #expect(bar.mode == OutputMode(json: true, quiet: true))
        #expect(try Self.cover("--style", "emoji", "--emoji", "👨‍👩‍👧").settings.style.emoji == "👨‍👩‍👧")
        #expect(try Self.cover("--style", "shape", "--shape", "heart").settings.style.shape == .heart)
        #expect(try Self.cover("--show", "all").settings.show == .all)
    }

    @Test func `the other commands are understood`() throws {
        #expect(try Self.parse("audit", "a", "b") == .audit([BytePath("a"), BytePath("b")], OutputMode()))
        #expect(try Self.parse("list", "--json") == .list(OutputMode(json: true)))
        #expect(try Self.parse("status", "j-1") == .status(job: "j-1", OutputMode()))
        #expect(try Self.parse("wait", "2", "1", "2") == .wait(jobs: ["2", "1"], OutputMode()))
        #expect(try Self.parse("cancel", "7") == .cancel(job: "7"))
        #expect(try Self.parse("retry", "7") == .retry(job: "7"))
        #expect(
            try Self.parse("profile", "7", "--trace", "t") == .profile(job: "7", trace: BytePath("t"), OutputMode()))
        #expect(try Self.parse("top") == .top)
        #expect(try Self.parse("doctor") == .doctor(OutputMode()))
        for action in SupervisorAction.allCases {
            #expect(try Self.parse("supervisor", action.rawValue) == .supervisor(action))
        }
        #expect(try Self.parse("--version") == .version)
        #expect(try Self.parse("help") == .help(nil))
        #expect(try Self.parse("help", "scan") == .help("scan"))
        #expect(try Self.parse("scan", "--help") == .help("scan"))
        guard case .submit(let request) = try Self.parse("submit", "a", "b", "-o", "out") else {
            Issue.record("not understood as submit")
            return
        }
        #expect(request.inputs.count == 2)
        guard case .scan(let scan) = try Self.parse("scan", "a.mp4", "--output", "t", "--sheet=s.jpg") else {
            Issue.record("not understood as scan")
            return
        }
        #expect(scan.input == BytePath("a.mp4") && scan.output == BytePath("t") && scan.sheet == BytePath("s.jpg"))
    }

    @Test func `after two dashes everything is a file`() throws {
        guard case .cover(let request) = try Self.parse("cover", "-o", "out", "--", "--style", "-x.jpg", "--") else {
            Issue.record("not understood as cover")
            return
        }
        #expect(request.inputs == [BytePath("--style"), BytePath("-x.jpg"), BytePath("--")])
    }

    @Test func `a file name need not be text`() throws {
        let name: [UInt8] = [0x2F, 0xFF, 0xFE]
        let words = [Array("cover".utf8), name, Array("--output=".utf8) + [0x80]]
        guard case .cover(let request) = try CommandLineParser.parse(words) else {
            Issue.record("not understood as cover")
            return
        }
        #expect(request.inputs == [BytePath(bytes: name)] && request.output == BytePath(bytes: [0x80]))
    }

    static let refused: [(words: String, needle: String)] = [
        ("", "no command"), ("cver a", "did you mean cover?"), ("zzzzzz", "no command \"zzzzzz\""),
        ("cover", "needs at least one photo"), ("cover a", "--output PATH"),
        ("cover a -o b --colour #000000", "did you mean --color?"), ("cover a -o b --zzzzz", "no option --zzzzz"),
        ("cover a -o b --style", "--style needs a value"), ("cover a -o b --style --json", "--style needs a value"),
        ("cover a -o b --style=", "--style needs a value"), ("cover a -o b --json=1", "--json takes no value"),
        ("cover a -o b --style pixel", "mosaic, gaussian, bar, emoji or shape"),
        ("cover a -o b --intensity 101", "0 to 100"), ("cover a -o b --intensity -1", "0 to 100"),
        ("cover a -o b --intensity +5", "0 to 100"), ("cover a -o b --intensity 5.5", "0 to 100"),
        ("cover a -o b --intensity 99999999999999999999", "0 to 100"),
        ("cover a -o b --quality 0", "1 to 100"), ("cover a -o b --threads 0", "1 to 1024"),
        ("cover a -o b --style bar --color red", "#1a2b3c"), ("cover a -o b --style bar --color #12345", "#1a2b3c"),
        ("cover a -o b --color #123456", "--style bar or --style shape"),
        ("cover a -o b --emoji x", "--style emoji"), ("cover a -o b --shape star", "--style shape"),
        ("cover a -o b --style shape --shape square", "ellipse"),
        ("cover a -o b --style emoji --emoji 123456789", "one to eight"),
        ("cover a -o b --show 0", "--show cannot be \"0\""), ("cover a -o b --show -1", "--show cannot be"),
        ("cover a -o b --show me", "--show cannot be"), ("cover a -o b --show all --show 1", "choose one"),
        ("cover a b -o c --show 1", "one input only"), ("cover a b -o c --show all", "one input only"),
        ("cover a b -o c --timeline t", "one input only"), ("cover a -o b --json --json", "given twice"),
        ("cover a -o b --style bar --style bar", "given twice"), ("cover a -o b --audio loud", "keep or drop"),
        ("cover a -o b --format gif", "same, jpeg"), ("cover a -o b --video vp9", "same, h264"),
        ("cover a -o b --names short", "keep or neutral"), ("cover a -o b --report b", "same file"),
        ("cover a -o b --report a", "would replace an input"), ("cover a -o t --timeline t", "would replace"),
        ("scan", "needs one photo"), ("scan a b", "one too many"), ("scan a --output a", "would replace the input"),
        ("scan a -o x --sheet x", "same file"), ("scan a --style bar", "scan has no option --style"),
        ("audit", "needs at least one file"), ("list x", "one too many"), ("status", "id of a job"),
        ("status a/b", "id of a job"), ("supervisor", "start, stop or status"),
        ("supervisor halt", "start, stop or status"), ("help nothing", "no command"), ("top --json", "no option"),
    ]

    @Test func `a usage error names the option and what it takes`() {
        for (words, needle) in Self.refused {
            let sentence = Self.fault(words.split(separator: " ").map(String.init))?.sentence
            #expect(sentence?.contains(needle) == true, "\(words): \(sentence ?? "accepted")")
        }
    }

    @Test func `a usage error is one line without control characters, and ends with 2`() throws {
        let evil = "\u{1B}[2J\n\u{202E}"
        for words in [[evil], ["cover", "a", "-o", "b", "--" + evil], ["cover", "a", "-o", "b", "--style", evil]] {
            let error = try #require(Self.fault(words))
            let steering = error.sentence.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }
            #expect(!steering && error.exitCode == .usage)
        }
    }

    @Test func `no words stop the parser`() {
        let pool = [
            "cover", "scan", "--", "-", "--output", "-o", "--show", "all", "1", "", "=", "--style=bar", "a", "-h",
        ]
        forEachSeedOfWords(pool) { words in
            if let fault = Self.fault(words) { #expect(!fault.sentence.isEmpty) }
        }
    }
}
