import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Determinism {
        @Test(arguments: ["clip.mp4", "pair.jpg"])
        func `the same input gives the same bytes, whatever the number of detectors`(name: String) throws {
            let scene = try Scene()
            if name == "clip.mp4" {
                try Footage.Clip.entering.write(name, in: scene)
            } else {
                try Footage.pair(name, in: scene)
            }
            var outputs: [[UInt8]] = []
            var timelines: [[UInt8]] = []
            for threads in ["1", "3", "3"] {
                let ended = try scene.cover([name], ["--threads", threads, "--overwrite"])
                #expect(ended.status == 0, "\(ended.errors)")
                outputs.append(try scene.bytes("out/" + name))
                let scan = try scene.safefaces([
                    "scan", scene.path(name), "--output", scene.path("t.json"), "--threads", threads, "--overwrite",
                    "--quiet",
                ])
                #expect(scan.status == 0, "\(scan.errors)")
                timelines.append(try scene.bytes("t.json"))
            }
            let (isRepeatable, isUnaffected) = (outputs[1] == outputs[2], outputs[0] == outputs[1])
            #expect(isRepeatable, "two runs of the same kind differ")
            #expect(isUnaffected, "the number of threads changes the output")
            #expect(timelines[1] == timelines[2] && timelines[0] == timelines[1], "timelines differ")
        }
    }
}
