/// Why an item is not published, in a word for programs; an open set, so that an older reader can pass on a new one.
package struct ItemCode: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    // Blocked: the export gate refused.
    package static let uncoveredFace = ItemCode(rawValue: "uncovered-face")
    package static let lowCoverage = ItemCode(rawValue: "low-coverage")
    package static let notPainted = ItemCode(rawValue: "not-painted")
    /// A cover in the finished file does not look as it must.
    package static let weakCover = ItemCode(rawValue: "weak-cover")
    package static let framesDiffer = ItemCode(rawValue: "frames-differ")
    package static let auditFinding = ItemCode(rawValue: "audit-finding")
    package static let unanswered = ItemCode(rawValue: "unanswered-frame")

    // Failed: the work could not be done.
    package static let unreadable = ItemCode(rawValue: "unreadable")
    package static let unsupported = ItemCode(rawValue: "unsupported")
    package static let tooLarge = ItemCode(rawValue: "too-large")
    package static let diskFull = ItemCode(rawValue: "disk-full")
    package static let cannotWrite = ItemCode(rawValue: "cannot-write")
    package static let inputChanged = ItemCode(rawValue: "input-changed")
    package static let wrongTimeline = ItemCode(rawValue: "wrong-timeline")
    package static let unknownFace = ItemCode(rawValue: "unknown-face")
    package static let stageDied = ItemCode(rawValue: "stage-died")
    package static let stageSilent = ItemCode(rawValue: "stage-silent")
    package static let stageRefused = ItemCode(rawValue: "stage-refused")

    // Skipped: nothing to do, or nothing to cover.
    package static let alreadyDone = ItemCode(rawValue: "already-done")
    package static let hidden = ItemCode(rawValue: "hidden")
    package static let sideFile = ItemCode(rawValue: "side-file")
    package static let notMedia = ItemCode(rawValue: "not-media")
    package static let notAFile = ItemCode(rawValue: "not-a-file")
    package static let symbolicLink = ItemCode(rawValue: "symbolic-link")
    package static let outputFolder = ItemCode(rawValue: "output-folder")

    // Cancelled: a person stopped it.
    package static let cancelled = ItemCode(rawValue: "cancelled")
}
