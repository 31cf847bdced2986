import FoundationEssentials
import Glibc

// Measures finished pictures against the truth: how much of every face is hidden, and what else is.
//
//   bench-accuracy photos BOXES.tsv COLOUR TOLERANCE [NAME]   < stream
//   bench-accuracy clip TRUTH.tsv COLOUR TOLERANCE NAME       < stream
//   bench-accuracy empty COLOUR TOLERANCE NAME                < stream
//
// The stream holds binary pixmaps (PPM). For `photos` each follows a line with the picture's name; a name with "!"
// before it is of a picture that was not published. COLOUR is RRGGBB: what the covers were painted with. A pixel
// counts as covered when no channel is farther than TOLERANCE from it. Only pixels are believed, never a report.

do {
    try run(Array(CommandLine.arguments.dropFirst()))
} catch {
    let sentence = Array("bench-accuracy: \(error)\n".utf8)
    _ = write(STDERR_FILENO, sentence, sentence.count)
    exit(1)
}

func run(_ arguments: [String]) throws {
    var rest = arguments[...]
    guard let mode = rest.popFirst() else { throw AccuracyError.usage }
    var stream = try PixmapStream()
    switch mode {
    case "photos":
        let boxes = try PhotoTruth(file: try next(&rest))
        let colour = try CoverColour(hex: try next(&rest), tolerance: try next(&rest))
        var score = PhotoScore(name: rest.popFirst() ?? "photos")
        while let name = try stream.nextLine() {
            if name.hasPrefix("!") {
                score.addUnpublished(String(name.dropFirst()), boxes[String(name.dropFirst())])
            } else if let picture = try stream.nextPicture() {
                score.add(name, boxes[name], CoverMask(picture, colour: colour))
            }
        }
        score.lines.forEach { print($0) }
    case "clip":
        let truth = try ClipTruth(file: try next(&rest))
        let colour = try CoverColour(hex: try next(&rest), tolerance: try next(&rest))
        var score = ClipScore(name: try next(&rest))
        var frame = 0
        while let picture = try stream.nextPicture() {
            score.add(frame, truth[frame], CoverMask(picture, colour: colour))
            frame += 1
        }
        guard frame > 0 else { throw AccuracyError.stream("no picture") }
        score.lines.forEach { print($0) }
    case "empty":
        let colour = try CoverColour(hex: try next(&rest), tolerance: try next(&rest))
        var score = EmptyScore(name: try next(&rest))
        while let picture = try stream.nextPicture() { score.add(CoverMask(picture, colour: colour)) }
        score.lines.forEach { print($0) }
    default: throw AccuracyError.usage
    }
}

private func next(_ arguments: inout ArraySlice<String>) throws -> String {
    guard let argument = arguments.popFirst() else { throw AccuracyError.usage }
    return argument
}
