import Glibc
import Platform
import Testing

@Suite struct FileTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `a pipe is not opened as media`() throws {
        #expect(mkfifo(try #require(directory["pipe"].string), 0o600) == 0)
        #expect(throws: PlatformError.notRegularFile(directory["pipe"])) {
            try FileSystem.openReadOnly(directory["pipe"])
        }
        #expect(throws: PlatformError.notRegularFile("/dev/null")) { try FileSystem.openReadOnly("/dev/null") }
    }

    @Test func `a missing file is an error that names it`() {
        let path = directory["none.jpg"]
        #expect(throws: PlatformError.file(.open, .notFound, path)) { try FileSystem.openReadOnly(path) }
        #expect("\(PlatformError.file(.open, .notFound, path))" == "cannot open \(path): No such file or directory")
    }

    @Test func `a reopened file has its own offset and cannot be written`() throws {
        let file = try FileSystem.openUnnamedTemporary(in: directory.path)
        try FileSystem.write(Array("abc".utf8), to: file.descriptor, at: 0)
        let reader = try FileSystem.reopenReadOnly(file.descriptor)
        #expect(lseek(file.descriptor.number, 2, SEEK_SET) == 2)
        #expect(lseek(reader.number, 0, SEEK_CUR) == 0)
        #expect(try FileSystem.readAll(reader, limit: 3) == Array("abc".utf8))
        #expect(throws: PlatformError.system(.write, .badDescriptor)) {
            try FileSystem.write([1], to: reader, at: 0)
        }
    }

    @Test func `reading ends at the end and at the limit`() throws {
        try directory.write("0123456789", to: "f")
        let file = try FileSystem.openReadOnly(directory["f"])
        #expect(try FileSystem.read(file, count: 100, at: 8) == Array("89".utf8))
        #expect(try FileSystem.readAll(file, limit: 10).count == 10)
        #expect(throws: PlatformError.tooLarge(limit: 9)) { try FileSystem.readAll(file, limit: 9) }
        // A file whose length the kernel gives as 0.
        let proc = try FileSystem.openReadOnly("/proc/self/status")
        #expect(try FileSystem.readAll(proc, limit: 1 << 16).count > 100)
        #expect(throws: PlatformError.tooLarge(limit: 10)) { try FileSystem.readAll(proc, limit: 10) }
    }

    @Test func `two names of one file have one identity`() throws {
        try directory.write("x", to: "a")
        #expect(link(try #require(directory["a"].string), try #require(directory["b"].string)) == 0)
        try directory.write("x", to: "c")
        let a = try #require(try FileSystem.status(at: directory["a"]))
        let b = try #require(try FileSystem.status(at: directory["b"]))
        let c = try #require(try FileSystem.status(at: directory["c"]))
        #expect(a.identity == b.identity)
        #expect(a.identity != c.identity)
        #expect(a.linkCount == 2 && c.byteCount == 1)
        #expect(try FileSystem.status(at: directory["d"]) == nil)
    }

    @Test func `a lock has one holder and goes with it`() throws {
        var first = try FileSystem.lockFile(directory["lock"])
        #expect(first != nil)
        #expect(try FileSystem.lockFile(directory["lock"]) == nil)
        first = nil
        #expect(try FileSystem.lockFile(directory["lock"]) != nil)
    }

    @Test func `entries come in byte order with their kinds and links unfollowed`() throws {
        try directory.write("x", to: "b")
        try directory.write("x", to: "B")
        try FileSystem.makePrivateDirectory(directory["a"])
        #expect(symlink("a", try #require(directory["l"].string)) == 0)
        let expected = [
            DirectoryEntry(name: "B", kind: .file), DirectoryEntry(name: "a", kind: .directory),
            DirectoryEntry(name: "b", kind: .file), DirectoryEntry(name: "l", kind: .link),
        ]
        #expect(try FileSystem.entries(of: directory.path) == expected)
    }

    @Test func `free space is what the file system says`() throws {
        #expect(try FileSystem.freeSpace(at: directory.path) > 0)
        #expect(throws: PlatformError.file(.freeSpace, .notFound, directory["none"])) {
            try FileSystem.freeSpace(at: directory["none"])
        }
    }

    @Test func `removing a tree does not follow links out of it`() throws {
        try directory.write("keep", to: "outside")
        try FileSystem.makeDirectories(directory["t/u/v"])
        #expect(symlink(try #require(directory["outside"].string), try #require(directory["t/u/link"].string)) == 0)
        try FileSystem.removeTree(directory["t"])
        #expect(try directory.names == ["outside"])
        #expect(try directory.read("outside") == "keep")
    }
}
