import TimelineCore

/// A manual region as it stands in a timeline or a regions file.
///
/// Units: seconds from the first shown frame, pixels of the upright picture.
package struct RegionEntry: Hashable, Sendable, Codable {
    /// One place of the region at one time; between two of them it moves in a straight line.
    package struct Keyframe: Hashable, Sendable, Codable {
        package var time: Double
        package var box: DocumentBox

        package init(time: Double, box: DocumentBox) {
            self.time = time
            self.box = box
        }
    }

    package var id: String
    package var keyframes: [Keyframe]
    package var from: Double
    package var to: Double

    package init(_ region: ManualRegion) {
        id = region.id
        keyframes = region.keyframes.map { Keyframe(time: $0.time, box: DocumentBox($0.box)) }
        from = region.from
        to = region.to
    }

    /// Reads an entry; without `from` the region begins at the start, without `to` it lasts to the end, because a
    /// region that says less covers more.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        keyframes = try container.decode([Keyframe].self, forKey: .keyframes)
        from = try container.decodeIfPresent(Double.self, forKey: .from) ?? 0
        to = try container.decodeIfPresent(Double.self, forKey: .to) ?? DocumentLimits.seconds
    }

    /// The region as the resolver takes it.
    package var region: ManualRegion {
        ManualRegion(
            id: id, keyframes: keyframes.map { .init(time: $0.time, box: $0.box.box) }, from: from, to: to
        )
    }

    /// Checks a list of regions.
    ///
    /// - Throws: ``DocumentError/invalid(_:_:)`` for an empty or repeated id, no or unordered keyframes, a box
    ///   without area, an interval that ends before it begins, or too many.
    static func check(_ regions: [RegionEntry], as kind: DocumentKind) throws(DocumentError) {
        guard regions.count <= DocumentLimits.regions,
            regions.reduce(0, { $0 + $1.keyframes.count }) <= DocumentLimits.keyframes
        else { throw .invalid(kind, "it has too many regions or keyframes") }
        var seen: Set<String> = []
        for (index, entry) in regions.enumerated() {
            guard !entry.id.isEmpty, entry.id.utf8.count <= DocumentLimits.idBytes else {
                throw .invalid(kind, "region \(index + 1) needs an id of 1 to \(DocumentLimits.idBytes) bytes")
            }
            guard seen.insert(entry.id).inserted else {
                throw .invalid(kind, "the region id \"\(entry.id)\" occurs twice")
            }
            if let fault = entry.fault { throw .invalid(kind, "region \"\(entry.id)\" \(fault)") }
        }
    }

    /// What is wrong with this one region, nil if nothing is.
    private var fault: String? {
        if keyframes.isEmpty { return "has no keyframes" }
        if !DocumentLimits.isSane(time: from) || !DocumentLimits.isSane(time: to) {
            return "needs \"from\" and \"to\" in seconds, 0 or more"
        }
        if from > to { return "ends (\(to)) before it begins (\(from))" }
        var last = -Double.infinity
        for keyframe in keyframes {
            if !DocumentLimits.isSane(time: keyframe.time) { return "has a keyframe at an impossible time" }
            if keyframe.time <= last { return "has keyframes that are not in order of time (\(keyframe.time))" }
            if !DocumentLimits.isSane(keyframe.box.box) {
                return "has a keyframe at \(keyframe.time) whose box has no area or lies too far out"
            }
            last = keyframe.time
        }
        return nil
    }

    /// Refuses a region that can never meet the picture: the person who drew it meant to hide something.
    static func checkReach(
        _ regions: [RegionEntry], size: PixelSize, as kind: DocumentKind
    ) throws(DocumentError) {
        let picture = PixelBox(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        for entry in regions {
            let reach = entry.keyframes.reduce(PixelBox(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box.box) }
            guard reach.intersection(picture).isEmpty else { continue }
            throw .invalid(
                kind, "region \"\(entry.id)\" lies wholly outside the \(size.width)x\(size.height) picture"
            )
        }
    }
}
