import Foundation
import TestSupport

/// The table of the README, made from what became of the kinds.
enum ReadmeTable {
    static let start = "<!-- Made by the tests of media kinds; SAFEFACES_WRITE_README=1 writes it. -->"
    static let end = "<!-- End of what the tests made. -->"

    static func text(_ findings: [String: MediaFinding]) -> String {
        var lines = ["| kind | state |", "| --- | --- |"]
        var group = ""
        for kind in MediaKind.all {
            if kind.group != group {
                group = kind.group
                lines.append("| **\(group)** | |")
            }
            lines.append("| \(kind.name) | \(findings[kind.file].map { state($0, of: kind) } ?? "not tried") |")
        }
        return lines.joined(separator: "\n")
    }

    private static let names = [
        "h264": "H.264", "hevc": "HEVC", "vp9": "VP9", "av1": "AV1", "aac": "AAC", "opus": "Opus",
    ]

    private static func state(_ finding: MediaFinding, of kind: MediaKind) -> String {
        guard finding.state == "published" else { return "refused: \(finding.reason)" }
        guard case .video = kind.fate else {
            return (finding.output as NSString).pathExtension == (kind.file as NSString).pathExtension
                ? "works" : "written as \((finding.output as NSString).pathExtension.uppercased())"
        }
        var changes: [String] = []
        if finding.codec != finding.sourceCodec { changes.append("as \(names[finding.codec] ?? finding.codec)") }
        let ending = (finding.output as NSString).pathExtension
        if ending != (kind.file as NSString).pathExtension { changes.append("in \(ending.uppercased())") }
        var text = changes.isEmpty ? "works" : "written " + changes.joined(separator: " ")
        if finding.sound != finding.sourceSound { text += ", sound as \(names[finding.sound] ?? finding.sound)" }
        return text
    }

    /// The README with the table in it, or nil where it has no place for one.
    static func readme(_ readme: String, with table: String) -> String? {
        guard let from = readme.range(of: start), let to = readme.range(of: end), from.upperBound < to.lowerBound else {
            return nil
        }
        return readme[..<from.upperBound] + "\n\n" + table + "\n\n" + readme[to.lowerBound...]
    }
}
