// Runs the detector over every frame of a clip and prints what it finds, for bench-tracking.
//
//   bench-detections [--side N] [--score S] CLIP > DETECTIONS.tsv
//
// Lines "F frame time change looked width height" for every shown frame, each followed by its "D frame x y w h score
// grid-as-hex" lines. N is the long side of a look in pixels (960, as the analysis), S the least score (0.1).

import FoundationEssentials
import Media
import Platform
import TimelineCore
import Vision
import Wire

struct UsageError: Error {}

func run(_ arguments: [String]) throws {
    var side = 960
    var score = 0.1
    var clip: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
        switch argument {
        case "--side": side = rest.popFirst().flatMap { Int($0) } ?? side
        case "--score": score = rest.popFirst().flatMap { Double($0) } ?? score
        default: clip = argument
        }
    }
    guard let clip else { throw UsageError() }
    try scan(clip, side: side, score: score)
}

func scan(_ clip: String, side: Int, score: Double) throws {
    let file = try FileSystem.openReadOnly(JobPath(clip))
    let reader = try VideoReader(descriptor: file.number, threads: 1)
    let detector = try RuntimeLocator.current().openDetector().detector
    let size = reader.info.uprightSize
    let scale = min(2, Double(side) / Double(max(size.width, size.height)))
    let look = PixelSize(
        width: Int((Double(size.width) * scale).rounded()), height: Int((Double(size.height) * scale).rounded())
    )
    let layout = PictureLayout.packed(format: .rgb24, size: look, fullRange: true)
    let base = Double(reader.info.timeBase.numerator) / Double(reader.info.timeBase.denominator)
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.byteCount, alignment: 64)
    defer { pixels.deallocate() }
    var first: Int64?
    while true {
        switch try reader.next() {
        case .end: return
        case .audio: continue
        case .picture(let picture):
            let start = first ?? picture.ticks
            first = start
            try reader.scaleUpright(into: pixels, layout: layout)
            let time = Double(picture.ticks - start) * base
            print("F\t\(picture.frame)\t\(time)\t\(reader.changeFromPrevious)\t1\t\(size.width)\t\(size.height)")
            let found = try detector.detect(
                picture: UnsafeRawBufferPointer(pixels), width: look.width, height: look.height,
                strideBytes: layout.strides[0], minimumScore: score, wantsGrid: true
            )
            for face in found {
                let x = Double(size.width) / Double(look.width)
                let y = Double(size.height) / Double(look.height)
                let grid = (face.grid?.cells ?? []).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                print(
                    "D\t\(picture.frame)\t\(face.box.x * x)\t\(face.box.y * y)\t\(face.box.width * x)"
                        + "\t\(face.box.height * y)\t\(face.score)\t\(grid)"
                )
            }
        }
    }
}

try run(Array(CommandLine.arguments.dropFirst()))
