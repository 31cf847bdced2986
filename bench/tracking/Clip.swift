import FoundationEssentials
import TimelineCore

struct Options {
    /// Every how many frames a detector looked.
    var interval = 1
    /// Which of them is the first.
    var phase = 0
    /// Prints every uncovered face.
    var listsFrames = false
}

/// A face that is really there.
struct TrueFace {
    var name: String
    var box: PixelBox
    /// Share of the box that is neither outside the picture nor behind something.
    var visible: Double
}

struct ClipError: Error {
    var line: Substring
}

/// Recorded detections of a clip, and what is really in it.
struct Clip {
    var name: String
    var size = PixelSize(width: 0, height: 0)
    var observations: [FrameObservation] = []
    var truth: [[TrueFace]] = []

    init(detections: String, truth truthFile: String, options: Options) throws {
        name = detections.split(separator: "/").last.map(String.init) ?? detections
        for line in try String(contentsOfFile: detections, encoding: .utf8).split(separator: "\n") {
            try read(line, options: options)
        }
        truth = Array(repeating: [], count: observations.count)
        for line in try String(contentsOfFile: truthFile, encoding: .utf8).split(separator: "\n").dropFirst() {
            let fields = line.split(separator: "\t")
            guard fields.count == 7, let frame = Int(fields[0]), let visible = Double(fields[5]),
                let box = Self.box(fields[1...])
            else { throw ClipError(line: line) }
            if truth.indices.contains(frame) {
                truth[frame].append(TrueFace(name: String(fields[6]), box: box, visible: visible))
            }
        }
    }

    private mutating func read(_ line: Substring, options: Options) throws {
        let fields = line.split(separator: "\t")
        guard fields.count >= 7, let frame = Int(fields[1]) else { throw ClipError(line: line) }
        let isLooked = frame % options.interval == options.phase
        if fields[0] == "F", let time = Double(fields[2]), let change = Double(fields[3]),
            let width = Int(fields[5]), let height = Int(fields[6])
        {
            size = PixelSize(width: width, height: height)
            observations.append(
                FrameObservation(frame: frame, time: time, change: change, looked: isLooked, detections: [])
            )
        } else if fields[0] == "D", fields.count == 8, let box = Self.box(fields[2...]),
            let score = Double(fields[6]), observations.indices.contains(frame)
        {
            guard isLooked else { return }
            observations[frame].detections.append(
                Detection(box: box, score: score, grid: ColourGrid(cells: Self.bytes(fields[7])))
            )
        } else {
            throw ClipError(line: line)
        }
    }

    private static func box(_ fields: ArraySlice<Substring>) -> PixelBox? {
        let numbers = fields.prefix(4).compactMap { Double($0) }
        guard numbers.count == 4 else { return nil }
        return PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    private static func bytes(_ hex: Substring) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}
