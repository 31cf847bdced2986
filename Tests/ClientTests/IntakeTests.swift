import Client
import Documents
import Glibc
import TestSupport
import Testing

@Suite struct IntakeTests {
    let tree: TemporaryTree

    init() throws { tree = try TemporaryTree() }

    private func names(_ intake: Intake) -> [String] {
        intake.items.map { String(decoding: $0.relative.bytes, as: UTF8.self) }
    }

    private func codes(_ intake: Intake) -> [String: ItemCode] {
        intake.leftOut.reduce(into: [:]) { $0[String(decoding: $1.path.lastComponent, as: UTF8.self)] = $1.code }
    }

    @Test func `a folder is searched in order of bytes, its tree kept`() throws {
        for name in ["in/b.jpg", "in/a/z.PNG", "in/a/y.mp4", "in/B.jpeg", "in/é.jpg"] {
            try tree.file(name, Sample.jpeg)
        }
        let intake = try Intake(inputs: [tree.root.appending(BytePath("in"))], outputFolder: nil)
        #expect(names(intake) == ["B.jpeg", "a/y.mp4", "a/z.PNG", "b.jpg", "é.jpg"])
        #expect(intake.leftOut.isEmpty)
    }

    @Test func `what is no media is left out, each with its reason`() throws {
        try tree.file("in/a.jpg", Sample.jpeg)
        try tree.file("in/._a.jpg", Sample.jpeg)
        try tree.file("in/.hidden.jpg", Sample.jpeg)
        try tree.file("in/.git/b.jpg", Sample.jpeg)
        try tree.file("in/notes.txt", Sample.text)
        try tree.file("in/code.ts", Sample.text)
        try tree.file("in/song.m4a", Sample.mp4)
        try tree.pipe("in/pipe.jpg")
        let intake = try Intake(inputs: [tree.root.appending(BytePath("in"))], outputFolder: nil)
        #expect(names(intake) == ["a.jpg"])
        #expect(
            codes(intake) == [
                "._a.jpg": .sideFile, ".hidden.jpg": .hidden, ".git": .hidden, "notes.txt": .notMedia,
                "code.ts": .notMedia, "song.m4a": .notMedia, "pipe.jpg": .notAFile,
            ])
        #expect(intake.leftOut.allSatisfy { $0.state == .skipped && !$0.reason.isEmpty })
    }

    @Test func `content makes a file an item, and so does a name`() throws {
        try tree.file("in/IMG_0001", Sample.jpeg)
        try tree.file("in/clip.dat", Sample.mp4)
        try tree.file("in/lies.jpg", Sample.text)
        try tree.file("in/empty.mp4")
        let intake = try Intake(inputs: [tree.root.appending(BytePath("in"))], outputFolder: nil)
        #expect(names(intake) == ["IMG_0001", "clip.dat", "empty.mp4", "lies.jpg"])
        #expect(intake.items.map(\.format) == [.jpeg, .mp4, .mp4, .jpeg])
    }

    @Test func `a link in a searched folder is not followed, a named one is`() throws {
        try tree.file("secret/a.jpg", Sample.jpeg)
        try tree.folder("in")
        try tree.link("in/out", to: "../secret")
        try tree.link("in/loop", to: ".")
        try tree.link("in/b.jpg", to: "../secret/a.jpg")
        try tree.link("named.jpg", to: "secret/a.jpg")
        let intake = try Intake(
            inputs: [tree.root.appending(BytePath("in")), tree.root.appending(BytePath("named.jpg"))],
            outputFolder: nil
        )
        #expect(names(intake) == ["named.jpg"])
        #expect(codes(intake) == ["out": .symbolicLink, "loop": .symbolicLink, "b.jpg": .symbolicLink])
    }

    @Test func `a named file is always an item`() throws {
        let inputs = [try tree.file(".hidden.jpg", Sample.jpeg), try tree.file("notes.txt", Sample.text)]
        #expect(names(try Intake(inputs: inputs, outputFolder: nil)) == [".hidden.jpg", "notes.txt"])
    }

    @Test func `the folder for the results is not searched`() throws {
        try tree.file("in/a.jpg", Sample.jpeg)
        try tree.file("in/out/a.jpg", Sample.jpeg)
        let output = try #require(try OutputPlan.folder(of: tree.root.appending(BytePath("in/out"))))
        let intake = try Intake(inputs: [tree.root.appending(BytePath("in"))], outputFolder: output)
        #expect(names(intake) == ["a.jpg"])
        #expect(codes(intake) == ["out": .outputFolder])
    }

    @Test func `an input that is not there, or is no file, is refused before any work`() throws {
        let missing = tree.root.appending(BytePath("no.jpg"))
        #expect(throws: ClientError.noSuchInput(missing)) { try Intake(inputs: [missing], outputFolder: nil) }
        try tree.pipe("pipe")
        let pipe = tree.root.appending(BytePath("pipe"))
        #expect(throws: ClientError.inputNotAFile(pipe)) { try Intake(inputs: [pipe], outputFolder: nil) }
        let empty = try tree.folder("empty")
        #expect(throws: ClientError.nothingFound(empty)) { try Intake(inputs: [empty], outputFolder: nil) }
    }

    @Test func `names that are not text are kept byte for byte`() throws {
        let name: [UInt8] = Array("in/".utf8) + [0xFF, 0x0A, 0x80] + Array(".jpg".utf8)
        let path = try tree.file(name, Sample.jpeg)
        let intake = try Intake(inputs: [tree.root.appending(BytePath("in"))], outputFolder: nil)
        #expect(intake.items.map(\.path) == [path])
    }

    @Test(.enabled(if: geteuid() != 0, "root may read every folder"))
    func `a folder that cannot be read is a failure, not a silence`() throws {
        try tree.file("in/a.jpg", Sample.jpeg)
        let closed = try tree.folder("in/closed")
        chmod(closed.description, 0)
        defer { chmod(closed.description, 0o700) }
        let intake = try Intake(inputs: [tree.root.appending(BytePath("in"))], outputFolder: nil)
        #expect(intake.leftOut.map(\.state) == [.failed])
    }

    @Test func `a folder too deep is a failure, not a crash`() throws {
        try tree.file("in/" + String(repeating: "d/", count: 210) + "a.jpg", Sample.jpeg)
        let intake = try Intake(inputs: [tree.root.appending(BytePath("in"))], outputFolder: nil)
        #expect(intake.items.isEmpty && intake.leftOut.map(\.state) == [.failed])
    }
}

@Suite struct MediaFormatTests {
    @Test func `content is known by its first bytes`() {
        let cases: [([UInt8], MediaFormat?)] = [
            (Sample.jpeg, .jpeg), (Sample.png, .png), (Sample.mp4, .mp4), (Sample.mov, .mov), (Sample.heic, .heic),
            (Sample.box("mif1", ["mif1", "avif"]), .avif), (Sample.box("avif", []), .avif),
            (Sample.box("M4A ", ["isom"]), nil), (Sample.box("3gp5", []), .threeGP), (Sample.text, nil), ([], nil),
            (Array("BM, said the text".utf8), nil), (Array("RIFF0000WEBP".utf8), .webp),
            (Array("RIFF0000AVI ".utf8), .avi), (Array("RIFF0000WAVE".utf8), nil),
            (Array("OggS then vorbis".utf8), nil),
            ([0x1A, 0x45, 0xDF, 0xA3] + Array("....webm".utf8), .webm), ([0x1A, 0x45, 0xDF, 0xA3], .matroska),
            ([0, 0, 0, 8] + Array("wide".utf8), .mov), (Array("xxxxfree text".utf8), nil),
        ]
        for (bytes, format) in cases { #expect(MediaFormat(content: bytes) == format, "\(bytes)") }
    }

    @Test func `no bytes stop the look at content`() {
        forEachSeed(0..<2000) { _, random in
            var bytes = [Sample.mp4, Sample.heic, Sample.jpeg, []].randomElement(using: &random) ?? []
            bytes += (0..<Int.random(in: 0...24, using: &random)).map { _ in .random(in: 0...255, using: &random) }
            if !bytes.isEmpty { bytes[Int.random(in: 0..<bytes.count, using: &random)] = 0xFF }
            bytes.removeLast(min(bytes.count, Int.random(in: 0...20, using: &random)))
            _ = MediaFormat(content: bytes)
        }
    }

    @Test func `no extension stands for two formats`() {
        let all = MediaFormat.allCases.flatMap(\.extensions)
        #expect(Set(all).count == all.count)
        for format in MediaFormat.allCases {
            for name in format.extensions {
                #expect(MediaFormat(fileExtension: Array(name.uppercased().utf8)) == format)
            }
        }
    }
}
