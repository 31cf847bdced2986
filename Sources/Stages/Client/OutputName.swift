/// Makes the names of outputs.
enum OutputName {
    /// Longest name of a file, in bytes.
    ///
    /// Source: NAME_MAX of Linux file systems.
    static let maximumBytes = 255

    /// `stem`, then `-number` from the second on, then the extension; the stem cut so that all of it fits.
    static func make(stem: [UInt8], number: Int, fileExtension: [UInt8]) -> [UInt8] {
        let suffix = number > 1 ? Array("-\(number)".utf8) : []
        let tail = fileExtension.isEmpty ? suffix : suffix + [0x2E] + fileExtension
        return cut(stem, to: max(1, maximumBytes - tail.count)) + tail
    }

    /// `sf-` and a running number of at least four digits.
    static func neutral(_ number: Int) -> [UInt8] {
        let digits = String(number)
        return Array(("sf-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits).utf8)
    }

    /// The extension for a format: the input's own spelling where it already names that format.
    /// An extension that promises several pictures in one file (`mpo`) is not kept: an output holds one.
    static func fileExtension(_ own: [UInt8], format: MediaFormat?) -> [UInt8] {
        guard let format else { return own }
        if MediaFormat(fileExtension: own) == format, own.map({ $0 | 0x20 }) != Array("mpo".utf8) { return own }
        return Array((format.extensions.first ?? format.rawValue).utf8)
    }

    /// What two names have in common that a file system which ignores case, or composes accents, holds to be one name.
    static func key(_ bytes: [UInt8]) -> CollisionKey {
        if let text = String(validating: bytes, as: UTF8.self) {
            // Swift compares strings by canonical equivalence; upper case first folds ß with SS.
            return .text(text.uppercased().lowercased())
        }
        return .bytes(bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
    }

    /// Cuts without leaving half of a UTF-8 character.
    private static func cut(_ stem: [UInt8], to limit: Int) -> [UInt8] {
        guard stem.count > limit else { return stem }
        var end = limit
        while end > 0, stem[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(stem[..<(end > 0 ? end : limit)])
    }
}

/// A name as a file system that ignores case sees it.
enum CollisionKey: Hashable {
    case text(String)
    case bytes([UInt8])
}
