import Foundation
import Platform
import TestSupport

/// A folder of one test with everything a run needs: runtime and state of its own, inputs, outputs.
final class Scene {
    /// Short, for the sockets in it.
    let folder: String
    /// Further settings of the environment.
    var environment: [String: String] = [:]

    init() throws {
        folder = "/tmp/sf" + String(UInt32.random(in: 0...UInt32.max), radix: 36)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder)") }
    }

    func path(_ name: String) -> String { folder + "/" + name }
    var runtime: String { path("r") }
    var state: String { path("s") }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    /// Whether a file has exactly these bytes; a test that says so does not print them all.
    func holds(_ name: String, exactly wanted: [UInt8]) throws -> Bool { try bytes(name) == wanted }

    /// Whether a text is somewhere in a file.
    func holds(_ name: String, _ text: String) throws -> Bool { Census.contains(try bytes(name), Array(text.utf8)) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }

    func copy(_ source: String, to name: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path(name) as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: source, toPath: path(name))
    }

    /// Every name in a folder, hidden ones too; empty where there is none.
    func names(in folder: String) throws -> [String] {
        exists(folder) ? try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted() : []
    }

    /// Starts a program of ours here.
    func start(_ arguments: [String], program: String = "safefaces") throws -> Run {
        try Run(try Programs.path(program), arguments, environment: settings)
    }

    /// The environment of the programs here.
    private var settings: [String: String] {
        var settings = environment
        for name in ["HOME", "SAFEFACES_MODELS", "SAFEFACES_OPENVINO"] {
            if let value = ProcessInfo.processInfo.environment[name], settings[name] == nil { settings[name] = value }
        }
        settings["PATH"] = "/usr/bin:/bin"
        settings["SAFEFACES_RUNTIME"] = runtime
        settings["SAFEFACES_STATE"] = state
        return settings
    }

    /// Runs `safefaces` to its end.
    func safefaces(_ arguments: [String], withinSeconds seconds: Double = 120) throws -> Run.Ended {
        try start(arguments).finish(withinSeconds: seconds)
    }

    /// Runs `safefaces` where no file may grow beyond a limit, in blocks of 1,024 bytes.
    func safefaces(_ arguments: [String], fileSizeLimit blocks: Int) throws -> Run.Ended {
        let program = try Programs.path("safefaces")
        let script = "ulimit -f \(blocks * 2) && exec \"$@\""
        return try Run("/bin/sh", ["-c", script, "sh", program] + arguments, environment: settings)
            .finish(withinSeconds: 120)
    }

    /// Covers with green bars, with a report, and returns how it ended.
    func cover(_ inputs: [String], _ more: [String] = []) throws -> Run.Ended {
        try safefaces(
            ["cover"] + inputs.map(path) + ["--output", path("out"), "--report", path("report.json")]
                + ["--style", "bar", "--color", "#00FF00", "--quiet"] + more
        )
    }

    /// The report, after it was held against its schema.
    func report() throws -> JSONValue {
        let report = try JSONValue(parsing: bytes("report.json"))
        let problems = try Repository.schema("report").problems(in: report)
        guard problems.isEmpty else { throw TestFault("the report does not fit its schema: \(problems)") }
        return report
    }

    /// How often processes of a kind were started again, as the report of one item has it.
    func restarts(of stage: String) throws -> Int {
        let rows = try report()["items"]?[0]?["stages"]?.elements ?? []
        return rows.filter { $0["stage"]?.text == stage }.reduce(0) { $0 + Int($1["restarts"]?.number ?? 0) }
    }

    /// A timeline, after it was held against its schema.
    func timeline(_ name: String) throws -> JSONValue {
        let timeline = try JSONValue(parsing: bytes(name))
        let problems = try Repository.schema("timeline").problems(in: timeline)
        guard problems.isEmpty else { throw TestFault("the timeline does not fit its schema: \(problems)") }
        return timeline
    }

    // MARK: - What a run leaves

    /// Processes of this scene that run.
    func processes() throws -> [Census.Entry] { try Census.processes(of: folder) }

    /// What a run left behind that it should have taken with it; empty when it left well.
    func leftovers(outputs: [String], in folder: String = "out") throws -> [String] {
        var found: [String] = []
        if try !Moment.comes(withinSeconds: 5, { try processes().isEmpty }) {
            found += try processes().map { "process \($0.name)" }
        }
        found += try names(in: folder).filter { !outputs.contains($0) }.map { "\(folder)/\($0)" }
        found += try names(in: "r").map { "r/\($0)" }
        found += try names(in: "s").filter { !$0.hasPrefix("journal.sqlite") }.map { "s/\($0)" }
        return found
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
