import Redaction
import TimelineCore
import Wire

/// Measures every cover in the finished file: is it the one that was due, and no finer than its style may be.
///
/// Shares no code with the stages that track and paint: it draws the look again and reads pixels with its own readers.
struct StrengthCheck {
    /// Why a cover is weak; the gravest first.
    enum Weakness: Int, CaseIterable {
        /// The cover, or a part of it, is not there.
        case notWhole
        /// More cells, colours or texture than the style may have.
        case tooFine
        case translucent
        case changing
        /// A detector sees a face in it.
        case seen

        var sentence: String {
            switch self {
            case .notWhole: "a cover is not whole in the finished file"
            case .tooFine: "a cover in the finished file shows finer detail than its style may"
            case .translucent: "what lies beneath a cover shines through in the finished file"
            case .changing: "the colours of a cover change over time in the finished file"
            case .seen: "a face can still be made out in a cover of the finished file"
            }
        }
    }

    /// One weak cover in one frame.
    struct Finding {
        var weakness: Weakness
        var frame: Int
        var cover: Cover
        /// Of the detector that saw a face; 0 where none did.
        var score = 0.0
    }

    /// A grid of its own for each number of cells: a face that grows past the small-face rule changes its grid.
    private struct Track: Hashable {
        var subject: CoverSubject
        var isSmall: Bool
    }

    private let inspector: CoverInspector
    private let meter: StrengthMeter
    private let coding: CodingError
    private let isVideo: Bool
    private var histories: [Track: (history: CoverHistory, frame: Int, cover: Cover)] = [:]

    /// A detection lies in a cover with at least this share of its box.
    private static let insideShare = 0.9
    /// A face in a cover is about as wide as the one covered, not a pattern of a few cells.
    private static let widths = 0.5...2

    init(painter: CoverPainter, coding: CodingError, isVideo: Bool) {
        self.isVideo = isVideo
        inspector = CoverInspector(painter: painter, tolerance: .of(coding))
        meter = StrengthMeter(style: painter.style, coding: coding)
        self.coding = coding
    }

    private var kind: CoverStyle.Kind { meter.style.kind }
    /// Whether covers are made from a face's own colours.
    private var hasPalette: Bool { kind == .mosaic || kind == .gaussian }

    /// Looks at the covers of one picture (or one band of a photo) and names those that are weak.
    mutating func inspect(
        _ covers: [Cover], _ look: Look, _ bytes: UnsafeRawBufferPointer
    ) throws(RedactionError) -> [Finding] {
        let verdicts = try inspector.inspect(covers, in: bytes, layout: look.layout, look: look.geometry)
        var findings: [Finding] = []
        for (cover, verdict) in zip(covers, verdicts) where verdict.measures.pixels > 0 {
            // Where covers lie on each other only the whole can be judged, as the inspector does.
            let isAlone = covers.count { !$0.area.intersection(cover.area).isEmpty } == 1
            let strength =
                isAlone ? try meter.measure(cover, in: bytes, layout: look.layout, look: look.geometry) : nil
            if !verdict.isSound {
                findings.append(Finding(weakness: .notWhole, frame: look.frame, cover: cover))
            } else if let strength, !meetsFloor(strength) {
                findings.append(Finding(weakness: .tooFine, frame: look.frame, cover: cover))
            }
            let track = Track(
                subject: cover.subject, isSmall: cover.target.width < CoverStrengthRules.smallFaceWidth
            )
            var entry = histories[track] ?? newHistory(look.frame, cover)
            entry.history.add(verdict.measures, strength)
            histories[track] = entry
        }
        return findings
    }

    private func newHistory(_ frame: Int, _ cover: Cover) -> (history: CoverHistory, frame: Int, cover: Cover) {
        // A frame of a video is noisier than a photo of the same quality, and there are more of them to ask.
        (CoverHistory(kind: kind, coding: coding, fewestPictures: isVideo ? 3 : 1), frame, cover)
    }

    /// A figure has edges as fine as it is small, so its detail says nothing; the inspector compared it with the
    /// figure that was due.
    private func meetsFloor(_ strength: CoverStrength) -> Bool {
        kind == .shape || kind == .emoji || strength.meetsFloor(of: kind, coding: coding)
    }

    /// What all frames together tell of the covers of each subject.
    func overall() -> [Finding] {
        histories.values.compactMap { entry in
            entry.history.weakness.map { weakness in
                Finding(
                    weakness: weakness == .changing ? .changing : .translucent, frame: entry.frame, cover: entry.cover
                )
            }
        }.sorted { $0.frame < $1.frame }
    }

    /// The faces whose covers, of these findings and of ``overall()``, one colour would make stronger.
    func facesToMakePlain(_ findings: [Finding]) -> Set<Int> {
        guard hasPalette else { return [] }
        return Set(
            (findings + overall()).compactMap { finding in
                guard case .face(let id) = finding.cover.subject else { return nil }
                return id
            }
        )
    }

    /// The cover that a detected face lies in, where that speaks against the cover.
    ///
    /// Bar, shape and emoji do not depend on the face: what is seen there is the figure (an emoji is a face).
    func seen(_ detection: Detection, in covers: [Cover], frame: Int) -> Finding? {
        guard hasPalette else { return nil }
        let box = detection.box
        let cover = covers.first { cover in
            cover.area.box.intersection(box).area >= Self.insideShare * box.area
                && Self.widths.contains(box.width / max(cover.target.width, 1))
        }
        return cover.map { Finding(weakness: .seen, frame: frame, cover: $0, score: detection.score) }
    }
}
