import TimelineCore

/// Faces of photos that are hidden in the finished pictures.
struct PhotoScore {
    private struct Tally {
        var faces = 0
        var covered = 0
    }

    let name: String
    private var tallies: [String: Tally] = [:]
    private var outside = 0.0
    private var pictures = 0
    private var unpublished = 0
    private var unpublishedFaces = 0
    private var misses: [String] = []

    /// A face is covered when more than this share of its ellipse is.
    private static let coveredShare = 0.9
    /// Boxes of kind `mw` hold a whole head and room about it: only this share of their sides is judged.
    private static let looseCore = 0.6
    /// Sides, in pixels, at which the classes begin. Source: PRIVACY 1.4: at 12 px little identity is left.
    private static let classes: [(name: String, from: Double)] = [("40", 40), ("20-40", 20), ("12-20", 12), ("12", 0)]

    init(name: String) { self.name = name }

    mutating func addUnpublished(_ picture: String, _ faces: [TrueFace]) {
        unpublished += 1
        unpublishedFaces += faces.count { !$0.isIgnored }
        misses.append("unpublished \(picture)")
    }

    mutating func add(_ picture: String, _ faces: [TrueFace], _ mask: CoverMask) {
        pictures += 1
        outside += mask.shareOutside(faces.map(\.box.neighbourhood))
        for face in faces where !face.isIgnored {
            let judged = face.name == "mw" ? face.box.core(Self.looseCore) : face.box
            guard let share = mask.share(ofEllipseIn: judged) else { continue }
            let side = min(face.box.width, face.box.height)
            let isCovered = share > Self.coveredShare
            let size = Self.classes.first { side >= $0.from }?.name ?? "12"
            for key in ["size-\(size)", "size-\(size).\(face.name)"]
                + (side >= 20 ? ["from-20", "from-20.\(face.name)"] : [])
            {
                tallies[key, default: Tally()].faces += 1
                tallies[key, default: Tally()].covered += isCovered ? 1 : 0
            }
            if !isCovered, side >= 12 { misses.append(Self.miss(picture, face, share)) }
        }
    }

    private static func miss(_ picture: String, _ face: TrueFace, _ share: Double) -> String {
        let box = [face.box.x, face.box.y, face.box.width, face.box.height].map { String(Int($0)) }
        return "miss \(picture) \(face.name) \(box.joined(separator: ",")) covered \(Int(100 * share))%"
    }

    /// JSON lines, then what was missed.
    var lines: [String] {
        tallies.sorted { $0.key < $1.key }.map { key, tally in
            resultLine("\(name).recall.\(key)", "%", percent(tally.covered, of: tally.faces), n: tally.faces)
        } + [
            resultLine("\(name).outside", "% of picture", 100 * outside / Double(max(1, pictures)), n: pictures),
            resultLine("\(name).unpublished", "pictures", Double(unpublished), n: pictures + unpublished),
            resultLine("\(name).unpublished-faces", "faces", Double(unpublishedFaces), n: unpublished),
        ] + misses
    }
}
