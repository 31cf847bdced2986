import Foundation
import Platform
import TestSupport

/// Something that keeps a test from going on.
struct TestFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The programs under test, and the tools that prepare media and judge outputs.
enum Programs {
    static let names = [
        "safefaces", "safefacesd", "safefaces-decoder", "safefaces-detector", "safefaces-tracker",
        "safefaces-compositor", "safefaces-validator",
    ]
    static let stages = ["decoder", "detector", "tracker", "compositor", "validator"]

    /// The build folder: the one the test program lies in, however it was started.
    static func folder() throws -> String {
        let started = [CurrentProcess.executablePath().description] + CommandLine.arguments
        let beside = started.map { ($0 as NSString).deletingLastPathComponent }
        // A test bundle that is a folder has its program some levels down.
        let above = started.flatMap { path in
            path.components(separatedBy: "/").indices.dropFirst().map {
                path.components(separatedBy: "/")[..<$0].joined(separator: "/")
            }.reversed()
        }
        for folder in beside + above + [Repository.root + "/.build/release"] where !folder.isEmpty {
            if names.allSatisfy({ FileManager.default.isExecutableFile(atPath: folder + "/" + $0) }) { return folder }
        }
        throw TestFault("the programs are not built: run 'swift build -c release' first")
    }

    static func path(_ name: String) throws -> String { try folder() + "/" + name }
}

/// Tools of the system.
enum Tool {
    static func path(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func isPresent(_ name: String) -> Bool { path(name) != nil }

    /// Runs a tool to its good end and returns what it wrote to standard output.
    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> [UInt8] {
        guard let path = path(name) else { throw TestFault("\(name) is not installed") }
        let run = try Run(path, arguments, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        let ended = try run.finish(withinSeconds: 120)
        guard ended.status == 0 else { throw TestFault("\(name) \(arguments): \(ended.errors)") }
        return ended.output
    }

    @discardableResult
    static func text(_ name: String, _ arguments: [String]) throws -> String {
        String(decoding: try run(name, arguments), as: UTF8.self)
    }

    static func ffmpeg(_ arguments: [String]) throws {
        try run("ffmpeg", ["-v", "error", "-y", "-nostdin"] + arguments)
    }
}
