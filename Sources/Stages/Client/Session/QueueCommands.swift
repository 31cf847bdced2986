import Control
import Documents
import Journal
import Platform

/// `submit`, `list`, `status`, `wait`, `cancel` and `retry`: what a person has to do with the queue.
///
/// What has become of jobs is read from the journal, whether a supervisor runs or not; changing them is a supervisor's.
struct QueueCommands {
    let places: Places
    let environment: [String: String]
    let signals: SignalSource

    /// A supervisor that a command leaves behind leaves when it has had nothing to do for this long, in seconds.
    private static let idleSeconds = 600
    /// How often the journal is looked at while waiting, in milliseconds.
    private static let lookMilliseconds: Int32 = 250

    // MARK: - Changing

    /// Hands a job over and returns its id.
    func submit(_ spec: JobSpec, options: [String]) throws -> String {
        let reply = try ask(ClientRequest(verb: .submit, spec: spec, isDetached: true), options: options)
        guard let job = reply.job else { throw JobSession.Refused(sentence: "the supervisor gave the job no id") }
        return job
    }

    func cancel(_ job: String) throws {
        _ = try known(job)
        _ = try ask(ClientRequest(verb: .cancel, job: job))
    }

    func retry(_ job: String) throws {
        _ = try known(job)
        _ = try ask(ClientRequest(verb: .retry, job: job))
    }

    /// Asks the supervisor that runs, or one that is started and stays as long as there is work.
    private func ask(_ request: ClientRequest, options: [String] = []) throws -> SupervisorReply {
        let link = try lasting(options: options)
        try link.send(request)
        while true {
            if try signals.next() != nil { throw JobSession.Interrupted() }
            guard let reply = try link.receive(timeoutMilliseconds: 100) else { continue }
            switch reply.verb {
            case .accepted, .changed: return reply
            case .refused: throw JobSession.Refused(sentence: reply.reason ?? "the supervisor refused")
            default: continue
            }
        }
    }

    private func lasting(options: [String]) throws -> SupervisorLink {
        if let link = try SupervisorLink.existing(places) { return link }
        try Platform.FileSystem.makePrivateDirectory(places.runtime)
        try SupervisorLink.startLasting(
            places: places, environment: environment, options: ["--leaves-after", "\(Self.idleSeconds)"] + options
        )
        guard let link = try SupervisorLink.existing(places) else {
            throw SupervisorLink.Unreachable(sentence: "the supervisor ended at once; 'safefaces doctor' says more")
        }
        return link
    }

    // MARK: - Looking

    func list(_ mode: OutputMode) throws {
        let rows = try journal()?.summaries() ?? []
        guard !mode.json else {
            try Terminal.printJSON(rows.map(JobLine.init))
            return
        }
        for line in JobTable.lines(rows) { Terminal.print(line) }
    }

    /// Shows where the time of a job went, as far as its items are settled.
    func profile(_ job: String, _ mode: OutputMode) throws {
        let profile = try view(of: job).profile
        if mode.json {
            try Terminal.printJSON(profile)
        } else {
            for line in profile.lines { Terminal.print(line) }
        }
    }

    private func view(of job: String) throws -> JobView {
        let (journal, row) = try known(job)
        return try JobView(row, items: try journal.items(of: row.id))
    }

    func status(_ job: String, _ mode: OutputMode) throws {
        let view = try view(of: job)
        if mode.json {
            try Terminal.printJSON(view)
        } else {
            for line in view.lines { Terminal.print(line) }
        }
    }

    /// Waits until jobs have ended, each item told as it is settled.
    ///
    /// - Returns: the code that `cover` of all of them would have ended with.
    func wait(_ jobs: [String], _ mode: OutputMode) throws -> ExitCode {
        for job in jobs { _ = try known(job) }
        var states: [ItemState] = []
        for job in jobs { states += try wait(job, mode) }
        return ExitCode(states: states)
    }

    private func wait(_ job: String, _ mode: OutputMode) throws -> [ItemState] {
        let startedAt = MonotonicClock.seconds()
        let (journal, given) = try known(job)
        var states: [Int: ItemState] = [:]
        while true {
            // Whether it is open first: what is settled after that is met in the next round.
            let isOpen = try journal.isOpen(given.id)
            for (index, item) in try JobView.settled(journal.items(of: given.id, without: Set(states.keys))) {
                states[index] = item.state
                try tell(item, of: job, mode)
            }
            if !isOpen { break }
            // Nobody works on a job whose supervisor is gone until another one runs.
            if given.isDetached { _ = try lasting(options: []) }
            if try signals.descriptor.waitUntilReadable(timeoutMilliseconds: Self.lookMilliseconds) {
                throw JobSession.Interrupted()
            }
        }
        let left = try JobView(given, items: []).leftOut
        for item in left { try tell(item, of: job, mode) }
        let ended = Array(states.values) + left.map(\.state)
        try finish(ended, seconds: MonotonicClock.seconds() - startedAt, mode)
        return ended
    }

    private func tell(_ item: ReportItem, of job: String, _ mode: OutputMode) throws {
        if mode.json {
            let event = Event.finished(
                .init(
                    state: item.state, job: job, input: item.input, output: item.output, reason: item.reason,
                    code: item.code
                )
            )
            Terminal.put(try event.line(), to: 1)
        }
        if item.state != .published || !mode.quiet { Terminal.say(SummaryText.line(item)) }
    }

    private func finish(_ states: [ItemState], seconds: Double, _ mode: OutputMode) throws {
        let summary = Event.Summary(states: states, seconds: seconds)
        if mode.json { Terminal.put(try Event.summary(summary).line(), to: 1) }
        if !mode.quiet { Terminal.say(SummaryText.totals(summary)) }
    }

    // MARK: - The journal

    private func journal() throws -> Journal? {
        guard try Platform.FileSystem.status(at: places.journal) != nil else { return nil }
        return try Journal(path: String(decoding: places.journal.bytes, as: UTF8.self))
    }

    private func known(_ job: String) throws -> (Journal, JournalJob) {
        guard let number = Int64(job), let journal = try journal(), let row = try journal.job(number) else {
            throw JobSession.Refused(sentence: "there is no job '\(job)'; 'safefaces list' shows them")
        }
        return (journal, row)
    }
}
