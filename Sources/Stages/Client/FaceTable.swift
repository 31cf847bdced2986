import Documents

/// The faces of a scan as a table for a person.
package enum FaceTable {
    /// A heading and a line for each face, or one line that there is none.
    package static func lines(_ document: TimelineDocument) -> [String] {
        guard !document.faces.isEmpty else { return ["no faces found"] }
        let rows = document.faces.sorted { $0.id < $1.id }.map(row)
        let table = [["face", "first", "last", "frames", "shown"]] + rows
        let widths = table[0].indices.map { column in
            table.map { TextWidth.columns(of: $0[column]) }.max() ?? 0
        }
        return table.map { cells in
            zip(cells, widths).map { TextWidth.rightAligned($0, columns: $1) }.joined(separator: "  ")
        }
    }

    private static func row(_ face: TimelineFace) -> [String] {
        let first = face.samples.first.map { TimeText.position($0.time) } ?? "-"
        let last = face.samples.last.map { TimeText.position($0.time) } ?? "-"
        return ["\(face.id)", first, last, "\(face.samples.count)", face.visible ? "visible" : "covered"]
    }
}
