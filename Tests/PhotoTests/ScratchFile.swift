import Foundation
import Glibc

/// An unlinked temporary file: a descriptor that leaves nothing behind.
final class ScratchFile {
    let descriptor: Int32

    init(_ bytes: [UInt8] = []) throws {
        var template = Array("/tmp/sf-photo-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        unlink(template)
        try write(bytes)
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws {
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count else { throw POSIXError(.EIO) }
    }

    var bytes: [UInt8] {
        var status = stat()
        fstat(descriptor, &status)
        var result = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = result.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return count == result.count ? result : []
    }
}

/// A file opened for reading.
final class OpenFile {
    let descriptor: Int32

    init(_ path: String, writing: Bool = false) throws {
        descriptor = open(path, (writing ? O_RDWR : O_RDONLY) | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(.ENOENT) }
    }

    deinit { close(descriptor) }

    var bytes: [UInt8] {
        get throws {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw POSIXError(.EIO) }
            var result = [UInt8](repeating: 0, count: Int(status.st_size))
            let count = result.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
            guard count == result.count else { throw POSIXError(.EIO) }
            return result
        }
    }
}

/// The test media beside the repository, if there.
enum SharedMedia {
    static let root: String = {
        if let given = ProcessInfo.processInfo.environment["SAFEFACES_SHARED"] { return given }
        let file = URL(fileURLWithPath: #filePath)
        let package = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared").path
    }()

    static var isPresent: Bool { access(root + "/data/photos", R_OK) == 0 }

    static func photo(_ name: String) throws -> OpenFile { try OpenFile(root + "/data/photos/" + name) }
    static func broken(_ name: String) throws -> OpenFile { try OpenFile(root + "/data/broken/" + name) }
}
