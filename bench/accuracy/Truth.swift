import FoundationEssentials
import TimelineCore

/// A face that is really there.
struct TrueFace {
    var box: PixelBox
    /// Photos: who drew the box. Clips: the identity.
    var name: String
    /// Not to be judged, but no false cover either.
    var isIgnored: Bool
    /// Share of the box that is neither outside the picture nor behind something.
    var visible: Double
}

private func rows(of file: String, fields count: Int) throws -> [[Substring]] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == count else { throw AccuracyError.truth(line: String(line)) }
        return fields
    }
}

private func box(_ fields: ArraySlice<Substring>) throws -> PixelBox {
    let numbers = fields.compactMap { Double($0) }
    guard numbers.count == 4 else { throw AccuracyError.truth(line: fields.joined(separator: " ")) }
    return PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
}

/// Faces of photos: image, x, y, w, h, ignore, note; the note begins with `gt=KIND`.
struct PhotoTruth {
    private var faces: [String: [TrueFace]] = [:]

    init(file: String) throws {
        for fields in try rows(of: file, fields: 7) {
            let kind = fields[6].split(separator: ";").first?.split(separator: "=").last.map(String.init) ?? ""
            let face = TrueFace(box: try box(fields[1...4]), name: kind, isIgnored: fields[5] != "0", visible: 1)
            faces[String(fields[0]), default: []].append(face)
        }
    }

    subscript(picture: String) -> [TrueFace] { faces[picture] ?? [] }
}

/// Faces of a clip: frame, x, y, w, h, visible share, identity.
struct ClipTruth {
    private var faces: [Int: [TrueFace]] = [:]

    init(file: String) throws {
        for fields in try rows(of: file, fields: 7) {
            guard let frame = Int(fields[0]), let visible = Double(fields[5]) else {
                throw AccuracyError.truth(line: fields.joined(separator: " "))
            }
            let face = TrueFace(
                box: try box(fields[1...4]), name: String(fields[6]), isIgnored: false, visible: visible
            )
            faces[frame, default: []].append(face)
        }
    }

    subscript(frame: Int) -> [TrueFace] { faces[frame] ?? [] }
}
