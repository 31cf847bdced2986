// Measures the tracker on recorded detections against exact truth.
//
//   bench-tracking [--interval N] [--phase N] [--list] DETECTIONS.tsv TRUTH.tsv [DETECTIONS.tsv TRUTH.tsv ...]
//
// Detections: lines "F frame time change looked width height" for every shown frame, and "D frame x y w h score
// grid-as-hex" for every detection of it. Truth: a header, then "frame x y w h visible face". With --interval N only
// every Nth frame counts as looked at. Prints one JSON line a clip.

import FoundationEssentials
import TimelineCore

func run(_ arguments: [String]) throws {
    var options = Options()
    var files: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
        switch argument {
        case "--interval": options.interval = rest.popFirst().flatMap { Int($0) } ?? 1
        case "--phase": options.phase = rest.popFirst().flatMap { Int($0) } ?? 0
        case "--list": options.listsFrames = true
        default: files.append(argument)
        }
    }
    while files.count >= 2 {
        let clip = try Clip(detections: files[0], truth: files[1], options: options)
        files.removeFirst(2)
        print(Measurement(clip: clip, options: options).line)
    }
}

try run(Array(CommandLine.arguments.dropFirst()))
