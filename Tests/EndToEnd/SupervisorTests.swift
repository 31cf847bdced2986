import Foundation
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Supervisors {
        /// The events of a run, each held against the schema.
        static func events(_ ended: Run.Ended) throws -> [JSONValue] {
            let schema = try Repository.schema("events")
            return try ended.output.split(separator: 10).map { line in
                let event = try JSONValue(parsing: Array(line))
                let problems = try schema.problems(in: event)
                guard problems.isEmpty else { throw TestFault("\(String(decoding: line, as: UTF8.self)): \(problems)") }
                return event
            }
        }

        @Test func `a supervisor starts once, serves many clients and stops`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "one.jpg")
            try Footage.pair("two.jpg", in: scene)
            let none = try scene.safefaces(["supervisor", "status"])
            #expect(none.status == 5)

            let started = try scene.safefaces(["supervisor", "start"], withinSeconds: 30)
            #expect(started.status == 0, "\(started.errors)")
            defer { Self.stopAnyway(scene) }
            let status = try scene.safefaces(["supervisor", "status"])
            #expect(status.status == 0)
            let supervisor = try #require(try scene.processes().first { $0.name == "safefacesd" })
            #expect(String(decoding: status.output, as: UTF8.self).contains("process \(supervisor.identifier)"))

            #expect(try scene.safefaces(["supervisor", "start"]).status == 5)
            let second = try scene.start([], program: "safefacesd").finish(withinSeconds: 20)
            #expect(second.status == 5, "\(second.errors)")
            #expect(second.errors.contains("already"))

            let runs = try ["one", "two"].map {
                try scene.start(["cover", scene.path($0 + ".jpg"), "--output", scene.path("out"), "--json", "--quiet"])
            }
            for run in runs {
                let ended = try run.finish(withinSeconds: 120)
                #expect(ended.status == 0, "\(ended.errors)")
                #expect(ended.errors.isEmpty, "\(ended.errors)")
                #expect(
                    try Self.events(ended).map { $0["event"]?.text }.filter { $0 != "progress" } == [
                        "queued", "published", "summary",
                    ])
            }
            #expect(try scene.names(in: "out") == ["one.jpg", "two.jpg"])
            #expect(
                try scene.processes().filter { $0.name == "safefacesd" }.map(\.identifier) == [supervisor.identifier])
            #expect(try scene.names(in: "r").filter { $0.hasPrefix("p") } == [])

            #expect(try scene.safefaces(["supervisor", "stop"], withinSeconds: 60).status == 0)
            #expect(try Moment.comes(withinSeconds: 5) { try scene.processes().isEmpty })
            #expect(try scene.names(in: "r").filter { $0 != "lock" } == [])
        }

        @Test func `the next supervisor takes the place of one that was killed`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "one.jpg")
            #expect(try scene.safefaces(["supervisor", "start"], withinSeconds: 30).status == 0)
            defer { Self.stopAnyway(scene) }
            let first = try #require(try scene.processes().first { $0.name == "safefacesd" })
            kill(first.identifier, SIGKILL)
            #expect(try Moment.comes(withinSeconds: 5) { try scene.processes().isEmpty })
            #expect(try scene.safefaces(["supervisor", "start"], withinSeconds: 30).status == 0)
            #expect(try scene.cover(["one.jpg"]).status == 0)
            #expect(try scene.safefaces(["supervisor", "stop"], withinSeconds: 60).status == 0)
        }

        @Test func `events are valid, in order, and end with a summary that counts`() throws {
            let scene = try Scene()
            try Footage.Clip.staying.write("in/clip.mp4", in: scene)
            try scene.copy(Footage.portrait, to: "in/portrait.jpg")
            try scene.write(Array("no picture".utf8), to: "in/broken.jpg")
            try scene.write(Array("a list".utf8), to: "in/notes.txt")
            let ended = try scene.safefaces(["cover", scene.path("in"), "--output", scene.path("out"), "--json"])
            #expect(ended.status == 4, "\(ended.errors)")
            let events = try Self.events(ended)
            let last = try #require(events.last)
            #expect(last["event"]?.text == "summary")
            #expect(last["published"]?.number == 2)
            #expect(last["failed"]?.number == 1)
            #expect(last["skipped"]?.number == 1)
            let passes = events.filter {
                $0["event"]?.text == "progress" && $0["input"]?.text?.hasSuffix("clip.mp4") ?? false
            }
            let names = passes.compactMap { $0["pass"]?.text }
            #expect(
                names.enumerated().filter { $0.offset == 0 || names[$0.offset - 1] != $0.element }.map(\.element) == [
                    "analyze", "render", "verify",
                ])
            for event in passes {
                let (done, total) = (try #require(event["done"]?.number), try #require(event["total"]?.number))
                #expect(done <= total && total == 30)
            }
        }

        @Test func `quiet says nothing when all goes well`() throws {
            let scene = try Scene()
            try scene.copy(Footage.portrait, to: "portrait.jpg")
            let ended = try scene.cover(["portrait.jpg"])
            #expect(ended.status == 0)
            #expect(ended.errors.isEmpty && ended.output.isEmpty, "\(ended.errors)")
        }

        /// After a test that failed half-way.
        private static func stopAnyway(_ scene: Scene) {
            do {
                for process in try scene.processes() { kill(process.identifier, SIGKILL) }
            } catch {
                print("the processes could not be listed: \(error)")
            }
        }
    }
}
