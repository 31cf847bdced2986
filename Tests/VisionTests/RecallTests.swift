import Foundation
import Testing
import TimelineCore

import Vision

/// Recall on annotated photographs.
///
/// The floors are what was measured, less the rounding of a scaler.
@Suite(.enabled(if: Places.hasModel && Places.hasFaces, "needs the detector model and ../shared/data/faces"))
struct RecallTests {
    struct Face { var box: PixelBox, ignored: Bool }

    private func truth() throws -> [String: [Face]] {
        let text = try String(contentsOfFile: Places.faces + "/boxes.tsv", encoding: .utf8)
        var faces: [String: [Face]] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let field = line.split(separator: "\t", omittingEmptySubsequences: false)
            let numbers = field[1...4].compactMap { Double($0) }
            try #require(numbers.count == 4)
            let box = PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            faces[String(field[0]), default: []].append(Face(box: box, ignored: field[5] == "1"))
        }
        return faces
    }

    private func isFound(_ face: PixelBox, in seen: [Detection]) -> Bool {
        seen.contains { found in
            let centre = found.box.centre
            return found.box.overlap(with: face) > 0.3
                || (centre.x >= face.x && centre.x <= face.maxX && centre.y >= face.y && centre.y <= face.maxY)
        }
    }

    /// Found and wanted faces of at least 20 pixels over all named pictures that `choose` takes.
    private func recall(
        minimumScore: Double, where choose: (String) -> Bool
    ) throws -> (found: Int, wanted: Int) {
        let detector = try Places.detector(Places.hasOpenVINO ? .openvino : .opencv)
        var (found, wanted) = (0, 0)
        for (name, faces) in try truth().sorted(by: { $0.key < $1.key }) where choose(name) {
            let seen = try detector.detect(TestPicture(path: Places.faces + "/" + name), minimumScore: minimumScore)
            for face in faces where !face.ignored && max(face.box.width, face.box.height) >= 20 {
                wanted += 1
                if isFound(face.box, in: seen) { found += 1 }
            }
        }
        return (found, wanted)
    }

    @Test func `every face of the checked group photos is found at 0_3`() throws {
        let (found, wanted) = try recall(minimumScore: 0.3) { $0.hasPrefix("hv_u") || $0.hasPrefix("dlib_") }
        #expect(wanted > 60)
        #expect(found == wanted)
    }

    @Test func `nineteen of twenty faces of the low-resolution crowd pictures are found at 0_1`() throws {
        let (found, wanted) = try recall(minimumScore: 0.1) { $0.hasPrefix("w416_1") || $0.hasPrefix("w416_2") }
        #expect(wanted > 50)
        #expect(Double(found) >= 0.95 * Double(wanted), "\(found) of \(wanted)")
    }
}
