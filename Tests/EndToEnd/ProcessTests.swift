import Foundation
import Platform
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Processes {
        @Test func `five kinds of stage work as children of the supervisor`() throws {
            let scene = try Scene()
            try Footage.Clip.staying.write("clip.mp4", in: scene)
            let run = try scene.start([
                "cover", scene.path("clip.mp4"), "--output", scene.path("out"), "--report", scene.path("report.json"),
                "--json", "--quiet",
            ])
            _ = try #require(try run.nextEvent(withinSeconds: 60) { $0["event"]?.text == "progress" })
            let processes = try scene.processes()
            let supervisors = processes.filter { $0.name == "safefacesd" }
            #expect(supervisors.map(\.parent) == [run.child.identifier])
            let supervisor = try #require(supervisors.first)
            for stage in Programs.stages {
                let those = processes.filter { $0.name == "safefaces-" + stage }
                #expect(!those.isEmpty, "\(stage)")
                #expect(those.allSatisfy { $0.parent == supervisor.identifier }, "\(stage)")
            }
            #expect(try run.finish(withinSeconds: 120).status == 0)
            try Photos.expectTrueReport(scene, faces: 1, frames: 30)
            #expect(try scene.leftovers(outputs: ["clip.mp4"]) == [])
        }

        @Test(
            .enabled(if: Tool.isPresent("ldd"), "ldd is not installed"),
            arguments: [
                (
                    "tracker",
                    ["libav", "libswscale", "libswresample", "libvips", "libopencv", "libopenvino", "libsqlite"]
                ),
                (
                    "validator",
                    ["libav", "libswscale", "libswresample", "libvips", "libopencv", "libopenvino", "libsqlite"]
                ),
                ("decoder", ["libopencv", "libopenvino", "libsqlite"]),
                ("detector", ["libav", "libswscale", "libswresample", "libvips", "libsqlite"]),
                ("compositor", ["libopencv", "libopenvino", "libsqlite"]),
            ]
        )
        func `a stage loads only what its work needs`(stage: String, forbidden: [String]) throws {
            let loaded = try Tool.text("ldd", [try Programs.path("safefaces-" + stage)])
                .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(loaded.contains { $0.hasPrefix("libzmq") }, "\(loaded)")
            for name in forbidden { #expect(!loaded.contains { $0.hasPrefix(name) }, "\(name)") }
        }

        /// True where processes may be traced at all; a container may forbid it.
        private static let canTrace: Bool = {
            do {
                return try Tool.text("strace", ["-f", "-e", "trace=network", "/bin/true"]).isEmpty
            } catch {
                return false
            }
        }()

        @Test(.enabled(if: canTrace, "strace is not installed or not allowed"))
        func `no process of a whole run opens a network socket`() throws {
            let scene = try Scene()
            var clip = Footage.Clip.staying
            clip.frames = 15
            try clip.write("clip.mp4", in: scene)
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            var settings = ProcessInfo.processInfo.environment
            settings["SAFEFACES_RUNTIME"] = scene.runtime
            settings["SAFEFACES_STATE"] = scene.state
            let run = try Run(
                try #require(Tool.path("strace")),
                [
                    "-f", "-qq", "--seccomp-bpf", "-e", "trace=socket,socketpair,connect,bind,sendto,sendmsg", "-o",
                    scene.path("trace"),
                    try Programs.path("safefaces"), "cover", scene.path("clip.mp4"), scene.path("portrait.jpg"),
                    "--output",
                    scene.path("out"), "--quiet",
                ], environment: settings)
            let ended = try run.finish(withinSeconds: 180)
            #expect(ended.status == 0, "\(ended.errors)")
            let lines = String(decoding: try scene.bytes("trace"), as: UTF8.self).split(separator: "\n")
            // The local sockets of the messages are there, so the trace saw the processes.
            #expect(lines.contains { $0.contains("socket(AF_UNIX") })
            #expect(Set(lines.compactMap { $0.split(separator: " ").first }).count >= 7)
            let network = lines.filter { line in
                ["AF_INET", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_BLUETOOTH"].contains { line.contains($0) }
            }
            #expect(network == [])
        }

        @Test func `the memory of all processes together stays below 1.5 GiB at 1080p`() throws {
            // The short clip fills every queue and the encoder's look-ahead; the long one shows that nothing grows.
            let isLong = ProcessInfo.processInfo.environment["SAFEFACES_LONG_TESTS"] != nil
            let scene = try Scene()
            var clip = Footage.Clip.staying
            clip.size = (1920, 1080)
            clip.side = 1080
            clip.frames = isLong ? 60 * 25 : 70
            clip.frameRate = isLong ? 25 : 15
            clip.step = isLong ? 0 : 4
            try clip.write("clip.mp4", in: scene, codec: ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "20"])
            let run = try scene.start(["cover", scene.path("clip.mp4"), "--output", scene.path("out"), "--quiet"])
            var peaks: [Int32: Census.Entry] = [:]
            let hasEnded = try Moment.comes(withinSeconds: isLong ? 1800 : 240) {
                for process in try scene.processes() { peaks[process.identifier] = process }
                return try run.child.processDescriptor.waitUntilReadable(timeoutMilliseconds: 50)
            }
            #expect(hasEnded)
            let ended = try run.finish(withinSeconds: 1)
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(Set(peaks.values.map(\.name)) == Set(Programs.names), "not every process was seen")
            let sum = peaks.values.reduce(0) { $0 + $1.peakBytes }
            let account = peaks.values.map { "\($0.name) \($0.peakBytes >> 20)" }.sorted().joined(separator: ", ")
            print("peak memory at 1080p: \(sum >> 20) MiB (\(account))")
            #expect(sum < 1536 << 20, "\(account)")
        }
    }
}
