import Control
import StageKit
import TimelineCore
import Wire

// The tracker: turns the detections of a whole medium into its timeline. It links neither codec nor model; all it
// decides is in TimelineCore.

/// Collects marks and detections, then writes the timeline.
package struct TrackerStage: Stage {
    /// What has come for one frame.
    private struct Evidence {
        var mark: FrameMark?
        var answers: [Int: [Detection]] = [:]
    }

    private var evidence: [Evidence] = []
    private var order: StageOrder?
    private var attachments: Attachments?
    private var reviewed: Timeline?
    private var totals: FrameTotals?
    private var port: StagePort?

    package init() {}

    package mutating func begin(
        _ order: StageOrder, _ attachments: Attachments, port: StagePort
    ) throws(StageFailure) {
        abort()
        self.order = order
        self.attachments = attachments
        self.port = port
        reviewed = order.settings?.isReviewed == true ? try attachments.timeline(.reviewed) : nil
    }

    package mutating func take(_ message: DataMessage, pass: UInt32) throws(StageFailure) {
        guard pass == port?.pass, order != nil else { return }
        switch message {
        case .mark(let mark):
            try make(room: mark.frame)
            guard evidence[mark.frame].mark == nil else { throw Self.confused("a frame came twice") }
            evidence[mark.frame].mark = mark
        case .detections(let reply):
            try make(room: reply.frame)
            guard evidence[reply.frame].answers.updateValue(reply.detections, forKey: reply.look) == nil else {
                throw Self.confused("a look was answered twice")
            }
        case .endOfFrames(let totals): self.totals = totals
        default: throw Self.confused("a message that no tracker takes")
        }
    }

    package mutating func step() throws(StageFailure) -> StageStep {
        guard let totals else { return .needsInput }
        self.totals = nil
        let timeline = try selected(try makeTimeline(totals))
        try attachments?.replaceTimeline(timeline)
        var outcome = StageOutcome()
        outcome.faces = timeline.faces.compactMap(StageOutcome.Face.init)
        outcome.frames = timeline.frameTimes.count
        outcome.durationSeconds = duration(timeline)
        return .finished(outcome)
    }

    package mutating func abort() {
        evidence = []
        order = nil
        attachments = nil
        reviewed = nil
        totals = nil
    }

    // MARK: - From evidence to timeline

    private mutating func make(room frame: Int) throws(StageFailure) {
        // A frame far ahead of all others is not one a decoder sends in order.
        guard frame < evidence.count + 1024 else { throw Self.confused("a frame out of order") }
        while evidence.count <= frame { evidence.append(Evidence()) }
    }

    private func makeTimeline(_ totals: FrameTotals) throws(StageFailure) -> Timeline {
        guard let medium = order?.medium, evidence.count == totals.frames, !evidence.isEmpty else {
            throw Self.confused("the frames that came are not those that were sent")
        }
        var observations: [FrameObservation] = []
        observations.reserveCapacity(evidence.count)
        for (frame, entry) in evidence.enumerated() {
            guard let mark = entry.mark, entry.answers.count == mark.looks,
                entry.answers.keys.allSatisfy({ $0 < mark.looks })
            else { throw Self.confused("frame \(frame) was not answered for") }
            observations.append(
                FrameObservation(
                    frame: frame, time: seconds(mark.ticks, medium), change: Double(mark.change),
                    looked: mark.looks > 0,
                    detections: (0..<mark.looks).flatMap { entry.answers[$0] ?? [] }
                )
            )
        }
        let size = PixelSize(width: medium.width, height: medium.height)
        var timeline = FaceTracker.timeline(
            observations: observations, kind: medium.isVideo ? .video : .photo, size: size
        )
        if let reviewed { timeline = try merged(reviewed, into: timeline) }
        return timeline
    }

    /// The reviewed faces and regions, on the times that were measured now.
    private func merged(_ reviewed: Timeline, into timeline: Timeline) throws(StageFailure) -> Timeline {
        guard reviewed.size == timeline.size, reviewed.frameTimes.count == timeline.frameTimes.count else {
            throw StageFailure(
                code: "wrong-timeline", text: "the timeline describes a picture of another size or length",
                blame: .input
            )
        }
        var result = timeline
        result.faces = reviewed.faces
        result.regions = reviewed.regions
        for face in result.faces.indices {
            for sample in result.faces[face].samples.indices {
                let frame = result.faces[face].samples[sample].frame
                guard result.frameTimes.indices.contains(frame) else { continue }
                result.faces[face].samples[sample].time = result.frameTimes[frame]
            }
        }
        return result
    }

    /// The choices of the job on top: who may be seen, and what is always covered.
    private func selected(_ timeline: Timeline) throws(StageFailure) -> Timeline {
        guard let settings = order?.settings else { return timeline }
        var result = timeline
        if settings.showsAll {
            result = result.showingAll()
        } else if !settings.shownIDs.isEmpty {
            do throws(SelectionError) {
                result = try result.showing(ids: settings.shownIDs)
            } catch {
                throw StageFailure(
                    code: "unknown-face",
                    text: "\(error.sentence(known: result.faces.map(\.id))); run 'safefaces scan' to see the faces",
                    blame: .input
                )
            }
        }
        result.regions += settings.manualRegions
        return result
    }

    private func seconds(_ ticks: Int64, _ medium: Medium) -> Double {
        let first = evidence.first?.mark?.ticks ?? 0
        return Double(ticks - first) * medium.timeBase.value
    }

    private func duration(_ timeline: Timeline) -> Double {
        guard let medium = order?.medium, let last = evidence.last?.mark else { return 0 }
        return medium.isVideo ? seconds(last.ticks + max(0, last.durationTicks), medium) : 0
    }

    private static func confused(_ text: String) -> StageFailure {
        StageFailure(code: "count-mismatch", text: text, blame: .stage)
    }
}
