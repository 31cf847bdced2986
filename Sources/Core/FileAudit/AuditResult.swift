/// Something in a file that could give away a person, a place or a device, or that the audit cannot vouch for.
package struct AuditFinding: Hashable, Sendable {
    /// What kind of thing it is.
    package var code: AuditCode
    /// Where in the format it is (a tag, box or chunk by its name); never its value.
    package var detail: String
    /// Byte of the file at which it was seen first.
    package var offset: Int
}

/// What an audit of one file came to.
package struct AuditResult: Hashable, Sendable {
    /// What the file is by its content.
    package var container: AuditContainer
    /// What was found, in the order in which it was seen; empty means clean.
    ///
    /// One for each code and detail.
    package var findings: [AuditFinding]

    /// The codes found, each once, sorted by name.
    package var codes: [String] { Set(findings.map(\.code.rawValue)).sorted() }
}

/// Kinds of file that the audit can walk.
package enum AuditContainer: String, Sendable, CaseIterable {
    case jpeg, png, webp, gif, tiff
    /// HEIF, HEIC or AVIF.
    case heif
    /// MP4, QuickTime and their kin.
    case mp4
    case matroska, avi
    case transportStream = "mpeg-ts"
    case programStream = "mpeg-ps"
    case unknown
}
