import Glibc
import Platform

/// A private directory that one test has for itself, removed with its last reference.
final class TemporaryDirectory {
    let path: JobPath

    init() throws {
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        path = JobPath("/tmp/sf-test-\(name)")
        try FileSystem.makePrivateDirectory(path)
    }

    deinit {
        do { try FileSystem.removeTree(path) } catch { print("left behind: \(path)") }
    }

    subscript(_ name: JobPath) -> JobPath { path.appending(name) }

    var names: [JobPath] { get throws { try FileSystem.entries(of: path).map(\.name) } }

    /// Makes a file with this content.
    func write(_ text: String, to name: JobPath) throws {
        let file = try FileSystem.openUnnamedTemporary(in: path)
        try FileSystem.write(Array(text.utf8), to: file.descriptor, at: 0)
        try FileSystem.publish(file, to: self[name], replacing: true)
    }

    func read(_ name: JobPath) throws -> String {
        let bytes = try FileSystem.readAll(try FileSystem.openReadOnly(self[name]), limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A pipe: what is written to one end is read from the other.
func makePipe() throws -> (reader: Descriptor, writer: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PlatformError.system(.makeChannel, Errno(errno)) }
    return (Descriptor(adopting: ends[0]), Descriptor(adopting: ends[1]))
}
