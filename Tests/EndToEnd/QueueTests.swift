import Foundation
import Glibc
import Platform
import TestSupport
import Testing

extension EndToEnd {
    /// Jobs that nobody waits for.
    @Suite struct Queue {
        /// Long enough that nothing of it is published while a test does something to its job.
        private static let longClip: Footage.Clip = {
            var clip = Footage.Clip.staying
            clip.frames = 400
            clip.frameRate = 30
            clip.step = 0
            return clip
        }()

        private static func submit(_ scene: Scene, _ inputs: [String], _ more: [String] = []) throws -> String {
            let ended = try scene.safefaces(
                ["submit"] + inputs.map(scene.path) + ["--output", scene.path("out")]
                    + ["--style", "bar", "--color", "#00FF00"] + more
            )
            guard ended.status == 0 else { throw TestFault(ended.errors) }
            return String(decoding: ended.output, as: UTF8.self).trimmingCharacters(in: .newlines)
        }

        private static func status(_ scene: Scene, _ job: String) throws -> JSONValue {
            let ended = try scene.safefaces(["status", job, "--json"])
            guard ended.status == 0 else { throw TestFault(ended.errors) }
            return try JSONValue(parsing: ended.output)
        }

        private static func states(_ scene: Scene, _ job: String) throws -> [String] {
            try status(scene, job)["items"]?.elements.compactMap { $0["state"]?.text } ?? []
        }

        private static func supervisor(_ scene: Scene) throws -> Int32 {
            guard let found = try scene.processes().first(where: { $0.name == "safefacesd" }) else {
                throw TestFault("no supervisor runs")
            }
            return found.identifier
        }

        /// Ends the supervisor that `submit` left behind.
        private static func stop(_ scene: Scene) {
            do {
                _ = try scene.safefaces(["supervisor", "stop"], withinSeconds: 60)
                for process in try scene.processes() { kill(process.identifier, SIGKILL) }
            } catch {
                print("the supervisor could not be stopped: \(error)")
            }
        }

        /// Waits until a job's item is in work and some frames of it are done, by the clock: nobody gets its events.
        private static func waitUntilRunning(_ scene: Scene, _ job: String) throws {
            let began = try Moment.comes(withinSeconds: 30) { try status(scene, job)["state"]?.text == "running" }
            guard began else { throw TestFault("job \(job) was never begun") }
            _ = poll(nil, 0, 700)
        }

        @Test func `a submitted job is done though its client is gone, and wait ends as cover would`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "one.jpg")
            try scene.write(Array("no picture".utf8), to: "broken.jpg")
            let job = try Self.submit(scene, ["one.jpg", "broken.jpg"], ["--report", scene.path("report.json")])
            defer { Self.stop(scene) }
            let waited = try scene.safefaces(["wait", job, "--json"])
            #expect(waited.status == 4, "\(waited.errors)")
            #expect(
                try Supervisors.events(waited).compactMap { $0["event"]?.text } == ["published", "failed", "summary"])
            let status = try Self.status(scene, job)
            #expect(status["job"]?.text == job && status["state"]?.text == "done")
            #expect(try Self.states(scene, job) == ["published", "failed"])
            #expect(Moment.comes(withinSeconds: 5) { scene.exists("report.json") })
            #expect(try scene.report()["items"]?.elements.count == 2)
            #expect(try scene.names(in: "out") == ["one.jpg"])
            let list = try scene.safefaces(["list"])
            #expect(String(decoding: list.output, as: UTF8.self).contains("1 published, 1 failed"))
            for name in try scene.names(in: "s") {
                let mode = try FileManager.default.attributesOfItem(atPath: scene.path("s/" + name))[.posixPermissions]
                #expect(mode as? Int == 0o600, "\(name)")
            }
        }

        @Test func `the same words twice are one job, and after it nothing is left to do`() throws {
            let scene = try Scene()
            try Footage.Clip.twoSeconds.write("clip.mp4", in: scene)
            let job = try Self.submit(scene, ["clip.mp4"])
            defer { Self.stop(scene) }
            #expect(try Self.submit(scene, ["clip.mp4"]) == job)
            #expect(try scene.safefaces(["wait", job]).status == 0)
            let second = try Self.submit(scene, ["clip.mp4"])
            #expect(second != job)
            #expect(try scene.safefaces(["wait", second]).status == 0)
            #expect(try Self.states(scene, second) == ["skipped"])
        }

        @Test func `two jobs for one output do its work once`() throws {
            let scene = try Scene()
            try Footage.Clip.twoSeconds.write("clip.mp4", in: scene)
            try scene.copy(Footage.portrait, to: "one.jpg")
            let first = try Self.submit(scene, ["clip.mp4"])
            defer { Self.stop(scene) }
            let second = try Self.submit(scene, ["clip.mp4", "one.jpg"])
            #expect(try scene.safefaces(["wait", first, second]).status == 0)
            #expect(try Self.states(scene, first) == ["published"])
            #expect(try Self.states(scene, second) == ["skipped", "published"])
        }

        @Test(arguments: [SIGKILL, SIGTERM])
        func `a job goes on where its supervisor was killed, and the result is the same bytes`(signal: Int32) throws {
            let undisturbed = try Scene()
            try Self.longClip.write("clip.mp4", in: undisturbed)
            #expect(try undisturbed.cover(["clip.mp4"]).status == 0)

            let scene = try Scene()
            try scene.write(undisturbed.bytes("clip.mp4"), to: "clip.mp4")
            try scene.copy(Footage.portrait, to: "a.jpg")
            let job = try Self.submit(scene, ["a.jpg", "clip.mp4"])
            defer { Self.stop(scene) }
            #expect(try Moment.comes(withinSeconds: 60) { try Self.states(scene, job) == ["published"] })
            let photo = try scene.bytes("out/a.jpg")
            try Self.waitUntilRunning(scene, job)
            kill(try Self.supervisor(scene), signal)
            #expect(try Moment.comes(withinSeconds: 10) { try scene.processes().isEmpty })
            #expect(try scene.names(in: "out") == ["a.jpg"])

            #expect(try scene.safefaces(["wait", job]).status == 0)
            #expect(try Self.states(scene, job) == ["published", "published"])
            #expect(try scene.holds("out/a.jpg", exactly: photo))
            #expect(try scene.holds("out/clip.mp4", exactly: undisturbed.bytes("out/clip.mp4")))
            #expect(try scene.names(in: "out") == ["a.jpg", "clip.mp4"])
        }

        @Test func `a stopped supervisor leaves what waits to the next one`() throws {
            let scene = try Scene()
            for number in 1...6 { try scene.copy(Footage.portrait, to: "\(number).jpg") }
            let job = try Self.submit(scene, (1...6).map { "\($0).jpg" })
            defer { Self.stop(scene) }
            #expect(try Moment.comes(withinSeconds: 30) { try Self.status(scene, job)["state"]?.text == "running" })
            #expect(try scene.safefaces(["supervisor", "stop"], withinSeconds: 60).status == 0)
            #expect(try Self.states(scene, job).count < 6)
            #expect(try scene.safefaces(["supervisor", "start"], withinSeconds: 30).status == 0)
            #expect(try scene.safefaces(["wait", job]).status == 0)
            #expect(try Self.states(scene, job) == Array(repeating: "published", count: 6))
        }

        @Test func `a cancelled job publishes nothing more, and retry does the rest`() throws {
            let scene = try Scene()
            try Self.longClip.write("clip.mp4", in: scene)
            try scene.copy(Footage.portrait, to: "z.jpg")
            let job = try Self.submit(scene, ["clip.mp4", "z.jpg"])
            defer { Self.stop(scene) }
            try Self.waitUntilRunning(scene, job)
            #expect(try scene.safefaces(["cancel", job]).status == 0)
            #expect(try scene.safefaces(["wait", job]).status == 130)
            #expect(try Self.states(scene, job) == ["cancelled", "cancelled"])
            #expect(try scene.names(in: "out") == [])
            let late = try scene.safefaces(["cancel", job])
            #expect(late.status == 2 && late.errors.contains("ended already"), "\(late.errors)")

            #expect(try scene.safefaces(["retry", job]).status == 0)
            #expect(try scene.safefaces(["wait", job]).status == 0)
            #expect(try Self.states(scene, job) == ["published", "published"])
            #expect(try scene.safefaces(["retry", job]).status == 2)
        }

        @Test func `what failed is done by retry once its cause is gone, and what was published stays`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "one.jpg")
            try scene.write(Array("no picture".utf8), to: "two.jpg")
            let job = try Self.submit(scene, ["one.jpg", "two.jpg"])
            defer { Self.stop(scene) }
            #expect(try scene.safefaces(["wait", job]).status == 4)
            let first = try scene.bytes("out/one.jpg")
            try FileManager.default.removeItem(atPath: scene.path("two.jpg"))
            try scene.copy(Footage.portrait, to: "two.jpg")
            #expect(try scene.safefaces(["retry", job]).status == 0)
            #expect(try scene.safefaces(["wait", job]).status == 0)
            #expect(try scene.holds("out/one.jpg", exactly: first))
            #expect(try scene.names(in: "out") == ["one.jpg", "two.jpg"])
        }

        @Test func `an input that is gone when its turn comes fails alone`() throws {
            let scene = try Scene()
            try Footage.Clip.twoSeconds.write("clip.mp4", in: scene)
            try scene.copy(Footage.portrait, to: "z.jpg")
            let job = try Self.submit(scene, ["clip.mp4", "z.jpg"])
            defer { Self.stop(scene) }
            try FileManager.default.removeItem(atPath: scene.path("z.jpg"))
            #expect(try scene.safefaces(["wait", job]).status == 4)
            #expect(try Self.states(scene, job) == ["published", "failed"])
        }

        @Test func `a job of thousands is taken in at once and ends`() throws {
            let scene = try Scene()
            let count = 2000
            try FileManager.default.createDirectory(
                atPath: scene.path("in"), withIntermediateDirectories: false)
            for number in 0..<count { try scene.write(Array("no picture".utf8), to: "in/\(number).jpg") }
            let job = try Self.submit(scene, ["in"])
            defer { Self.stop(scene) }
            #expect(try scene.safefaces(["wait", job, "--quiet"], withinSeconds: 300).status == 4)
            #expect(try Self.states(scene, job).count == count)
        }

        @Test func `profile shows what each stage of a job did`() throws {
            let scene = try Scene()
            defer { Self.stop(scene) }
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            try Footage.Clip.staying.write("clip.mp4", in: scene)
            let job = try Self.submit(scene, ["portrait.jpg", "clip.mp4"])
            #expect(try scene.safefaces(["wait", job]).status == 0)
            let ended = try scene.safefaces(["profile", job, "--json"])
            #expect(ended.status == 0, "\(ended.errors)")
            let profile = try JSONValue(parsing: ended.output)
            let rows = profile["rows"]?.elements ?? []
            for (pass, stages) in [
                ("analyze", ["decoder", "detector", "tracker"]), ("render", ["decoder", "compositor"]),
                ("verify", ["decoder", "detector", "validator"]),
            ] {
                for stage in stages {
                    let row = rows.first { $0["pass"]?.text == pass && $0["stage"]?.text == stage }
                    #expect((row?["busySeconds"]?.number ?? 0) > 0, "\(stage) in \(pass)")
                }
            }
            #expect(Set(profile["bounds"]?.elements.compactMap { $0["pass"]?.text } ?? []) == ["analyze", "render", "verify"])
            #expect(try scene.safefaces(["profile", job]).output.isEmpty == false)
        }

        @Test(arguments: ["status", "wait", "cancel", "retry", "profile"])
        func `a job that does not exist is a usage error of one line`(command: String) throws {
            let scene = try Scene()
            let ended = try scene.safefaces([command, "77"])
            #expect(ended.status == 2)
            #expect(ended.errors.split(separator: "\n").count == 1 && ended.errors.contains("'77'"), "\(ended.errors)")
            #expect(try scene.processes().isEmpty)
        }

        @Test func `cover leaves a job that can be looked at`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "one.jpg")
            #expect(try scene.cover(["one.jpg"]).status == 0)
            #expect(try Self.states(scene, "1") == ["published"])
            #expect(try scene.safefaces(["wait", "1"]).status == 0)
        }
    }
}
