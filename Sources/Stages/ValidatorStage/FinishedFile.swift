import FileAudit
import Platform
import StageKit
import Wire

/// The finished file as bytes: the validator's own look at it, without any decoder's help.
enum FinishedFile {
    /// What the file holds that our writers do not write.
    ///
    /// - Throws: a failure where the file cannot be read; unread is not clean.
    static func audit(
        _ attachments: Attachments, fileExtension: String
    ) throws(StageFailure) -> [AuditFinding] {
        guard let kind = OwnKind(fileExtension: fileExtension) else {
            throw StageFailure(code: "internal", text: "an output of no kind that is written", blame: .stage)
        }
        let file = try attachments.descriptor(.input)
        do throws(AuditError) {
            return try FileAudit.isExactlyOurs(source(file), kind: kind).findings
        } catch {
            throw StageFailure(
                code: "unreadable", text: "the finished file could not be read for its audit", blame: .environment
            )
        }
    }

    private static func source(_ file: Descriptor) throws(AuditError) -> ReadingSource {
        do throws(PlatformError) {
            return ReadingSource(count: try FileSystem.status(of: file).byteCount) {
                (offset, count) throws(AuditError) in
                do throws(PlatformError) {
                    return try FileSystem.read(file, count: count, at: Int64(offset))
                } catch {
                    throw .unreadable
                }
            }
        } catch {
            throw .unreadable
        }
    }
}
