import Control
import Documents
import Platform

/// One job from submission to its report: events come in, are shown, and are counted.
final class JobSession {
    /// What came of it.
    struct Outcome {
        var report: ReportDocument
        var timelines: [TimelineDocument?]
        var wasInterrupted: Bool
    }

    /// The job was refused before any work: one sentence.
    struct Refused: Error {
        var sentence: String
    }

    private let link: SupervisorLink
    private let spec: JobSpec
    private let mode: OutputMode
    private let signals: SignalSource
    private let startedAt = JobSession.now
    private var painter = ProgressPainter()
    private var progress: ProgressState
    private var job: String?
    private var interruptedAt: Double?

    init(link: SupervisorLink, spec: JobSpec, mode: OutputMode, signals: SignalSource) {
        self.link = link
        self.spec = spec
        self.mode = mode
        self.signals = signals
        progress = ProgressState(expected: spec.items.count)
    }

    private static var now: Double { MonotonicClock.seconds() }

    /// A cancelled job may take this long to say so before the client leaves.
    private static let cancelSeconds = 10.0

    func run() throws -> Outcome {
        defer { clearBars() }
        try link.send(ClientRequest(verb: .submit, spec: spec))
        while true {
            try takeSignals()
            guard let reply = try link.receive(timeoutMilliseconds: 100) else {
                tick()
                continue
            }
            switch reply.verb {
            case .accepted:
                job = reply.job
                // Ctrl-C may have come before the job had a name to cancel it by.
                if interruptedAt != nil { try cancel() }
            case .refused: throw Refused(sentence: reply.reason ?? "the supervisor refused the job")
            case .event: if let event = reply.event { show(event) }
            case .done:
                guard let report = reply.report else { throw Refused(sentence: "the supervisor sent no report") }
                return Outcome(
                    report: report, timelines: reply.timelines ?? [], wasInterrupted: interruptedAt != nil
                )
            case .status, .stopping, .changed: break
            }
        }
    }

    private func takeSignals() throws {
        while let signal = try signals.next() {
            guard signal == .interrupt || signal == .terminate else { continue }
            if interruptedAt != nil { throw Interrupted() }
            interruptedAt = Self.now
            try cancel()
        }
        if let interruptedAt, Self.now - interruptedAt > Self.cancelSeconds { throw Interrupted() }
    }

    private func cancel() throws {
        if let job { try link.send(ClientRequest(verb: .cancel, job: job)) }
    }

    /// The person does not want to wait for the end.
    struct Interrupted: Error {}

    private func show(_ event: Event) {
        if mode.json { writeEvent(event) }
        if !mode.quiet, Terminal.errorColumns == nil, let line = ProgressView.plainLine(event, before: progress) {
            Terminal.say(line)
        }
        progress.apply(event, at: Self.now - startedAt)
        paintBars()
    }

    private func tick() {
        progress.tick(at: Self.now - startedAt)
        paintBars()
    }

    private func paintBars() {
        guard !mode.quiet, let columns = Terminal.errorColumns else { return }
        Terminal.put(painter.paint(ProgressView.bars(progress, columns: columns)), to: 2)
    }

    private func clearBars() {
        guard !mode.quiet, Terminal.errorColumns != nil else { return }
        Terminal.put(painter.clear(), to: 2)
    }

    private func writeEvent(_ event: Event) {
        do throws(DocumentError) {
            Terminal.put(try event.line(), to: 1)
        } catch {
            Terminal.say(SummaryText.error(error.sentence))
        }
    }

    /// The last event: how many of each.
    func finish(_ report: ReportDocument) {
        let summary = Event.Summary(states: report.items.map(\.state), seconds: Self.now - startedAt)
        if mode.json { writeEvent(.summary(summary)) }
        for item in report.items where item.state != .published || !mode.quiet {
            Terminal.say(spec.kind == .scan ? SummaryText.scanLine(item) : SummaryText.line(item))
        }
        if !mode.quiet { Terminal.say(SummaryText.totals(summary)) }
    }
}
