import Control
import Documents
import FoundationEssentials
import Journal
import Messaging
import Platform
import SupervisorCore
import TimelineCore
import Wire

/// Jobs and the clients that wait for them.
final class JobDesk {
    /// What a request asks of the loop.
    enum Demand {
        case nothing
        case cancel(Job)
    }

    private let clients: Socket
    private let journal: Journal
    private let settings: SupervisorSettings
    private var jobs: [Job] = []
    /// Items given to lanes, by the lane item's number.
    private var inWork: [Int: (job: Job, index: Int, startedAt: Double)] = [:]
    private var paces: [Int: Pace] = [:]
    private var itemCounter = 0
    /// Told to stop: what is in work is finished, nothing new is taken.
    private(set) var isStopping = false

    init(clients: Socket, journal: Journal, settings: SupervisorSettings) {
        self.clients = clients
        self.journal = journal
        self.settings = settings
    }

    static func openJournal(_ places: Places) throws -> Journal {
        try Journal(path: String(decoding: places.journal.bytes, as: UTF8.self))
    }

    var isIdle: Bool { jobs.isEmpty }

    func owner(of item: Int) -> Job? { inWork[item]?.job }

    /// Threads of a codec in one stage: fixed, because an encoder's output depends on their number.
    private static let codecThreads = 2

    private static var now: Double { MonotonicClock.seconds() }

    // MARK: - Requests

    func take(_ bytes: [UInt8], from client: [UInt8], stages: [String]) -> Demand {
        let request: ClientRequest
        do throws(ControlError) {
            request = try ControlCodec.request(bytes)
        } catch {
            reply(SupervisorReply(verb: .refused, reason: "the request was not understood"), to: client)
            return .nothing
        }
        switch request.verb {
        case .submit: if let spec = request.spec { submit(spec, from: client) }
        case .status: reply(SupervisorReply(verb: .status, status: status(stages)), to: client)
        case .stop:
            isStopping = true
            reply(SupervisorReply(verb: .stopping, status: status(stages)), to: client)
        case .cancel:
            guard let job = jobs.first(where: { $0.name == request.job }) else { return .nothing }
            return .cancel(job)
        }
        return .nothing
    }

    private func status(_ stages: [String]) -> SupervisorStatus {
        SupervisorStatus(
            version: ToolVersion.number, processID: Int(CurrentProcess.identifier), lanes: settings.lanes,
            jobsWaiting: jobs.count, itemsWaiting: jobs.reduce(0) { $0 + $1.waitingItems }, stages: stages
        )
    }

    private func submit(_ spec: JobSpec, from client: [UInt8]) {
        do {
            if isStopping { throw Refusal(sentence: "the supervisor is stopping; try again in a moment") }
            let reviewed = try Self.reviewed(spec)
            let bytes = try DocumentCoding.encode(spec, as: .job)
            let number = try journal.addJob(spec: bytes, at: Int64(Date().timeIntervalSince1970))
            let job = Job(number: number, spec: spec, client: client, startedAt: Self.now, reviewed: reviewed)
            try settleDone(job)
            jobs.append(job)
            reply(SupervisorReply(verb: .accepted, job: job.name), to: client)
            for item in spec.items {
                reply(
                    SupervisorReply(verb: .event, event: .queued(job: job.name, input: item.shownInput)), to: client
                )
            }
            for result in job.results.values { announce(result, of: job) }
            finishIfDone(job)
        } catch {
            reply(SupervisorReply(verb: .refused, reason: Self.sentence(error)), to: client)
        }
    }

    private static func reviewed(_ spec: JobSpec) throws -> (timeline: Timeline, sha256: String)? {
        guard let reference = spec.settings.timeline else { return nil }
        let file = try FileSystem.openReadOnly(JobPath(bytes: reference.path.bytes))
        let bytes = try FileSystem.readAll(file, limit: DocumentCoding.maximumBytes)
        let document = try TimelineDocument.read(bytes)
        return (try document.timeline(), document.source.sha256)
    }

    private static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as DocumentError: error.sentence
        case let error as JournalError: error.sentence
        case let error as PlatformError: error.description
        case let error as Refusal: error.sentence
        default: String(describing: error)
        }
    }

    private struct Refusal: Error {
        var sentence: String
    }

    // MARK: - Work already done

    /// Settles items whose output is there already: the very result this job would make is skipped, anything else
    /// is a usage error before any work starts.
    private func settleDone(_ job: Job) throws {
        guard job.spec.kind == .cover, !job.spec.overwrite else { return }
        for (index, item) in job.spec.items.enumerated() {
            let path = JobPath(bytes: item.output.bytes)
            guard try FileSystem.linkStatus(at: path) != nil else { continue }
            guard let result = try doneAlready(item, settings: job.spec.settings) else {
                throw Refusal(
                    sentence:
                        "\(path) exists already and is not this very result; choose another --output or use --overwrite"
                )
            }
            job.results[index] = result
        }
    }

    private func doneAlready(_ item: JobItem, settings: CoverSettings) throws -> ReportItem? {
        guard let known = try journal.published(at: item.output.bytes) else { return nil }
        let input = try FileDigests.sha256(JobPath(bytes: item.input.bytes))
        let output = try FileDigests.sha256(JobPath(bytes: item.output.bytes))
        guard known.outputSHA256 == output,
            known.fingerprint == (try Self.fingerprint(input: input, settings: settings))
        else { return nil }
        return ReportItem(
            input: item.shownInput, output: item.shownOutput, state: .skipped,
            reason: "this very result is there already", code: .alreadyDone,
            sha256: .init(input: input, output: output)
        )
    }

    /// Engine and model of the default belong to the version; another choice is in the settings.
    private static func fingerprint(input: String, settings: CoverSettings) throws -> String {
        try ResultIdentity(
            tool: ToolVersion.name, engine: .init(name: "", version: ""), model: .init(name: "", sha256: ""),
            inputSHA256: input, settings: settings
        ).fingerprint()
    }

    // MARK: - Items

    /// The next item for an idle lane, opened; items that cannot be opened are settled here.
    func nextItem() -> (LaneItem, ItemWork)? {
        for job in jobs {
            while job.nextItem < job.spec.items.count {
                let index = job.nextItem
                job.nextItem += 1
                if job.results[index] != nil { continue }
                if let prepared = prepare(index, of: job) { return prepared }
            }
            finishIfDone(job)
        }
        return nil
    }

    private func prepare(_ index: Int, of job: Job) -> (LaneItem, ItemWork)? {
        let item = job.spec.items[index]
        do throws(PlatformError) {
            itemCounter += 1
            // The one thing a scan publishes is its contact sheet: it shows faces, so it is for its owner only.
            let sheet = job.spec.kind == .scan ? job.spec.sheet : nil
            let work = try ItemWork(
                number: itemCounter, input: JobPath(bytes: item.input.bytes),
                destination: JobPath(bytes: (sheet ?? item.output).bytes), replaces: job.spec.overwrite,
                mode: sheet == nil ? 0o666 : 0o600, reviewed: job.reviewed.map { TimelineCodec.encoded($0.timeline) }
            )
            inWork[itemCounter] = (job, index, Self.now)
            job.running.insert(index)
            let lane = LaneItem(
                number: itemCounter, scansOnly: job.spec.kind == .scan, wantsSheet: sheet != nil,
                settings: PassSettings(
                    job.spec.settings, outputExtension: work.destination.extension.description.lowercased(),
                    threads: Self.codecThreads
                ),
                requiredSHA256: job.reviewed?.sha256
            )
            return (lane, work)
        } catch {
            settle(
                ReportItem(
                    input: item.shownInput, state: .failed, reason: error.description, code: .unreadable
                ),
                index, of: job
            )
            return nil
        }
    }

    func hear(_ news: LaneNews, engine: EngineSummary?) {
        switch news {
        case .progress(let item, let pass, let done, let total): progress(item, pass, done, total)
        case .ended(let result, let timeline): ended(result, timeline: timeline, engine: engine)
        }
    }

    private func progress(_ item: Int, _ pass: PassKind, _ done: Int, _ total: Int) {
        guard let entry = inWork[item] else { return }
        if paces[item]?.pass != pass || done < paces[item]?.done ?? 0 {
            paces[item] = Pace(pass: pass, since: Self.now)
        }
        paces[item]?.done = done
        let event = Event.progress(
            .init(
                job: entry.job.name, input: entry.job.spec.items[entry.index].shownInput,
                pass: PassName(rawValue: pass.rawValue) ?? .analyze, done: done, total: total,
                fps: paces[item]?.framesPerSecond(at: Self.now) ?? 0
            )
        )
        reply(SupervisorReply(verb: .event, event: event), to: entry.job.client)
    }

    private func ended(_ result: LaneResult, timeline: [UInt8]?, engine: EngineSummary?) {
        guard let (job, index, startedAt) = inWork.removeValue(forKey: result.number) else { return }
        paces[result.number] = nil
        job.running.remove(index)
        if let engine { job.engine = engine }
        let item = job.spec.items[index]
        let report = ItemReport.make(result, of: item, wallSeconds: Self.now - startedAt)
        if let timeline { keep(timeline, result, index, of: job) }
        if result.ending == .published { remember(report, item, job.spec.settings) }
        settle(report, index, of: job)
    }

    private func keep(_ bytes: [UInt8], _ result: LaneResult, _ index: Int, of job: Job) {
        do throws(WireError) {
            let timeline = try TimelineCodec.decoded(bytes)
            job.timelines[index] = TimelineDocument(
                timeline, sha256: result.medium?.sha256 ?? "", durationSeconds: result.medium?.durationSeconds ?? 0
            )
        } catch {
            job.results[index]?.notes.append("the timeline could not be read back: \(error)")
        }
    }

    private func remember(_ report: ReportItem, _ item: JobItem, _ settings: CoverSettings) {
        guard let input = report.sha256.input, let output = report.sha256.output else { return }
        do {
            try journal.remember(
                .init(fingerprint: try Self.fingerprint(input: input, settings: settings), outputSHA256: output),
                at: item.output.bytes
            )
        } catch {
            // The file is published either way; only a second run will not know that it is done.
            return
        }
    }

    private func settle(_ result: ReportItem, _ index: Int, of job: Job) {
        job.results[index] = result
        announce(result, of: job)
        finishIfDone(job)
    }

    private func announce(_ result: ReportItem, of job: Job) {
        let event = Event.finished(
            .init(
                state: result.state, job: job.name, input: result.input, output: result.output,
                reason: result.reason, code: result.code
            )
        )
        reply(SupervisorReply(verb: .event, event: event), to: job.client)
    }

    private func finishIfDone(_ job: Job) {
        guard job.isDone, let place = jobs.firstIndex(where: { $0 === job }) else { return }
        jobs.remove(at: place)
        let report = job.report()
        do {
            try journal.finishJob(job.number, state: "done", report: try report.encoded())
        } catch {
            // The client still gets the report below.
        }
        reply(
            SupervisorReply(
                verb: .done, job: job.name, report: report,
                timelines: job.spec.kind == .scan ? job.spec.items.indices.map { job.timelines[$0] } : nil
            ),
            to: job.client
        )
    }

    /// Settles what a cancelled job has not started.
    func finishCancelled(_ job: Job) {
        job.isCancelled = true
        for index in job.spec.items.indices where job.results[index] == nil && !job.running.contains(index) {
            settle(
                ReportItem(
                    input: job.spec.items[index].shownInput, state: .cancelled, reason: "the job was cancelled",
                    code: .cancelled
                ),
                index, of: job
            )
        }
        job.nextItem = job.spec.items.count
    }

    /// The supervisor leaves at once: jobs that wait end as cancelled, so that clients do not wait for ever.
    func tellEveryoneGoodbye() {
        for job in jobs {
            job.running = []
            finishCancelled(job)
        }
    }

    private func reply(_ message: SupervisorReply, to client: [UInt8]) {
        do {
            // A client that left gets nothing; its job goes on and stands in the journal.
            _ = try clients.send(parts: [client, try ControlCodec.encoded(message)], dontWait: true)
        } catch {
            return
        }
    }
}
