import CFFmpeg

/// Fingerprints of whole files, read through a descriptor whose position is not moved.
package enum FileDigest {
    /// The SHA-256 of the file's bytes, 32 of them.
    ///
    /// - Throws: ``MediaError/input(_:)``, ``MediaError/outOfMemory``.
    package static func sha256(descriptor: Int32) throws(MediaError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var error = sf_ffmpeg_error()
        let status = sf_ffmpeg_digest(descriptor, &digest, &error)
        guard status == 0 else { throw error.general(status) { .input($0) } }
        return digest
    }
}
