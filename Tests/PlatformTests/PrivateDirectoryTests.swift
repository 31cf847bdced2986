import Glibc
import Platform
import Testing

@Suite struct PrivateDirectoryTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `a private directory is made for its user alone, and accepted again`() throws {
        try FileSystem.makePrivateDirectory(directory["p"])
        try FileSystem.makePrivateDirectory(directory["p"])
        let status = try #require(try FileSystem.status(at: directory["p"]))
        #expect(status.mode == 0o700)
        #expect(status.owner == geteuid())
    }

    @Test(arguments: [UInt32(0o770), 0o702, 0o1777])
    func `a directory that others can write to is refused`(mode: UInt32) throws {
        let path = directory["p"]
        try FileSystem.makePrivateDirectory(path)
        #expect(chmod(try #require(path.string), mode) == 0)
        #expect(throws: PlatformError.unsafeDirectory(path)) { try FileSystem.makePrivateDirectory(path) }
    }

    @Test func `a link is refused, whatever it leads to`() throws {
        try FileSystem.makePrivateDirectory(directory["real"])
        let path = directory["link"]
        #expect(symlink("real", try #require(path.string)) == 0)
        #expect(throws: PlatformError.unsafeDirectory(path)) { try FileSystem.makePrivateDirectory(path) }
    }

    @Test func `a file is refused`() throws {
        try directory.write("x", to: "f")
        #expect(throws: PlatformError.unsafeDirectory(directory["f"])) {
            try FileSystem.makePrivateDirectory(directory["f"])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
    func `a directory of someone else is refused`() throws {
        let path = directory["p"]
        try FileSystem.makePrivateDirectory(path)
        #expect(chown(try #require(path.string), 65_534, 65_534) == 0)
        #expect(throws: PlatformError.unsafeDirectory(path)) { try FileSystem.makePrivateDirectory(path) }
    }
}
