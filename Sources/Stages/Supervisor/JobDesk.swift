import Control
import Digest
import Documents
import FoundationEssentials
import Journal
import Messaging
import Platform
import TimelineCore

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
    var jobs: [Job] = []
    /// Items given to lanes, by the lane item's number.
    var inWork: [Int: (job: Job, index: Int, startedAt: Double)] = [:]
    var paces: [Int: Pace] = [:]
    var itemCounter = 0
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
            do {
                try FileSystem.writeWhole([], to: places.journal, mode: 0o600, replacing: false)
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

    /// Does something to the journal that the work does not hang on; what fails is told in the log.
    func record(_ what: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            SupervisorProgram.say("\(what) could not be recorded: \(Self.sentence(error))")
        }
    }

    func reply(_ message: SupervisorReply, to client: [UInt8]) {
        do {
            // A client that left gets nothing; its job goes on and stands in the journal.
            _ = try clients.send(parts: [client, try ControlCodec.encoded(message)], dontWait: true)
        } catch {
            return
        }
    }
}
