import Documents

/// What became of a job, in lines for a person.
package enum SummaryText {
    /// Most times named in one line; the report has all of them.
    private static let maximumTimes = 8

    /// The line of an error that is not about one item: `safefaces: ...`.
    package static func error(_ sentence: String) -> String { "safefaces: \(sentence)" }

    /// The line of an item: what became of it, which file, why, and what to do.
    package static func line(_ item: ReportItem) -> String {
        let input = "\(BytePath(item.input))"
        switch item.state {
        case .published: return "published  \(input) -> \(output(item)) (\(faces(item)))\(notes(item))"
        case .skipped where item.code == .alreadyDone:
            return "skipped    \(input): it is done already (\(output(item)))"
        case .skipped: return "skipped    \(input): \(reason(item))"
        case .cancelled: return "cancelled  \(input): \(reason(item))"
        case .blocked: return "blocked    \(input): \(reason(item))\(times(item)); \(advice(item))"
        case .failed: return "failed     \(input): \(reason(item)); \(advice(item))"
        }
    }

    /// Where the contact sheet of a scan is, and what to mind about it.
    package static func sheet(_ path: BytePath) -> String {
        "the contact sheet \(path) shows the faces uncovered; delete it when you have chosen"
    }

    /// The line of an item that was only looked at.
    package static func scanLine(_ item: ReportItem) -> String {
        guard item.state == .published else { return line(item) }
        let number = item.faces.count
        return "scanned    \(BytePath(item.input)) (\(number == 0 ? "no faces found" : count(number, "face")))"
    }

    /// The last line: how many of each.
    package static func totals(_ summary: Event.Summary) -> String {
        let counts = [
            (summary.published, "published"), (summary.blocked, "blocked"), (summary.failed, "failed"),
            (summary.skipped, "skipped"), (summary.cancelled, "cancelled"),
        ]
        let parts = counts.filter { $0.0 > 0 || $0.1 == "published" }.map { "\($0.0) \($0.1)" }
        return parts.joined(separator: ", ") + " in \(TimeText.clock(summary.seconds))"
    }

    private static func output(_ item: ReportItem) -> String {
        item.output.map { "\(BytePath($0))" } ?? "no output"
    }

    private static func faces(_ item: ReportItem) -> String {
        let visible = item.faces.count(where: \.visible)
        let covered = item.faces.count - visible
        var text = covered == 0 && visible == 0 ? "no faces found" : count(covered, "face") + " covered"
        if visible > 0 { text += ", \(visible) visible by choice" }
        if item.repairs > 0 { text += ", repaired after verification" }
        return text
    }

    private static func notes(_ item: ReportItem) -> String {
        item.notes.map { "; " + SafeText.escaped($0) }.joined()
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)" + (number == 1 ? "" : "s")
    }

    private static func reason(_ item: ReportItem) -> String {
        var text = SafeText.escaped(item.reason ?? "no reason was given")
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// Where faces show: the times, each once, as many as fit; nothing where the reason names them already.
    private static func times(_ item: ReportItem) -> String {
        guard item.media?.kind != .photo else { return "" }
        var texts: [String] = []
        for place in item.coverage?.uncovered ?? [] {
            // Rounded down, as in the gate's reasons, which may name the same moment.
            let text = TimeText.position((place.time * 10).rounded(.down) / 10)
            if !texts.contains(text) { texts.append(text) }
        }
        if texts.isEmpty || texts.contains(where: { reason(item).contains($0) }) { return "" }
        let more = texts.count > maximumTimes ? " and \(texts.count - maximumTimes) more" : ""
        return " at " + texts.prefix(maximumTimes).joined(separator: ", ") + more
    }

    private static func advice(_ item: ReportItem) -> String {
        switch item.code {
        case .uncoveredFace?, .lowCoverage?, .notPainted?, .weakCover?:
            "add a region there to a regions file and cover it again with --regions FILE"
        case .auditFinding?: "list what was found with safefaces audit, or choose another --format"
        case .framesDiffer?, .unanswered?, .stageDied?, .stageSilent?: "try again; safefaces doctor checks this machine"
        case .diskFull?: "free some space, then try again"
        case .cannotWrite?: "check the folder's permissions, or choose another --output"
        case .tooLarge?: "raise the limit that it names, or make the file smaller"
        case .unsupported?: "convert it to a common format first"
        case .unreadable?: "check that the file opens and is complete"
        case .inputChanged?: "leave the file alone while it is worked on, then try again"
        case .wrongTimeline?: "scan this file again"
        case .unknownFace?: "list the faces with safefaces scan"
        default:
            item.state == .blocked ? "look at the report, then add a region with --regions FILE" : "look at the report"
        }
    }
}
