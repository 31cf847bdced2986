import Client
import Glibc
import TestSupport

/// A folder of its own for one test, with files made to order; removed at the end.
final class TemporaryTree {
    let root: BytePath

    init() throws {
        var template = Array("/tmp/sf-client-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemFailure(code: SystemCode(number: errno)) }
        root = BytePath(String(cString: made))
    }

    deinit {
        // Depth first; only below a folder that this object made.
        Self.remove(root)
    }

    /// Makes a file, and the folders to it.
    @discardableResult
    func file(_ name: String, _ content: [UInt8] = []) throws -> BytePath {
        try file(Array(name.utf8), content)
    }

    @discardableResult
    func file(_ name: [UInt8], _ content: [UInt8] = []) throws -> BytePath {
        let path = root.appending(BytePath(bytes: name))
        try folder(path.parent)
        let descriptor = Self.c(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
        guard descriptor >= 0 else { throw SystemFailure(code: SystemCode(number: errno)) }
        defer { close(descriptor) }
        guard content.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == content.count else {
            throw SystemFailure(code: SystemCode(number: errno))
        }
        return path
    }

    @discardableResult
    func folder(_ name: String) throws -> BytePath {
        let path = root.appending(BytePath(name))
        try folder(path)
        return path
    }

    func link(_ name: String, to target: String) throws {
        guard symlink(target, root.appending(BytePath(name)).description) == 0 else {
            throw SystemFailure(code: SystemCode(number: errno))
        }
    }

    func hardLink(_ name: String, to target: String) throws {
        let paths = [root.appending(BytePath(target)).description, root.appending(BytePath(name)).description]
        guard Glibc.link(paths[0], paths[1]) == 0 else { throw SystemFailure(code: SystemCode(number: errno)) }
    }

    func pipe(_ name: String) throws {
        guard mkfifo(root.appending(BytePath(name)).description, 0o600) == 0 else {
            throw SystemFailure(code: SystemCode(number: errno))
        }
    }

    private func folder(_ path: BytePath) throws {
        if case .success = FileSystem.facts(path, following: true) { return }
        try folder(path.parent)
        guard Self.c(path, { mkdir($0, 0o700) }) == 0 else {
            throw SystemFailure(code: SystemCode(number: errno))
        }
    }

    private static func remove(_ path: BytePath) {
        guard case .success(let facts) = FileSystem.facts(path, following: false) else { return }
        if facts.kind == .folder, case .success(let names) = FileSystem.names(in: path) {
            for name in names { remove(path.appending(BytePath(bytes: name))) }
            _ = c(path) { rmdir($0) }
        } else {
            _ = c(path) { unlink($0) }
        }
    }

    private static func c<Value>(_ path: BytePath, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        (path.bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("never empty") }
            return body(start)
        }
    }
}

/// First bytes of files of each kind, enough to be known by.
enum Sample {
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let mp4 = box("isom", ["isom", "mp42"])
    static let mov = box("qt  ", ["qt  "])
    static let heic = box("heic", ["mif1", "heic"])
    static let text = Array("Dear diary".utf8)

    static func box(_ major: String, _ compatible: [String]) -> [UInt8] {
        [0, 0, 0, UInt8(16 + 4 * compatible.count)] + Array("ftyp".utf8) + Array(major.utf8) + [0, 0, 0, 0]
            + compatible.flatMap { Array($0.utf8) }
    }
}
