import Foundation
import Wire

import Media

/// Looks at a written file with nothing of FFmpeg's.
enum Bytes {
    static func of(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    static func contains(_ bytes: [UInt8], _ word: String) -> Bool { Data(bytes).range(of: Data(word.utf8)) != nil }

    /// The kinds of unit in an H.264 byte stream (annex B, 7.3.1).
    static func nalTypes(_ stream: [UInt8]) -> [UInt8] {
        stream.indices.dropLast(3).compactMap { at in
            stream[at] == 0 && stream[at + 1] == 0 && stream[at + 2] == 1 ? stream[at + 3] & 0x1F : nil
        }
    }
}

/// The boxes of an mp4 file, by their paths.
struct Boxes {
    struct Box {
        var path: String
        var start: Int
        var size: Int
    }

    private(set) var found: [Box] = []

    init(_ bytes: [UInt8]) { walk(bytes, 0..<bytes.count, "") }

    private mutating func walk(_ bytes: [UInt8], _ range: Range<Int>, _ parent: String) {
        let parents: Set = ["moov", "trak", "edts", "mdia", "minf", "dinf", "stbl", "udta"]
        var at = range.lowerBound
        while at + 8 <= range.upperBound {
            let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[(at + 4)..<(at + 8)], as: UTF8.self)
            guard size >= 8, at + size <= range.upperBound else {
                found.append(Box(path: parent + "(broken)", start: at, size: size))
                return
            }
            found.append(Box(path: parent + name, start: at, size: size))
            if parents.contains(name) { walk(bytes, (at + 8)..<(at + size), parent + name + "/") }
            at += size
        }
    }
}

extension Picture {
    func meanDifference(to other: Picture, _ plane: Int) -> Double {
        var sum = 0
        for y in 0..<layout.planeHeight(plane) {
            for x in 0..<layout.planeWidth(plane) { sum += abs(sample(plane, x, y) - other.sample(plane, x, y)) }
        }
        return Double(sum) / Double(layout.planeWidth(plane) * layout.planeHeight(plane))
    }
}
