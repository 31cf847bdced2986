// swift-tools-version: 6.2
import PackageDescription

// The list of targets is the architecture: Core knows nothing, Adapters wrap one library each, Stages combine
// them, Programs start a stage. Tests/LayeringTests holds the arrows to that order.

let runtimeInclude = Context.packageDirectory + "/.deps/openvino/include"

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func core(_ name: String, _ dependencies: [Target.Dependency] = [], testable: Bool = false) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Core/\(name)",
        // `swift build --build-tests` has no switch for @testable, and tests run on the release build.
        swiftSettings: strict + [.strictMemorySafety()] + (testable ? [.unsafeFlags(["-enable-testing"])] : []),
        // Rounding calls floor, ceil and round of the C library, which no import of a Core target brings in.
        linkerSettings: [.linkedLibrary("m")]
    )
}

func shim(_ name: String, libraries: [String], flags: [String] = []) -> Target {
    .target(
        name: name, path: "Sources/Shims/\(name)", publicHeadersPath: "include",
        cSettings: [.treatAllWarnings(as: .error), .enableWarning("all"), .unsafeFlags(flags + ["-O2"])],
        cxxSettings: [.treatAllWarnings(as: .error), .enableWarning("all"), .unsafeFlags(flags + ["-O2"])],
        linkerSettings: libraries.map { .linkedLibrary($0) }
    )
}

func adapter(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Adapters/\(name)", swiftSettings: strict)
}

func stage(_ name: String, _ dependencies: [Target.Dependency], testable: Bool = false) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Stages/\(name)",
        swiftSettings: strict + (testable ? [.unsafeFlags(["-enable-testing"])] : [])
    )
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: strict
    )
}

func benchmark(_ name: String, _ dependencies: [Target.Dependency], scripts: [String] = []) -> Target {
    .executableTarget(
        name: "bench-\(name)", dependencies: dependencies, path: "bench/\(name)", exclude: ["README.md"] + scripts,
        swiftSettings: strict
    )
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies,
        path: "Tests/\(name)Tests", swiftSettings: strict
    )
}

let package = Package(
    name: "SafeFaces",
    targets: [
        core("TimelineCore"),
        core("Digest"),
        core("FileAudit"),
        core("Redaction", ["TimelineCore", "Wire"], testable: true),
        core("Wire", ["TimelineCore"]),
        core("SupervisorCore", ["TimelineCore", "Wire"]),
        core("ContactSheet", ["TimelineCore", "Wire"]),

        shim("CLinux", libraries: []),
        shim("CFFmpeg", libraries: ["avformat", "avcodec", "avutil", "swresample", "swscale"]),
        // The GLib headers that libvips includes are not on the default search path.
        shim(
            "CVips", libraries: ["vips", "gobject-2.0", "glib-2.0"],
            flags: [
                "-isystem", "/usr/include/glib-2.0",
                "-isystem", "/usr/lib/x86_64-linux-gnu/glib-2.0/include",
                "-isystem", "/usr/lib/aarch64-linux-gnu/glib-2.0/include",
            ]
        ),
        // OpenVINO is opened at run time (dlopen), so that a machine without it still builds and runs on OpenCV.
        shim("COpenVINO", libraries: ["dl"], flags: ["-isystem", runtimeInclude]),
        shim(
            "COpenCV", libraries: ["opencv_core", "opencv_dnn", "opencv_imgproc"],
            flags: ["-isystem", "/usr/include/opencv4"]
        ),
        .systemLibrary(name: "CZeroMQ", path: "Sources/Shims/CZeroMQ"),
        .systemLibrary(name: "CSQLite", path: "Sources/Shims/CSQLite"),

        adapter("Platform", ["CLinux"]),
        adapter("SharedFrames", ["Platform", "CLinux", "Wire"]),
        adapter("Messaging", ["CZeroMQ", "Platform"]),
        adapter("Media", ["CFFmpeg", "TimelineCore", "Wire"]),
        adapter("Vision", ["COpenVINO", "COpenCV", "Digest", "TimelineCore"]),
        adapter("Photo", ["CVips", "TimelineCore", "Wire"]),
        adapter("Journal", ["CSQLite"]),
        adapter("Documents", ["TimelineCore", "Redaction"]),
        adapter("Control", ["Platform", "TimelineCore", "Redaction", "Wire", "Documents"]),

        stage("StageKit", ["Platform", "Messaging", "SharedFrames", "Wire", "Control", "TimelineCore"]),
        stage("DecoderStage", ["StageKit", "ContactSheet", "Digest", "Media", "Photo", "SharedFrames", "Wire", "TimelineCore", "Control", "Platform"]),
        stage("DetectorStage", ["StageKit", "Vision", "SharedFrames", "Wire", "TimelineCore", "Control", "Platform"]),
        stage("TrackerStage", ["StageKit", "Wire", "TimelineCore", "Control", "Platform"]),
        stage("CompositorStage", ["StageKit", "ContactSheet", "Media", "Photo", "Redaction", "SharedFrames", "Wire", "TimelineCore", "Control", "Platform"]),
        stage("ValidatorStage", ["StageKit", "FileAudit", "Redaction", "SharedFrames", "Wire", "TimelineCore", "Control", "Platform"], testable: true),
        stage("Supervisor", ["SupervisorCore", "Platform", "Messaging", "SharedFrames", "Wire", "Documents", "Control", "Journal", "Digest", "TimelineCore", "Redaction"]),
        stage("Client", ["FileAudit", "Digest", "Journal", "Platform", "Messaging", "Documents", "Control", "TimelineCore", "Redaction", "Wire"]),

        program("safefaces", ["Client", "Platform"]),
        program("safefacesd", ["Supervisor", "Platform"]),
        program("safefaces-decoder", ["DecoderStage", "StageKit", "Wire"]),
        program("safefaces-detector", ["DetectorStage", "StageKit", "Wire"]),
        program("safefaces-tracker", ["TrackerStage", "StageKit", "Wire"]),
        program("safefaces-compositor", ["CompositorStage", "StageKit", "Wire"]),
        program("safefaces-validator", ["ValidatorStage", "StageKit", "Wire"]),

        benchmark("transport", ["Messaging", "SharedFrames", "Platform", "Wire"]),
        benchmark("tracking", ["TimelineCore"]),
        benchmark("detections", ["Media", "Platform", "TimelineCore", "Vision", "Wire"]),
        benchmark("accuracy", ["TimelineCore"], scripts: ["run"]),

        .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport", swiftSettings: strict),
        tests("TimelineCore", ["TestSupport"]),
        tests("Digest"),
        tests("FileAudit", ["TestSupport", "Media", "Photo", "TimelineCore", "Wire"]),
        tests("Redaction", ["TestSupport", "TimelineCore", "Wire"]),
        tests("Wire", ["TestSupport", "TimelineCore"]),
        tests("SupervisorCore", ["TestSupport", "TimelineCore", "Wire"]),
        tests("ContactSheet", ["TestSupport", "TimelineCore", "Wire"]),
        tests("Platform", ["TestSupport"]),
        tests("SharedFrames", ["TestSupport", "Platform", "Wire"]),
        tests("Messaging", ["TestSupport", "Platform"]),
        tests("Media", ["TestSupport", "TimelineCore", "Wire"]),
        tests("Vision", ["TestSupport", "TimelineCore"]),
        tests("Photo", ["TestSupport", "TimelineCore", "Wire"]),
        tests("Documents", ["TestSupport", "TimelineCore", "Redaction"]),
        tests("ValidatorStage", ["TimelineCore", "Redaction", "Wire"]),
        tests("Client", ["TestSupport", "TimelineCore", "Redaction", "Documents"]),
        .testTarget(name: "LayeringTests", path: "Tests/LayeringTests", swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["TestSupport", "Platform", "Media", "Photo", "TimelineCore", "Wire", "Documents"],
            path: "Tests/EndToEnd", swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c17,
    cxxLanguageStandard: .cxx20
)
