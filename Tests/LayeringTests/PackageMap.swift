import Foundation

/// The package as its manifest says it is, read by asking the package manager for its own view of it.
struct PackageMap {
    struct Target {
        var name: String
        var path: String
        var dependencies: [String]

        /// `Core`, `Shims`, `Adapters`, `Stages`, `Programs`, or the first folder for all else.
        var layer: String {
            let parts = path.split(separator: "/")
            return String(parts.first == "Sources" && parts.count > 1 ? parts[1] : parts.first ?? "")
        }
    }

    struct Unreadable: Error {
        var reason: String
    }

    var targets: [Target]

    subscript(name: String) -> Target? { targets.first { $0.name == name } }
    func layer(of name: String) -> String { self[name]?.layer ?? "" }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs `swift package dump-package` with a scratch folder of its own: the usual one is locked by the test run.
    static func load() throws -> PackageMap {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "layering-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", root.path(percentEncoded: false), "--scratch-path",
            scratch.path(percentEncoded: false), "dump-package",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Unreadable(reason: "dump-package failed") }
        return try PackageMap(dump: data)
    }

    init(dump: Data) throws {
        guard let manifest = try JSONSerialization.jsonObject(with: dump) as? [String: Any],
            let list = manifest["targets"] as? [[String: Any]]
        else { throw Unreadable(reason: "no targets") }
        targets = try list.map { entry in
            guard let name = entry["name"] as? String, let path = entry["path"] as? String,
                let dependencies = entry["dependencies"] as? [[String: Any]]
            else { throw Unreadable(reason: "a target without name, path or dependencies") }
            let names = try dependencies.map { dependency in
                // Each is {"byName": ["Name", condition]}.
                guard let name = (dependency.values.first as? [Any])?.first as? String else {
                    throw Unreadable(reason: "a dependency of \(name)")
                }
                return name
            }
            return Target(name: name, path: path, dependencies: names)
        }
    }
}
