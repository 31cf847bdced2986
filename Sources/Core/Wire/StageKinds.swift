/// The five kinds of stage, one executable each.
package enum StageKind: String, Codable, Sendable, CaseIterable, Comparable {
    case decoder, detector, tracker, compositor, validator

    package static func < (left: StageKind, right: StageKind) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .decoder: 0
        case .detector: 1
        case .tracker: 2
        case .compositor: 3
        case .validator: 4
        }
    }

    /// The file name of the program.
    package var programName: String { "safefaces-\(rawValue)" }
}

/// The passes over one medium.
package enum PassKind: String, Codable, Sendable, CaseIterable {
    case analyze, render, verify
    /// After the analysis of a scan that wants one: pictures of the faces, for a contact sheet.
    case sheet
}

/// One running stage process: its kind, its place in the lane, and which start of it this is.
package struct StageID: Hashable, Sendable, Comparable {
    package var lane: Int
    package var kind: StageKind
    package var index: Int
    package var incarnation: Int

    package init(lane: Int, kind: StageKind, index: Int, incarnation: Int) {
        self.lane = lane
        self.kind = kind
        self.index = index
        self.incarnation = incarnation
    }

    /// The name on the sockets, for example `0.detector.1.3`.
    package var name: String { "\(lane).\(kind.rawValue).\(index).\(incarnation)" }

    /// - Returns: nil for anything but a name as ``name`` gives it.
    package init?(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let lane = Int(parts[0]), let kind = StageKind(rawValue: String(parts[1])),
            let index = Int(parts[2]), let incarnation = Int(parts[3])
        else { return nil }
        self.init(lane: lane, kind: kind, index: index, incarnation: incarnation)
        // `Int` also reads `+1` and `01`: two names would mean one stage.
        guard lane >= 0, index >= 0, incarnation >= 0, self.name == name else { return nil }
    }

    package static func < (left: StageID, right: StageID) -> Bool {
        (left.lane, left.kind, left.index, left.incarnation)
            < (right.lane, right.kind, right.index, right.incarnation)
    }
}
