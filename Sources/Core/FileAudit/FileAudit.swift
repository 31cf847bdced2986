// The file audit: what a file holds besides the picture and the sound.
//
// Two questions, two walks that share no table: `findings` names everything in any file that could give away a person,
// a place or a device; `isExactlyOurs` holds a finished file against the list of what our writers produce and objects
// to every byte that is not on it. Bytes come from outside and may be hostile: every walk is total, reads a little at
// a time and does work in proportion to the length of the file. It knows no file system and decodes no picture.

/// Looks through files for what they should not hold.
package enum FileAudit {
    /// Lists what a file holds besides the picture and the sound.
    ///
    /// - Throws: ``AuditError/unreadable`` where the source cannot be read; that is never a clean file.
    /// - Complexity: at most a few passes over the file; memory does not grow with its pictures.
    package static func findings(of source: any ByteSource) throws(AuditError) -> AuditResult {
        let file = AuditedFile(source)
        let region = Region(file)
        let container = ContainerSniffer.container(of: region)
        walk(region, as: container)
        guard !file.isUnreadable else { throw .unreadable }
        return AuditResult(container: container, findings: file.findings)
    }

    /// Holds a finished file against what our own writers produce.
    ///
    /// - Returns: a result without findings exactly where every byte is accounted for.
    /// - Throws: ``AuditError/unreadable``.
    package static func isExactlyOurs(_ source: any ByteSource, kind: OwnKind) throws(AuditError) -> AuditResult {
        let file = AuditedFile(source)
        let region = Region(file)
        let container = ContainerSniffer.container(of: region)
        if container == kind.container {
            OwnFile.check(region, kind)
            // What a reader of any file would object to, the strict list must not have let through.
            walk(region, as: container)
        } else {
            region.note(.unexpectedContainer, "\(container.rawValue) and not \(kind.rawValue)")
        }
        guard !file.isUnreadable else { throw .unreadable }
        return AuditResult(container: container, findings: file.findings)
    }

    private static func walk(_ region: Region, as container: AuditContainer) {
        switch container {
        case .jpeg: _ = JPEGWalker(region, depth: 0).run()
        case .png: PNGWalker(region).run()
        case .webp: WebPWalker(region).run()
        case .gif: GIFWalker(region).run()
        case .tiff: TIFFWalker(region).run()
        case .heif: ItemFileWalker(region).run()
        case .mp4: MovieWalker(region, depth: 0).run()
        case .matroska: MatroskaWalker(region).run()
        case .avi: AVIWalker(region).run()
        case .transportStream: TransportWalker(region).run()
        case .programStream: ProgramStreamWalker(region).run()
        case .unknown: region.note(.unknownContainer, "no format that the audit can walk")
        }
    }
}
