import FileAudit
import Platform

/// `safefaces audit`: what is in files that could give away a person, a place or a device.
struct AuditCommand {
    /// The object of one file with `--json`; Protocols/audit-codes.md describes it.
    private struct FileReport: Encodable {
        struct Finding: Encodable {
            var code: String
            var meaning: String
            var detail: String
            var offset: Int
        }

        var file: String
        var container: String?
        var clean: Bool?
        var findings: [Finding]?
        var error: String?
    }

    let files: [BytePath]
    let mode: OutputMode

    /// - Returns: blocked where anything was found; else failed where a file could not be read.
    func run() throws -> ExitCode {
        var (found, failed) = (false, false)
        for path in files {
            switch Self.audit(path) {
            case .success(let result):
                found = found || !result.findings.isEmpty
                try show(result, of: path)
            case .failure(let failure):
                failed = true
                try show(failure, of: path)
            }
        }
        return found ? .blocked : failed ? .failed : .done
    }

    /// Why a file has no result, in words.
    private struct Failure: Error {
        var reason: String
    }

    private static func audit(_ path: BytePath) -> Result<AuditResult, Failure> {
        do throws(PlatformError) {
            let file = try Platform.FileSystem.openReadOnly(JobPath(bytes: path.bytes))
            let source = ReadingSource(count: try Platform.FileSystem.status(of: file).byteCount) {
                (offset, count) throws(AuditError) in
                do throws(PlatformError) {
                    return try Platform.FileSystem.read(file, count: count, at: Int64(offset))
                } catch {
                    throw .unreadable
                }
            }
            do throws(AuditError) {
                return .success(try FileAudit.findings(of: source))
            } catch {
                return .failure(Failure(reason: "it cannot be read to its end"))
            }
        } catch {
            return .failure(Failure(reason: error.code?.text ?? "it is no file"))
        }
    }

    private func show(_ result: AuditResult, of path: BytePath) throws {
        guard !mode.json else {
            let findings = result.findings.map {
                FileReport.Finding(
                    code: $0.code.rawValue, meaning: $0.code.meaning, detail: $0.detail, offset: $0.offset
                )
            }
            try Terminal.printJSON(
                FileReport(
                    file: Self.text(path), container: result.container.rawValue, clean: findings.isEmpty,
                    findings: findings
                )
            )
            return
        }
        if result.findings.isEmpty { Terminal.print("\(path): clean") }
        // A person needs each kind once; where else it stands is in the JSON.
        var shown: Set<AuditCode> = []
        for finding in result.findings where shown.insert(finding.code).inserted {
            Terminal.print("\(path): \(finding.code.rawValue)  \(finding.code.meaning)")
        }
    }

    private func show(_ failure: Failure, of path: BytePath) throws {
        if mode.json { try Terminal.printJSON(FileReport(file: Self.text(path), error: failure.reason)) }
        Terminal.say(SummaryText.error("\(path) was not audited: \(failure.reason)"))
    }

    private static func text(_ path: BytePath) -> String { String(decoding: path.bytes, as: UTF8.self) }
}
