import Digest
import Platform

/// Digests of whole files, read in pieces.
enum FileDigests {
    private static let pieceBytes = 1 << 20

    /// The SHA-256 of a file as 64 lower-case hexadecimal digits.
    static func sha256(_ path: JobPath) throws(PlatformError) -> String {
        let file = try FileSystem.openReadOnly(path)
        var digest = SHA256()
        var offset: Int64 = 0
        while true {
            let piece = try FileSystem.read(file, count: pieceBytes, at: offset)
            if piece.isEmpty { return digest.hexadecimal() }
            digest.update(piece)
            offset += Int64(piece.count)
        }
    }
}
