import Foundation
import Glibc
import Platform
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Kills {
        /// One way to disturb a run.
        struct Blow: Sendable, CustomTestStringConvertible {
            var stage: String
            var pass: String
            var signal = SIGKILL
            var testDescription: String { "\(signal == SIGKILL ? "kill" : "stop") \(stage) in \(pass)" }
        }

        /// The clip, and what a run that nobody disturbs makes of it.
        private static let undisturbed: Result<(input: [UInt8], output: [UInt8]), any Error> = Result {
            let scene = try Scene()
            try Footage.Clip.twoSeconds.write("clip.mp4", in: scene)
            let ended = try scene.cover(["clip.mp4"])
            guard ended.status == 0 else { throw TestFault(ended.errors) }
            try Videos.expectCovered(.twoSeconds, try Picture(scene.path("out/clip.mp4"), scratch: scene))
            return (try scene.bytes("clip.mp4"), try scene.bytes("out/clip.mp4"))
        }

        /// Starts a run over the clip and waits until it is in a pass.
        private static func run(_ scene: Scene, until pass: String) throws -> Run {
            try scene.write(undisturbed.get().input, to: "clip.mp4")
            let run = try scene.start([
                "cover", scene.path("clip.mp4"), "--output", scene.path("out"), "--report", scene.path("report.json"),
                "--style",
                "bar", "--color", "#00FF00", "--json",
            ])
            let event = try run.nextEvent(withinSeconds: 120) {
                $0["event"]?.text == "progress" && $0["pass"]?.text == pass
            }
            guard event != nil else {
                throw TestFault("the run never came to \(pass): \(try run.finish(withinSeconds: 5).errors)")
            }
            return run
        }

        @Test(
            arguments: ["analyze", "render", "verify"].flatMap { pass in
                Programs.stages.map { Blow(stage: $0, pass: pass) }
            }
                + [
                    Blow(stage: "detector", pass: "analyze", signal: SIGSTOP),
                    Blow(stage: "detector", pass: "verify", signal: SIGSTOP),
                    Blow(stage: "compositor", pass: "render", signal: SIGSTOP),
                ]
        )
        func `a stage that is killed or stopped costs time, never a face`(blow: Blow) throws {
            let scene = try Scene()
            // Stopped ones are given up after this; those that only start slowly, on a busy machine, are not.
            scene.environment["SAFEFACES_STALL_SECONDS"] = blow.signal == SIGSTOP ? "10" : "60"
            let run = try Self.run(scene, until: blow.pass)
            let victims = try scene.processes().filter { $0.name == "safefaces-" + blow.stage }
            let victim = try #require(victims.first)
            #expect(kill(victim.identifier, blow.signal) == 0)

            let ended = try run.finish(withinSeconds: 120)
            let before = try Self.undisturbed.get()
            if ended.status == 0 {
                // The compositor has no more to do once a file is checked, the tracker once the faces are known.
                let isNeededAgain =
                    !(blow.stage == "tracker" && blow.pass != "analyze")
                    && !(blow.stage == "compositor" && blow.pass == "verify")
                #expect(try !isNeededAgain || scene.restarts(of: blow.stage) > 0, "the blow did not land")
                #expect(
                    try scene.holds("out/clip.mp4", exactly: before.output),
                    "the output is not that of an undisturbed run")
            } else {
                #expect([1, 3, 4].contains(ended.status), "\(ended.status): \(ended.errors)")
                #expect(!scene.exists("out/clip.mp4"))
                #expect(ended.errors.contains("clip.mp4"))
            }
            #expect(try scene.holds("clip.mp4", exactly: before.input), "the input was touched")
            #expect(try scene.leftovers(outputs: ended.status == 0 ? ["clip.mp4"] : []) == [])
        }

        /// As a suspended or very busy machine does to it: longer than any heartbeat, shorter than the stall limit.
        @Test(arguments: [Blow(stage: "compositor", pass: "render")])
        func `a stage that is frozen for a while goes on where it was`(blow: Blow) throws {
            let scene = try Scene()
            let run = try Self.run(scene, until: blow.pass)
            let victim = try #require(try scene.processes().first { $0.name == "safefaces-" + blow.stage })
            #expect(kill(victim.identifier, SIGSTOP) == 0)
            let hasEnded = try Moment.comes(withinSeconds: 13) { try scene.processes().isEmpty }
            #expect(!hasEnded)
            #expect(kill(victim.identifier, SIGCONT) == 0)
            let woken = Moment.now
            let ended = try run.finish(withinSeconds: 120)
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(Moment.now - woken < 50, "it was heard again only after the stall limit")
            #expect(try scene.restarts(of: blow.stage) == 0)
            #expect(try scene.holds("out/clip.mp4", exactly: Self.undisturbed.get().output))
        }

        @Test(arguments: ["analyze", "render", "verify"])
        func `a supervisor that is killed takes its stages with it and leaves no file`(pass: String) throws {
            let scene = try Scene()
            let run = try Self.run(scene, until: pass)
            let supervisor = try #require(try scene.processes().first { $0.name == "safefacesd" })
            #expect(kill(supervisor.identifier, SIGKILL) == 0)
            let ended = try run.finish(withinSeconds: 30)
            #expect(ended.status == 5 || ended.status == 1, "\(ended.errors)")
            #expect(ended.errors.contains("supervisor"))
            #expect(try scene.leftovers(outputs: []) == [])
            #expect(try scene.holds("clip.mp4", exactly: Self.undisturbed.get().input))
        }

        @Test(arguments: ["analyze", "verify"])
        func `a client that is killed takes everything with it, and the next run tidies up`(pass: String) throws {
            let scene = try Scene()
            let run = try Self.run(scene, until: pass)
            try run.child.send(.kill)
            #expect(try run.finish(withinSeconds: 5).status == 137)
            #expect(try Moment.comes(withinSeconds: 5) { try scene.processes().isEmpty }, "processes are left")
            #expect(try scene.names(in: "out") == [])
            #expect(try scene.holds("clip.mp4", exactly: Self.undisturbed.get().input))

            let ended = try scene.cover(["clip.mp4"])
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(try scene.holds("out/clip.mp4", exactly: Self.undisturbed.get().output))
            #expect(try scene.leftovers(outputs: ["clip.mp4"]) == [])
        }

        @Test(arguments: [SIGINT, SIGTERM], ["analyze", "verify"])
        func `a client that is interrupted cancels, tidies up and says 130`(signal: Int32, pass: String) throws {
            let scene = try Scene()
            let run = try Self.run(scene, until: pass)
            try run.child.send(Signal(signal))
            let ended = try run.finish(withinSeconds: 30)
            #expect(ended.status == 130, "\(ended.errors)")
            #expect(try scene.leftovers(outputs: []) == [])
        }
    }
}
