// Photos through libvips.
//
// Purpose: opens a hostile photo from an inherited descriptor, hands out small looks and full-resolution bands of the
// upright picture, and writes a covered copy that holds pixels and nothing else.
// Must not know: faces, covers, timelines; where a file lies. No path of a photo is opened here.
// Threads: one. `VipsLibrary.start` must run before a sandbox closes, because libvips loads its HEIF module then.
// Known limits: HDR transfer curves of HEIC and AVIF are taken as sRGB; only the first picture of a multi-page TIFF,
// MPO or HEIF is read (`PhotoInfo.pages` says how many there are).

/// The kinds of photo file that may be opened.
package enum PhotoContainer: String, Sendable, CaseIterable {
    case jpeg
    case png
    /// PNG with an animation control chunk.
    case apng
    case webp
    case gif
    case tiff
    /// HEVC, or anything else that is not AV1, in a HEIF file.
    case heif
    case avif
}

/// Tells a photo by its first bytes; the name of the file does not matter.
package enum PhotoSniff {
    /// Bytes worth handing to `kind(_:)`.
    package static let wantedBytes = 512

    /// The container that starts with these bytes, or nil when it is none that may be opened.
    ///
    /// An animation chunk that stands after the bytes given is found by `PhotoReader`, not here.
    /// Source: the signatures of ITU-T T.81, PNG 1.2, RIFF WebP, GIF89a, TIFF 6.0 and ISO/IEC 23008-12.
    package static func kind(_ bytes: [UInt8]) -> PhotoContainer? {
        func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: PNGScan.signature) {
            return PNGScan.hasAnimation(inFirst: bytes) ? .apng : .png
        }
        if has("RIFF", at: 0), has("WEBP", at: 8) { return .webp }
        if has("GIF87a", at: 0) || has("GIF89a", at: 0) { return .gif }
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A])
            || bytes.starts(with: [0x49, 0x49, 0x2B, 0x00]) || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2B])
        {
            return .tiff
        }
        return has("ftyp", at: 4) ? heifKind(bytes) : nil
    }

    /// The major brand decides; a generic one (mif1, msf1) is settled by the compatible brands.
    private static func heifKind(_ bytes: [UInt8]) -> PhotoContainer? {
        guard bytes.count >= 16 else { return nil }
        let length = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(bytes.count, max(16, length))
        var brands: [String] = []
        var offset = 8
        while offset + 4 <= end {
            // Bytes 12..<16 are the minor version.
            if offset != 12 { brands.append(String(decoding: bytes[offset..<offset + 4], as: UTF8.self)) }
            offset += 4
        }
        let heif: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "mif2"]
        guard let major = brands.first else { return nil }
        if major == "avif" || major == "avis" { return .avif }
        guard heif.contains(major) else { return nil }
        let generic = major == "mif1" || major == "msf1" || major == "mif2"
        return generic && (brands.contains("avif") || brands.contains("avis")) ? .avif : .heif
    }
}
