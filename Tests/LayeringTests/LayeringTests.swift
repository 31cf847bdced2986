import Foundation
import Testing

/// The arrows between targets point one way: Programs, Stages, Adapters, Shims and Core.
@Suite struct LayeringTests {
    /// Adapters that know another adapter besides Platform, which any may use.
    private static let adapterExceptions: [String: Set<String>] = ["Control": ["Documents"]]

    private func allowedLayers(for layer: String) -> Set<String>? {
        switch layer {
        case "Core": ["Core"]
        case "Shims": []
        case "Adapters": ["Shims", "Core"]
        case "Stages": ["Core", "Adapters"]
        case "Programs": ["Stages"]
        default: nil
        }
    }

    @Test func `every arrow points down`() throws {
        let map = try PackageMap.load()
        #expect(map.targets.count > 25, "the manifest was not read whole")
        for target in map.targets {
            guard let allowed = allowedLayers(for: target.layer) else { continue }
            for dependency in target.dependencies {
                let layer = map.layer(of: dependency)
                let isExempt =
                    target.layer == "Adapters"
                    && (dependency == "Platform" || Self.adapterExceptions[target.name]?.contains(dependency) == true)
                    || target.layer == "Stages" && dependency == "StageKit"
                    // A main file names the kind of its stage and the path of its own program, no more.
                    || target.layer == "Programs" && ["Platform", "Wire"].contains(dependency)
                #expect(allowed.contains(layer) || isExempt, "\(target.name) must not depend on \(dependency)")
            }
        }
    }

    @Test func `every target of the sources is in a known layer and every import is a declared arrow`() throws {
        let map = try PackageMap.load()
        let system: Set<String> = ["FoundationEssentials", "Glibc", "Synchronization", "Testing"]
        for target in map.targets where target.path.hasPrefix("Sources/") {
            #expect(allowedLayers(for: target.layer) != nil, "\(target.name) is in no layer")
            for file in try SourceFile.all(under: target.path) {
                for module in file.imports where !system.contains(module) {
                    #expect(target.dependencies.contains(module), "\(file.path) imports \(module)")
                }
            }
        }
    }

    @Test func `a shim is imported by one adapter only, Platform's by what shares memory besides`() throws {
        let map = try PackageMap.load()
        for shim in map.targets where shim.layer == "Shims" {
            let users = Set(map.targets.filter { $0.dependencies.contains(shim.name) }.map(\.name))
            let expected: Set<String> = shim.name == "CLinux" ? ["Platform", "SharedFrames"] : users
            #expect(users == expected && users.count <= 2, "\(shim.name) is used by \(users.sorted())")
            if shim.name != "CLinux" { #expect(users.count == 1, "\(shim.name) is used by \(users.sorted())") }
        }
    }

    @Test(arguments: ["TrackerStage", "ValidatorStage"])
    func `the stages that judge know neither codec nor model`(name: String) throws {
        let map = try PackageMap.load()
        var reached: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard reached.insert(next).inserted else { continue }
            let target = try #require(map[next], "\(next) is no target")
            open.append(contentsOf: target.dependencies)
        }
        #expect(reached.isDisjoint(with: ["Media", "Photo", "Vision", "CFFmpeg", "CVips", "COpenCV", "COpenVINO"]))
        #expect(reached.contains("StageKit"), "the walk did not get anywhere")
    }

    @Test func `the core knows no system, no Foundation and no C`() throws {
        let files = try SourceFile.all(under: "Sources/Core")
        #expect(files.count > 15)
        let core: Set<String> = ["TimelineCore", "Redaction", "Wire", "SupervisorCore"]
        for file in files {
            #expect(Set(file.imports).isSubset(of: core), "\(file.path) imports \(file.imports)")
        }
    }

    @Test func `no product code imports all of Foundation or Dispatch`() throws {
        for file in try SourceFile.all(under: "Sources") {
            #expect(
                Set(file.imports).isDisjoint(with: ["Foundation", "Dispatch", "FoundationNetworking"]), "\(file.path)")
        }
    }

    @Test func `nothing is public: the package is its own only user`() throws {
        for file in try SourceFile.all(under: "Sources") {
            for (index, line) in file.lines.enumerated() {
                #expect(!line.split(separator: " ").prefix(2).contains("public"), "\(file.path):\(index + 1)")
            }
        }
    }

    @Test func `every type and function of the core that others use says what it is`() throws {
        let kinds: Set<String> = ["struct", "enum", "class", "protocol", "func", "typealias"]
        let missing = try SourceFile.all(under: "Sources/Core").flatMap { $0.undocumented(kinds) }
        #expect(missing.isEmpty, "\(missing.count) without a doc comment:\n\(missing.joined(separator: "\n"))")
    }

    @Test func `the checks themselves see what they look for`() {
        let file = SourceFile(
            path: "x.swift",
            lines: [
                "import Glibc", "@preconcurrency import Foundation", "import struct Wire.Look", "// import Nothing",
                "/// Said.", "@inlinable", "package func a() {}", "", "package static func b() {}", "package var c = 1",
            ]
        )
        #expect(file.imports == ["Glibc", "Foundation", "Wire"])
        #expect(file.undocumented(["func"]) == ["x.swift:9: package static func b() {}"])
    }
}
