import Control
import Digest
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
    let journal: Journal
    let settings: SupervisorSettings
    /// Where this supervisor has its sockets and its lock: in the journal, the name of its owner.
    let place: JobPath
    private(set) var jobs: [Job] = []
    /// Items given to lanes, by the lane item's number.
    private var inWork: [Int: (job: Job, index: Int, startedAt: Double)] = [:]
    private var paces: [Int: Pace] = [:]
    private var itemCounter = 0
    /// Told to stop: what is in work is finished, nothing new is taken.
    private(set) var isStopping = false

    init(clients: Socket, journal: Journal, settings: SupervisorSettings, place: JobPath) {
        self.clients = clients
        self.journal = journal
        self.settings = settings
        self.place = place
    }

    static func openJournal(_ places: Places) throws -> Journal {
        if try FileSystem.linkStatus(at: places.journal) == nil {
            // The database takes its file's mode for the files beside it: what was in whose pictures is nobody's business.
            let file = try FileSystem.openUnnamedTemporary(in: places.state, mode: 0o600)
            do {
                try FileSystem.publish(file, to: places.journal, replacing: false)
            } catch PlatformError.alreadyExists {
                // Another supervisor was quicker.
            }
        }
        return try Journal(path: String(decoding: places.journal.bytes, as: UTF8.self))
    }

    var isIdle: Bool { jobs.isEmpty }
    /// True when it was told to stop and may: jobs that nobody waits for stay in the journal for the next supervisor.
    var mayLeave: Bool { isStopping && inWork.isEmpty && jobs.allSatisfy(\.isDetached) }

    func owner(of item: Int) -> Job? { inWork[item]?.job }

    /// Threads of a codec in one stage: fixed, because an encoder's output depends on their number.
    private static let codecThreads = 2

    static var now: Double { MonotonicClock.seconds() }
    /// For people: seconds since 1970.
    static var date: Int64 { Int64(Date().timeIntervalSince1970) }

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
        case .submit: if let spec = request.spec { submit(spec, from: client, isDetached: request.isDetached ?? false) }
        case .status: reply(SupervisorReply(verb: .status, status: status(stages)), to: client)
        case .stop:
            isStopping = true
            reply(SupervisorReply(verb: .stopping, status: status(stages)), to: client)
        case .cancel:
            guard let job = jobs.first(where: { $0.name == request.job }) else {
                answer(client) { try refuseToCancel(request.job ?? "") }
                return .nothing
            }
            reply(SupervisorReply(verb: .changed, job: job.name), to: client)
            return .cancel(job)
        case .retry: answer(client) { try retry(request.job ?? "") }
        }
        return .nothing
    }

    /// Says that something was done, or in one sentence why it was not.
    private func answer(_ client: [UInt8], _ body: () throws -> Job) {
        do {
            if isStopping { throw Refusal(sentence: "the supervisor is stopping; try again in a moment") }
            reply(SupervisorReply(verb: .changed, job: try body().name), to: client)
        } catch {
            reply(SupervisorReply(verb: .refused, reason: Self.sentence(error)), to: client)
        }
    }

    private func status(_ stages: [String]) -> SupervisorStatus {
        SupervisorStatus(
            version: ToolVersion.number, processID: Int(CurrentProcess.identifier), lanes: settings.lanes,
            jobsWaiting: jobs.count, itemsWaiting: jobs.reduce(0) { $0 + $1.waitingItems }, stages: stages
        )
    }

    private func submit(_ spec: JobSpec, from client: [UInt8], isDetached: Bool) {
        do {
            if isStopping { throw Refusal(sentence: "the supervisor is stopping; try again in a moment") }
            let bytes = try DocumentCoding.encode(spec, as: .job)
            let digest = SHA256.hexadecimal(of: bytes)
            if isDetached, let same = try journal.openJob(digest: digest) {
                reply(SupervisorReply(verb: .accepted, job: String(same.id)), to: client)
                return
            }
            let reviewed = try Self.reviewed(spec)
            let done = try doneAlready(spec)
            let number = try journal.addJob(
                spec: bytes, digest: digest, itemCount: spec.items.count, owner: owner, isDetached: isDetached,
                at: Self.date
            )
            let job = Job(
                number: number, spec: spec, client: isDetached ? nil : client, startedAt: Self.now, reviewed: reviewed
            )
            jobs.append(job)
            reply(SupervisorReply(verb: .accepted, job: job.name), to: client)
            for item in spec.items { announce(.queued(job: job.name, input: item.shownInput), of: job) }
            for (index, result) in done { settle(result, index, of: job) }
            finishIfDone(job)
        } catch {
            reply(SupervisorReply(verb: .refused, reason: Self.sentence(error)), to: client)
        }
    }

    /// Takes in a job that the journal had; some of its items end at once.
    func add(_ job: Job, ending: [Int: ReportItem]) {
        jobs.append(job)
        for (index, result) in ending { settle(result, index, of: job) }
        finishIfDone(job)
    }

    static func reviewed(_ spec: JobSpec) throws -> (timeline: Timeline, sha256: String)? {
        guard let reference = spec.settings.timeline else { return nil }
        let file = try FileSystem.openReadOnly(JobPath(bytes: reference.path.bytes))
        let bytes = try FileSystem.readAll(file, limit: DocumentCoding.maximumBytes)
        let document = try TimelineDocument.read(bytes)
        return (try document.timeline(), document.source.sha256)
    }

    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as DocumentError: error.sentence
        case let error as JournalError: error.sentence
        case let error as PlatformError: error.description
        case let error as Refusal: error.sentence
        default: String(describing: error)
        }
    }

    struct Refusal: Error {
        var sentence: String
    }

    // MARK: - Items

    /// The next item for an idle lane, opened; items that cannot be opened are settled here.
    ///
    /// Jobs take turns, so that a short one does not wait for the end of a long one.
    func nextItem() -> (LaneItem, ItemWork)? {
        for job in jobs where !(isStopping && job.isDetached) {
            while job.nextItem < job.spec.items.count {
                let index = job.nextItem
                job.nextItem += 1
                if job.results[index] != nil { continue }
                guard let prepared = prepare(index, of: job) else { continue }
                if let place = jobs.firstIndex(where: { $0 === job }) { jobs.append(jobs.remove(at: place)) }
                return prepared
            }
            finishIfDone(job)
        }
        return nil
    }

    /// Told before a finished file gets its name, so that the journal knows of it whatever happens next.
    func willPublish(_ item: Int, outputSHA256: String) {
        guard let (job, index, _) = inWork[item] else { return }
        record("that an item is about to be published") {
            try journal.intend(index, of: job.number, outputSHA256: outputSHA256)
        }
    }

    /// Does something to the journal that the work does not hang on; what fails is told in the log.
    func record(_ what: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            SupervisorProgram.say("\(what) could not be recorded: \(Self.sentence(error))")
        }
    }

    private func prepare(_ index: Int, of job: Job) -> (LaneItem, ItemWork)? {
        let item = job.spec.items[index]
        if let result = resultInPlace(of: item, in: job) {
            settle(result, index, of: job)
            return nil
        }
        record("that an item is in work") { try journal.begin(index, of: job.number) }
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
        announce(event, of: entry.job)
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
        record("what became of an item") {
            try journal.settle(
                index, of: job.number, state: result.state.rawValue,
                result: try DocumentCoding.encode(result, as: .report)
            )
        }
        announce(
            .finished(
                .init(
                    state: result.state, job: job.name, input: result.input, output: result.output,
                    reason: result.reason, code: result.code
                )
            ),
            of: job
        )
        finishIfDone(job)
    }

    private func announce(_ event: Event, of job: Job) {
        guard let client = job.client else { return }
        reply(SupervisorReply(verb: .event, event: event), to: client)
    }

    private func finishIfDone(_ job: Job) {
        guard job.isDone, let place = jobs.firstIndex(where: { $0 === job }) else { return }
        jobs.remove(at: place)
        let report = job.report()
        record("the end of a job") {
            try journal.finishJob(job.number, report: try report.encoded(), at: Self.date)
        }
        guard let client = job.client else {
            record("the report of a job") { try writeReport(report, of: job) }
            return
        }
        reply(
            SupervisorReply(
                verb: .done, job: job.name, report: report,
                timelines: job.spec.kind == .scan ? job.spec.items.indices.map { job.timelines[$0] } : nil
            ),
            to: client
        )
    }

    /// Of a job that nobody waits for; a client that waits writes it itself.
    private func writeReport(_ report: ReportDocument, of job: Job) throws {
        guard let path = job.spec.report.map({ JobPath(bytes: $0.bytes) }) else { return }
        let file = try FileSystem.openUnnamedTemporary(in: path.parent, mode: 0o666)
        try FileSystem.write(try report.encoded(), to: file.descriptor, at: 0)
        try FileSystem.publish(file, to: path, replacing: true)
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

    /// The supervisor leaves at once: jobs that somebody waits for end as cancelled, so that nobody waits for ever; the
    /// others stay in the journal for the next supervisor.
    func tellEveryoneGoodbye() {
        for job in jobs where !job.isDetached {
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
