import Glibc
import Platform
import Testing

/// The two kinds of temporary file: both must keep the same promises.
enum TemporaryKind: CaseIterable {
    case unnamed
    case hidden

    func open(in directory: TemporaryDirectory, content: String) throws -> TemporaryFile {
        let file =
            switch self {
            case .unnamed: try FileSystem.openUnnamedTemporary(in: directory.path)
            case .hidden: try FileSystem.openHiddenTemporary(in: directory.path, mode: 0o600)
            }
        try FileSystem.write(Array(content.utf8), to: file.descriptor, at: 0)
        return file
    }
}

@Suite struct PublishingTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: TemporaryKind.allCases)
    func `a published file is there whole, alone, and without its temporary name`(kind: TemporaryKind) throws {
        do {
            let file = try kind.open(in: directory, content: "whole")
            #expect(try FileSystem.status(at: directory["out"]) == nil)
            try FileSystem.publish(file, to: directory["out"], replacing: false)
            #expect(try directory.names == ["out"])
        }
        #expect(try directory.names == ["out"])
        #expect(try directory.read("out") == "whole")
    }

    @Test(arguments: TemporaryKind.allCases)
    func `publishing never replaces a file unless told to`(kind: TemporaryKind) throws {
        try directory.write("original", to: "out")
        let before = try #require(try FileSystem.status(at: directory["out"]))
        do {
            let file = try kind.open(in: directory, content: "new")
            #expect(throws: PlatformError.alreadyExists(directory["out"])) {
                try FileSystem.publish(file, to: directory["out"], replacing: false)
            }
        }
        #expect(try FileSystem.status(at: directory["out"]) == before)
        #expect(try directory.read("out") == "original")
        #expect(try directory.names == ["out"])
    }

    @Test(arguments: TemporaryKind.allCases)
    func `publishing does not write through a dangling link`(kind: TemporaryKind) throws {
        #expect(symlink("elsewhere", try #require(directory["out"].string)) == 0)
        let file = try kind.open(in: directory, content: "new")
        #expect(throws: PlatformError.alreadyExists(directory["out"])) {
            try FileSystem.publish(file, to: directory["out"], replacing: false)
        }
        #expect(try FileSystem.status(at: directory["elsewhere"]) == nil)
    }

    @Test(arguments: TemporaryKind.allCases)
    func `replacing exchanges the file and leaves no other name`(kind: TemporaryKind) throws {
        try directory.write("original", to: "out")
        let reader = try FileSystem.openReadOnly(directory["out"])
        let file = try kind.open(in: directory, content: "new")
        try FileSystem.publish(file, to: directory["out"], replacing: true)
        #expect(try directory.read("out") == "new")
        #expect(try directory.names == ["out"])
        // Who has the old file open keeps the old file.
        #expect(try FileSystem.readAll(reader, limit: 100) == Array("original".utf8))
    }

    @Test(arguments: TemporaryKind.allCases)
    func `a replacement that fails leaves nothing behind`(kind: TemporaryKind) throws {
        try FileSystem.makePrivateDirectory(directory["out"])
        do {
            let file = try kind.open(in: directory, content: "new")
            #expect(throws: PlatformError.file(.publish, .isDirectory, directory["out"])) {
                try FileSystem.publish(file, to: directory["out"], replacing: true)
            }
        }
        #expect(try directory.names == ["out"])
    }

    @Test(arguments: TemporaryKind.allCases)
    func `a temporary that is not published leaves nothing behind`(kind: TemporaryKind) throws {
        do { _ = try kind.open(in: directory, content: "unfinished") }
        #expect(try directory.names == [])
    }

    @Test func `an unnamed temporary has no name while it is written`() throws {
        let file = try FileSystem.openUnnamedTemporary(in: directory.path)
        #expect(file.hiddenPath == nil)
        #expect(try directory.names == [])
        #expect(try FileSystem.status(of: file.descriptor).linkCount == 0)
    }

    @Test func `a file made by another process is published from its descriptor`() throws {
        let (ours, theirs) = try DescriptorChannel.pair()
        do {
            let file = try FileSystem.openUnnamedTemporary(in: directory.path)
            try FileSystem.write(Array("made elsewhere".utf8), to: file.descriptor, at: 0)
            try theirs.send([file.descriptor], tag: 1)
        }
        let message = try #require(try ours.receive(timeoutMilliseconds: 5_000))
        try FileSystem.publish(try #require(message.descriptors.first), to: directory["out"], replacing: false)
        #expect(try directory.read("out") == "made elsewhere")
    }

    @Test func `the sweep takes what a killed process left and nothing in use`() throws {
        let living = try FileSystem.openHiddenTemporary(in: directory.path, mode: 0o600)
        let hidden = try #require(living.hiddenPath).lastComponent
        let dead = JobPath(".safefaces-0123456789abcdef.tmp")
        let others: [JobPath] = [".safefaces-0123.tmp", ".safefaces-0123456789abcdeg.tmp", "photo.tmp"]
        for name in [dead] + others { try directory.write("x", to: name) }
        #expect(try FileSystem.removeStaleTemporaries(in: directory.path) == 1)
        #expect(try directory.names == (others + [hidden]).sorted())
    }
}
