import Foundation
import TestSupport

/// All kinds made and covered once, in one batch, for every test that asks.
struct MediaKindRun: Sendable {
    /// By the name of the kind's file.
    let findings: [String: MediaFinding]

    static let shared = Result { try MediaKindRun() }

    /// Sources for tools that are not there, so that the tests can be skipped by name.
    static let tools = ["ffmpeg", "ffprobe", "vips", "vipsheader", "exiftool"]
    static var isPossible: Bool { tools.allSatisfy(Tool.isPresent) }

    private init() throws {
        let scene = try Scene()
        let kitchen = Kitchen(folder: scene.folder)
        try kitchen.prepare()
        try FileManager.default.createDirectory(atPath: scene.path("in"), withIntermediateDirectories: false)
        for kind in MediaKind.all { try kind.make(kitchen, scene.path("in/" + kind.file)) }
        let ended = try scene.safefaces(
            [
                "cover", scene.path("in"), "--output", scene.path("out"), "--report", scene.path("report.json"),
                "--style", "bar", "--color", "#00FF00", "--quiet",
            ], withinSeconds: 900)
        // Some kinds are to be refused: 4.
        guard ended.status == 4 else { throw TestFault("status \(ended.status): \(ended.errors)") }
        var findings: [String: MediaFinding] = [:]
        for item in try scene.report()["items"]?.elements ?? [] {
            let name = ((item["input"]?.text ?? "") as NSString).lastPathComponent
            guard let kind = MediaKind.all.first(where: { $0.file == name }) else { continue }
            var finding = MediaFinding()
            if let output = item["output"]?.text {
                finding = MediaFinding(kind, source: scene.path("in/" + name), output: output, scene: scene)
            }
            finding.state = item["state"]?.text ?? ""
            finding.code = item["code"]?.text ?? ""
            finding.reason = item["reason"]?.text ?? ""
            findings[name] = finding
        }
        let left = try scene.leftovers(outputs: findings.values.map(\.output))
        guard left.isEmpty else { throw TestFault("left behind: \(left)") }
        self.findings = findings
    }
}
