import TimelineCore
import Wire

// The contact sheet of a scan: one picture and one id for every face, so that a person can say who may be seen.
//
// Purpose: everything about the sheet that is arithmetic: which frames to look at, what part of them, which picture is
// sharpest, where things go, what the captions say. Decoder and compositor make the same plan from the same timeline.
// Must not know: codecs, fonts, files. The decoder takes the pictures, the compositor draws the text and writes.
// Nothing here decides who is covered: a sheet shows faces as they are, and goes only where a person asked for it.

/// What a contact sheet shows, and where in the medium its pictures may be taken.
package struct SheetPlan: Hashable, Sendable {
    /// A face, as the sheet shows it.
    package struct Face: Hashable, Sendable {
        package var id: Int
        /// Seconds from the first shown frame.
        package var firstTime: Double
        package var lastTime: Double
        /// Frames in which the face is present.
        package var frames: Int
        /// Ordered by frame, no frame twice; the sharpest of them is shown.
        package var candidates: [SheetCandidate]
    }

    /// Ordered by id; a place in this list stands for a face on the data channel.
    package let faces: [Face]
    /// Faces that a sheet of bounded size has no room for: those present in the fewest frames.
    package let leftOut: Int
    package let isPhoto: Bool

    /// Plans the sheet of a timeline.
    ///
    /// - Parameter limit: faces shown at most.
    package init(_ timeline: Timeline, limit: Int = SheetLayout.mostFaces) {
        let present = timeline.faces.filter { !$0.samples.isEmpty }
        let shown = present.sorted { ($1.samples.count, $0.id) < ($0.samples.count, $1.id) }.prefix(max(0, limit))
        faces = shown.sorted { $0.id < $1.id }.map { face in
            Face(
                id: face.id, firstTime: face.samples.first?.time ?? 0, lastTime: face.samples.last?.time ?? 0,
                frames: face.samples.count, candidates: SheetCandidate.choose(from: face.samples, in: timeline.size)
            )
        }
        leftOut = present.count - faces.count
        isPhoto = timeline.kind == .photo
    }

    /// The pictures to take at each frame: places of faces, in their order.
    package var placesByFrame: [Int: [Int]] {
        var places: [Int: [Int]] = [:]
        for (place, face) in faces.enumerated() {
            for candidate in face.candidates { places[candidate.frame, default: []].append(place) }
        }
        return places
    }

    /// The part of a frame that shows a face; nil where the plan takes no picture.
    package func part(ofFace place: Int, at frame: Int) -> PixelRect? {
        guard faces.indices.contains(place) else { return nil }
        return faces[place].candidates.first { $0.frame == frame }?.part
    }
}
