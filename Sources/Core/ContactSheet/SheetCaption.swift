/// What a contact sheet says in words.
package enum SheetCaption {
    /// The first line of the heading.
    package static func title(_ plan: SheetPlan) -> String {
        switch plan.faces.count {
        case 0: "No faces found"
        case 1 where plan.leftOut == 0: "1 face"
        case let shown where plan.leftOut == 0: "\(shown) faces"
        case let shown: "\(shown) of \(shown + plan.leftOut) faces: those seen longest"
        }
    }

    /// The second line of the heading: what a reader has to know.
    package static func note(_ plan: SheetPlan) -> String {
        plan.faces.isEmpty
            ? "Nothing would be covered; add areas by hand where a face was missed."
            : "Faces are shown here uncovered. Delete this sheet when you have chosen."
    }

    /// The lines under a face's id; a photo has no times to tell.
    package static func lines(_ face: SheetPlan.Face, isPhoto: Bool) -> [String] {
        guard !isPhoto else { return [] }
        return [
            "\(position(face.firstTime))\u{2013}\(position(face.lastTime))",
            face.frames == 1 ? "1 frame" : "\(face.frames) frames",
        ]
    }

    /// Stands where no picture of a face could be taken.
    package static let noPicture = "no picture"

    /// A time in a clip as `mm:ss.s`, minutes beyond 99 in full.
    package static func position(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds > 0 else { return "00:00.0" }
        // Rounded once, in tenths, or 59.96 would read 00:60.0.
        let tenths = Int((min(seconds, 1e9) * 10).rounded())
        return "\(two(tenths / 600)):\(two(tenths / 10 % 60)).\(tenths % 10)"
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
