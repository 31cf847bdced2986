import Documents
import SupervisorCore
import TimelineCore
import Wire

/// Turns what a lane found into the item of the report.
enum ItemReport {
    static func make(_ result: LaneResult, of item: JobItem, wallSeconds: Double) -> ReportItem {
        var report = ReportItem(input: item.shownInput, state: .failed)
        switch result.ending {
        case .scanned, .published:
            report.state = .published
            report.output = result.ending == .published ? item.shownOutput : nil
        case .blocked(let verdict):
            report.state = .blocked
            report.reason = verdict.reason
            report.code = ItemCode(rawValue: verdict.code ?? "blocked")
        case .failed(let failure):
            report.reason = failure.text
            report.code = ItemCode(rawValue: failure.code)
        case .cancelled:
            report.state = .cancelled
            report.reason = "the job was cancelled"
            report.code = .cancelled
        }
        if let medium = result.medium {
            report.media = media(medium)
            report.sha256 = .init(input: medium.sha256, output: report.output == nil ? nil : result.output?.sha256)
            if let findings = result.verdict?.auditFindings {
                report.audit = ReportAudit(
                    removed: result.ending == .published
                        ? RemovedCodes.list(source: medium, output: result.output) : [],
                    findings: findings
                )
            }
        }
        report.faces = result.faces.map(face)
        report.coverage = result.verdict.map(coverage)
        report.wallSeconds = wallSeconds
        report.stages = result.stages.map(stage)
        if let note = result.note { report.notes.append(note) }
        if result.medium?.sound != nil, result.ending == .published {
            report.notes.append("the sound was kept; voices can identify people")
        }
        report.repairs = result.repaired
        return report
    }

    private static func media(_ medium: Medium) -> ReportMedia {
        ReportMedia(
            kind: MediaKindName(medium.isVideo ? .video : .photo), width: medium.width, height: medium.height,
            frames: medium.expectedFrames, durationSeconds: medium.durationSeconds, codec: medium.codec,
            container: medium.container
        )
    }

    private static func face(_ face: StageOutcome.Face) -> ReportFace {
        ReportFace(
            id: face.id, firstTime: face.firstTime, lastTime: face.lastTime, frames: face.frames,
            visible: face.visible, origin: FaceOriginName(rawValue: face.origin) ?? .detected
        )
    }

    private static func coverage(_ verdict: Verdict) -> ReportCoverage {
        ReportCoverage(
            ratio: verdict.ratio, checkedFrames: verdict.checkedFrames,
            requiredCovers: verdict.requiredCovers,
            uncovered: verdict.findings.filter { $0.box.count == 4 }.map {
                .init(
                    frame: $0.frame, time: $0.time,
                    box: PixelBox(x: $0.box[0], y: $0.box[1], width: $0.box[2], height: $0.box[3])
                )
            }
        )
    }

    private static func stage(_ row: LaneResult.StageRow) -> ReportStage {
        ReportStage(
            stage: StageName(rawValue: row.stage.rawValue) ?? .decoder,
            pass: PassName(rawValue: row.pass.rawValue) ?? .analyze, processes: row.processes,
            items: row.counters.items, busySeconds: row.counters.busySeconds,
            waitInputSeconds: row.counters.waitInputSeconds, waitCreditSeconds: row.counters.waitCreditSeconds,
            cpuSeconds: row.counters.cpuSeconds, peakRSSBytes: row.counters.peakRSSBytes,
            p50Ms: row.counters.p50Milliseconds, p95Ms: row.counters.p95Milliseconds, restarts: row.restarts
        )
    }
}
