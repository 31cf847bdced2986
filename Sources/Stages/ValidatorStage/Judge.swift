import FileAudit
import Redaction
import TimelineCore
import Wire

/// The evidence about one finished file, and what follows from it.
///
/// Fails closed: a frame that nobody marked, inspected or painted is a finding, never a gap in the account.
struct Judge {
    private let resolver: Resolver
    private var strength: StrengthCheck?
    private var weak: [StrengthCheck.Finding] = []
    private let source: Medium
    private var output: Medium?
    private var coverage: CoverageCheck
    /// What was painted, by frame, as the compositor says.
    private var painted: [Int: [PixelRect]] = [:]
    /// Ticks of the frames of the finished file, by frame number; nil where none came.
    private var ticks: [Int64?] = []
    /// Rows of each frame that were inspected.
    private var inspectedRows: [Int] = []
    private var findings: [Verdict.Finding] = []
    private var findingCount = 0
    /// Faces found bare, for the timeline.
    private var evidence: [FaceEvidence] = []
    /// Detector looks that the finished file's marks announced, and the answers that came.
    private var looksDue = 0
    private var looksAnswered = 0
    /// What the file holds besides picture and sound; nil until it was audited.
    private var audit: [AuditFinding]?

    /// A face seen in the finished file counts from this score. Above the score the analysis covers at, so that what
    /// is found here was missed, not doubted. Source: DESIGN section 2.
    static let blockingScore = 0.5
    /// Faces narrower than this are reported, not judged. Source: PRIVACY 1.4: at 12 px little identity is left.
    static let smallestFace = 12.0
    /// A face counts as covered when this share of its box is painted over.
    private static let coveredShare = 0.6
    /// Coverage below this is not published. Source: DESIGN section 2.
    private static let requiredRatio = 0.995
    /// A report lists this many findings; more do not make it clearer.
    private static let findingLimit = 200

    init(resolver: Resolver, source: Medium) {
        self.resolver = resolver
        self.source = source
        coverage = CoverageCheck(resolver: resolver)
    }

    mutating func beginVerify(
        output: Medium, style: CoverStyle, emoji: EmojiBitmap?, coding: CodingError, audit: [AuditFinding]
    ) {
        self.output = output
        self.audit = audit
        strength = StrengthCheck(
            painter: CoverPainter(style: style, emoji: emoji), coding: coding, isVideo: output.isVideo
        )
        weak = []
        evidence = []
        let frames = resolver.timeline.frameTimes.count
        ticks = Array(repeating: nil, count: frames)
        inspectedRows = Array(repeating: 0, count: frames)
        findings = []
        findingCount = 0
        looksDue = 0
        looksAnswered = 0
    }

    // MARK: - Evidence

    mutating func take(_ record: PaintRecord) {
        let rects = record.entries.map(\.area)
        coverage.check(frame: record.frame, painted: rects)
        painted[record.frame] = rects
    }

    mutating func take(_ mark: FrameMark) {
        guard ticks.indices.contains(mark.frame), ticks[mark.frame] == nil else {
            find("frames-differ", frame: mark.frame, box: [], score: 0)
            return
        }
        ticks[mark.frame] = mark.ticks
        looksDue += mark.looks
    }

    mutating func take(_ reply: DetectionReply) {
        looksAnswered += 1
        let union = RectUnion(painted[reply.frame] ?? [])
        let exposed = resolver.exposed(frame: reply.frame)
        for detection in reply.detections where detection.score >= Self.blockingScore {
            guard min(detection.box.width, detection.box.height) >= Self.smallestFace else { continue }
            if union.coveredShare(of: detection.box) >= Self.coveredShare {
                let covers = resolver.covers(frame: reply.frame)
                if let seen = strength?.seen(detection, in: covers, frame: reply.frame) { find(seen) }
                continue
            }
            if exposed.contains(where: { Self.isSame($0.box, detection.box) }) { continue }
            evidence.append(FaceEvidence(frame: reply.frame, detection: detection))
            find(
                "uncovered-face", frame: reply.frame,
                box: [detection.box.x, detection.box.y, detection.box.width, detection.box.height],
                score: detection.score
            )
        }
    }

    /// A face left visible by choice: the boxes lie over each other, or one inside the other.
    private static func isSame(_ one: PixelBox, _ other: PixelBox) -> Bool {
        let common = one.intersection(other).area
        return common >= 0.5 * min(one.area, other.area) && max(one.area, other.area) <= 6 * min(one.area, other.area)
    }

    mutating func inspect(_ look: Look, _ bytes: UnsafeRawBufferPointer) throws(RedactionError) {
        guard inspectedRows.indices.contains(look.frame), strength != nil else { return }
        // Only full rows that follow on those before count: a picture that is narrower, scaled or shown twice would
        // leave a part of the frame that nobody looked at.
        let due = LookGeometry(originY: Double(inspectedRows[look.frame]))
        guard look.geometry == due, look.layout.size.width == source.width else { return }
        inspectedRows[look.frame] += look.layout.size.height
        let covers = resolver.covers(frame: look.frame)
        guard !covers.isEmpty else { return }
        for finding in try strength?.inspect(covers, look, bytes) ?? [] { find(finding) }
    }

    private mutating func find(_ finding: StrengthCheck.Finding) {
        weak.append(finding)
        let target = finding.cover.target
        find(
            "weak-cover", frame: finding.frame, box: [target.x, target.y, target.width, target.height],
            score: finding.score
        )
    }

    private mutating func find(_ code: String, frame: Int, box: [Double], score: Double) {
        findingCount += 1
        guard findings.count < Self.findingLimit else { return }
        let times = resolver.timeline.frameTimes
        findings.append(
            Verdict.Finding(
                code: code, frame: frame, time: times.indices.contains(frame) ? times[frame] : 0, box: box,
                score: score
            )
        )
    }

    // MARK: - Verdict

    /// What rendering again may cure. Source: DESIGN section 2.
    private static let curable: Set<String> = ["uncovered-face", "weak-cover"]

    /// The timeline to render again with, when bare faces and weak covers are all that is wrong; else nil.
    ///
    /// Faces found bare are added; those whose covers are weak get covers of one colour, where that is a change. It
    /// cures what coding made of honest covers, and nothing that a painter does wrong.
    func repair(_ verdict: Verdict) -> (timeline: Timeline, note: String?)? {
        guard let code = verdict.code, Self.curable.contains(code),
            findings.allSatisfy({ Self.curable.contains($0.code) })
        else { return nil }
        let plain = resolver.timeline.plain(faces: strength?.facesToMakePlain(weak) ?? [])
        let repaired = plain.adding(evidence: evidence)
        guard repaired != resolver.timeline else { return nil }
        let changed = zip(plain.faces, resolver.timeline.faces).filter { $0 != $1 }.map { "\($0.0.id)" }
        guard !changed.isEmpty else { return (repaired, nil) }
        let faces = changed.count == 1 ? "face" : "faces"
        return (
            repaired,
            "\(faces) \(changed.joined(separator: ", ")) got covers of one colour, because the check was in doubt"
        )
    }

    func verdict(_ totals: FrameTotals) -> Verdict {
        let account = coverage.finish()
        var verdict = Verdict(
            passes: true, ratio: account.ratio, checkedFrames: inspectedRows.count { $0 > 0 },
            requiredCovers: account.requiredCovers, findings: findings,
            auditFindings: audit.map { Set($0.map(\.code.rawValue)).sorted() }
        )
        if let (code, reason) = fault(totals, account) {
            verdict.passes = false
            verdict.code = code
            verdict.reason = reason
            if code == "not-painted" {
                verdict.findings += account.uncovered.prefix(Self.findingLimit).map(Self.finding)
            }
        }
        return verdict
    }

    private static func finding(_ uncovered: CoverageCheck.Uncovered) -> Verdict.Finding {
        Verdict.Finding(
            code: "not-painted", frame: uncovered.frame, time: uncovered.time,
            box: [uncovered.target.x, uncovered.target.y, uncovered.target.width, uncovered.target.height], score: 0
        )
    }

    /// The gravest thing that is wrong with the file, or nil.
    private func fault(_ totals: FrameTotals, _ account: CoverageCheck.Result) -> (code: String, reason: String)? {
        // First: what is wrong with the file itself explains what else may be, and rendering again would not cure it.
        guard let audit else { return ("audit-finding", "the finished file was not audited") }
        if !audit.isEmpty {
            // The kind of thing and its place in the format, never its value.
            let list = audit.prefix(3).map { "\($0.code.rawValue) (\($0.detail))" }.joined(separator: ", ")
            let rest = audit.count > 3 ? " and \(audit.count - 3) more" : ""
            return ("audit-finding", "the finished file holds what it must not: \(list)\(rest)")
        }
        if let difference = difference(totals) { return ("frames-differ", difference) }
        if !account.uncovered.isEmpty || account.ratio < Self.requiredRatio {
            return ("not-painted", sentence("a cover was not painted", account.uncovered.map(\.time)))
        }
        let rows = source.height
        if let frame = inspectedRows.firstIndex(where: { $0 != rows }) {
            return ("unanswered-frame", "frame \(frame) of the finished file was not looked at")
        }
        // No answer is not the answer "no face".
        guard looksDue > 0, looksAnswered == looksDue else {
            return ("unanswered-frame", "\(looksAnswered) of \(looksDue) looks at the finished file were answered")
        }
        let bare = findings.filter { $0.code == "uncovered-face" }
        if !bare.isEmpty {
            return ("uncovered-face", sentence("a face is not covered", bare.map(\.time)))
        }
        if let reason = weakness() { return ("weak-cover", reason) }
        return findingCount > 0 ? ("frames-differ", "the frames of the finished file are not the source's") : nil
    }

    /// The gravest weakness of any cover, and when.
    private func weakness() -> String? {
        let all = weak + (strength?.overall() ?? [])
        let times = resolver.timeline.frameTimes
        for kind in StrengthCheck.Weakness.allCases {
            let frames = all.filter { $0.weakness == kind }.map(\.frame)
            guard !frames.isEmpty else { continue }
            return sentence(kind.sentence, frames.map { times.indices.contains($0) ? times[$0] : 0 })
        }
        return nil
    }

    /// What does not fit between the frames of source and output.
    private func difference(_ totals: FrameTotals) -> String? {
        let times = resolver.timeline.frameTimes
        guard let output else { return "the finished file was not opened" }
        guard output.isVideo == source.isVideo, output.width == source.width, output.height == source.height else {
            return "the finished picture is \(output.width)x\(output.height) and not \(source.width)x\(source.height)"
        }
        guard totals.frames == times.count else {
            return "the finished file has \(totals.frames) frames and not \(times.count)"
        }
        if totals.isTruncated { return "the finished file breaks off" }
        guard source.isVideo, let first = ticks.first ?? nil else { return source.isVideo ? "no frame came" : nil }
        // Matroska rounds to milliseconds; a tick of either base is as exact as the files can say.
        let slack = 0.00051 + output.timeBase.value
        for (frame, tick) in ticks.enumerated() {
            guard let tick else { return "frame \(frame) of the finished file did not come" }
            let time = Double(tick - first) * output.timeBase.value
            if abs(time - times[frame]) > slack {
                return "frame \(frame) of the finished file is shown at another time"
            }
        }
        return nil
    }

    /// Names the moments of a video, so that a person can go and look.
    private func sentence(_ what: String, _ times: [Double]) -> String {
        guard source.isVideo else { return what }
        var moments: [String] = []
        for time in times.sorted() {
            let text = Self.moment(time)
            if moments.last != text { moments.append(text) }
        }
        let rest = moments.count > 5 ? " and \(moments.count - 5) more moments" : ""
        return "\(what) at \(moments.prefix(5).joined(separator: ", "))\(rest)"
    }

    /// `mm:ss.s`
    static func moment(_ seconds: Double) -> String {
        let tenths = Int((max(0, seconds) * 10).rounded(.down))
        let (minutes, rest) = (tenths / 600, tenths % 600)
        let padded = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
        return "\(padded(minutes)):\(padded(rest / 10)).\(rest % 10)"
    }
}
