import Platform
import Testing

@Suite struct JobPathTests {
    @Test(arguments: [
        ("/a/b/c.mp4", "/a/b", "c.mp4", "c", "mp4"),
        ("c.mp4", ".", "c.mp4", "c", "mp4"),
        ("/c", "/", "c", "c", ""),
        ("/", "/", "/", "/", ""),
        ("a//b//", "a", "b", "b", ""),
        ("a/.hidden", "a", ".hidden", ".hidden", ""),
        ("a/b.tar.gz", "a", "b.tar.gz", "b.tar", "gz"),
        ("a/b.", "a", "b.", "b", ""),
        ("../x", "..", "x", "x", ""),
    ])
    func `a path splits into directory, name, stem and extension`(
        path: String, parent: String, name: String, stem: String, ending: String
    ) {
        let path = JobPath(path)
        #expect(path.parent == JobPath(parent))
        #expect(path.lastComponent == JobPath(name))
        #expect(path.stem == JobPath(stem))
        #expect(path.extension == JobPath(ending))
    }

    @Test func `appending puts exactly one slash between`() {
        #expect(JobPath("/a").appending("b") == "/a/b")
        #expect(JobPath("/a/").appending("b") == "/a/b")
        #expect(JobPath("/").appending("b") == "/b")
    }

    @Test func `a path with a zero byte is refused before C can cut it short`() {
        let path = JobPath(bytes: Array("/etc/passwd".utf8) + [0] + Array(".jpg".utf8))
        #expect(throws: PlatformError.malformedPath(path)) { try FileSystem.openReadOnly(path) }
        #expect(throws: PlatformError.malformedPath("")) { try FileSystem.openReadOnly("") }
    }

    @Test func `a name that is not UTF-8 goes to the disk and back unchanged`() throws {
        let directory = try TemporaryDirectory()
        let name = JobPath(bytes: [0x66, 0xE4, 0xFF, 0x0A, 0x2E, 0x6A, 0x70, 0x67])
        try directory.write("x", to: name)
        #expect(try directory.names == [name])
        #expect(try directory.read(name) == "x")
        #expect(name.string == nil)
    }

    @Test func `what people see of a path cannot steer their terminal`() {
        #expect(JobPath("a\u{1B}[2Jb\n\u{202E}c").description == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c")
        #expect(JobPath(bytes: [0x61, 0xFF]).description == "a\u{FFFD}")
        #expect(JobPath("Tränen/😀.jpg").description == "Tränen/😀.jpg")
    }
}
