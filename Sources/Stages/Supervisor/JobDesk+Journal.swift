import Control
import Digest
import Documents
import Journal
import Platform
import TimelineCore

// What the journal gives back: work that is done already, jobs whose supervisor is gone, jobs that are tried again.
extension JobDesk {
    /// How long ended jobs are remembered: with them goes what they say about who was in which file.
    private static let keptSeconds: Int64 = 30 * 24 * 3600

    /// What the journal calls this supervisor.
    var owner: String { place.description }

    // MARK: - Work already done

    /// The items whose output is there already, by their place in the job.
    ///
    /// - Throws: a refusal where the output is anything but the very result this job would make: a usage error before
    ///   any work starts.
    func doneAlready(_ spec: JobSpec) throws -> [Int: ReportItem] {
        guard spec.kind == .cover, !spec.overwrite else { return [:] }
        var done: [Int: ReportItem] = [:]
        for (index, item) in spec.items.enumerated() {
            let path = JobPath(bytes: item.output.bytes)
            guard try FileSystem.linkStatus(at: path) != nil else { continue }
            guard let result = try doneAlready(item, settings: spec.settings) else {
                throw Refusal(sentence: Self.taken(path))
            }
            done[index] = result
        }
        return done
    }

    /// What becomes of an item whose output appeared while it waited: another job may have made it. Nil where nothing
    /// is in the way.
    func resultInPlace(of item: JobItem, in job: Job) -> ReportItem? {
        guard job.spec.kind == .cover, !job.spec.overwrite else { return nil }
        let path = JobPath(bytes: item.output.bytes)
        do {
            guard try FileSystem.linkStatus(at: path) != nil else { return nil }
            if let result = try doneAlready(item, settings: job.spec.settings) { return result }
            return ReportItem(
                input: item.shownInput, state: .failed, reason: Self.taken(path), code: .cannotWrite
            )
        } catch {
            return ReportItem(
                input: item.shownInput, state: .failed, reason: Self.sentence(error), code: .unreadable
            )
        }
    }

    private static func taken(_ path: JobPath) -> String {
        "\(path) exists already and is not this very result; choose another --output or use --overwrite"
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
    static func fingerprint(input: String, settings: CoverSettings) throws -> String {
        try ResultIdentity(
            tool: ToolVersion.name, engine: .init(name: "", version: ""), model: .init(name: "", sha256: ""),
            inputSHA256: input, settings: settings
        ).fingerprint()
    }

    // MARK: - Jobs of a supervisor that is gone

    /// Goes on with the jobs that a supervisor left behind, and ends those that only its client waited for.
    ///
    /// A supervisor that lives for one command leaves all that to one that stays.
    func takeOver() throws {
        guard settings.livesFor == nil else { return }
        try journal.forget(endedBefore: Self.date - Self.keptSeconds)
        for row in try journal.openJobs() where row.owner == owner || !Self.isAlive(row.owner) {
            try journal.adopt(row.id, owner: owner, isDetached: row.isDetached)
            guard let (job, refused) = try restored(row) else { continue }
            add(job, ending: row.isDetached ? refused : Self.interrupted(job))
        }
    }

    /// Whether the supervisor of that name holds its lock.
    private static func isAlive(_ owner: String) -> Bool {
        guard !owner.isEmpty else { return false }
        do throws(PlatformError) {
            let place = JobPath(owner)
            guard try FileSystem.status(at: place) != nil else { return false }
            return try FileSystem.lockFile(place.appending("lock")) == nil
        } catch {
            // Its folder cannot be looked into, so neither can it be said that nobody is there.
            return true
        }
    }

    /// A job as the journal has it, with what is settled of it, and the items that can only fail; nil where nothing can
    /// be done with it.
    private func restored(_ row: JournalJob) throws -> (Job, [Int: ReportItem])? {
        let spec: JobSpec
        do throws(DocumentError) {
            spec = try DocumentCoding.decode(JobSpec.self, from: row.spec, as: .job)
        } catch {
            // Another version's words: it is ended, so that it is not met again at every start.
            try journal.finishJob(row.id, report: [], at: Self.date)
            return nil
        }
        let (reviewed, refusal) = Self.reviewedOrRefusal(spec)
        let job = Job(number: row.id, spec: spec, client: nil, startedAt: Self.now, reviewed: reviewed)
        for item in try journal.items(of: row.id) where spec.items.indices.contains(item.index) {
            if let result = try settled(item, of: job) {
                job.results[item.index] = result
            } else {
                try journal.reopen(item.index, of: row.id)
            }
        }
        let refused = refusal.map { Self.open(job, endingAs: .failed, $0, .wrongTimeline) }
        return (job, refused ?? [:])
    }

    private static func reviewedOrRefusal(_ spec: JobSpec) -> ((timeline: Timeline, sha256: String)?, String?) {
        do {
            return (try reviewed(spec), nil)
        } catch {
            return (nil, "its timeline cannot be read any more: \(sentence(error))")
        }
    }

    /// What the journal says became of an item; nil where it has to be worked on again.
    private func settled(_ item: JournalItem, of job: Job) throws -> ReportItem? {
        guard let bytes = item.result else { return nil }
        if item.state == JournalItem.publishing {
            return published(job.spec.items[item.index], outputSHA256: String(decoding: bytes, as: UTF8.self), of: job)
        }
        return try DocumentCoding.decode(ReportItem.self, from: bytes, as: .report)
    }

    /// An item that was being published when the supervisor ended: whether the file has its name.
    private func published(_ item: JobItem, outputSHA256: String, of job: Job) -> ReportItem? {
        let path = JobPath(bytes: item.output.bytes)
        do {
            guard try FileSystem.linkStatus(at: path) != nil, try FileDigests.sha256(path) == outputSHA256 else {
                return nil
            }
            let input = try FileDigests.sha256(JobPath(bytes: item.input.bytes))
            let identity = try Self.fingerprint(input: input, settings: job.spec.settings)
            try journal.remember(
                .init(fingerprint: identity, outputSHA256: outputSHA256), at: item.output.bytes
            )
            return ReportItem(
                input: item.shownInput, output: item.shownOutput, state: .published,
                sha256: .init(input: input, output: outputSHA256),
                notes: ["the supervisor ended as this was published, so its faces and times are not listed"]
            )
        } catch {
            return nil
        }
    }

    /// The ends of what is left of a job whose client is gone.
    private static func interrupted(_ job: Job) -> [Int: ReportItem] {
        open(job, endingAs: .cancelled, "the command ended before this was done", .cancelled)
    }

    private static func open(
        _ job: Job, endingAs state: ItemState, _ reason: String, _ code: ItemCode
    ) -> [Int: ReportItem] {
        var ends: [Int: ReportItem] = [:]
        for (index, item) in job.spec.items.enumerated() where job.results[index] == nil {
            ends[index] = ReportItem(input: item.shownInput, state: state, reason: reason, code: code)
        }
        return ends
    }

    // MARK: - Again

    /// Opens a job again for all that was blocked, failed or cancelled in it.
    func retry(_ name: String) throws -> Job {
        let row = try known(name)
        guard !row.isOpen else { throw Refusal(sentence: "job \(name) is still in work") }
        let spec = try DocumentCoding.decode(JobSpec.self, from: row.spec, as: .job)
        guard spec.kind == .cover else { throw Refusal(sentence: "job \(name) was a scan; scan the file again") }
        let items = try journal.items(of: row.id).filter { item in
            ItemState(rawValue: item.state).map { [.blocked, .failed, .cancelled].contains($0) } ?? true
        }
        guard !items.isEmpty else { throw Refusal(sentence: "nothing in job \(name) is to be done again") }
        try journal.adopt(row.id, owner: owner, isDetached: true)
        for item in items { try journal.reopen(item.index, of: row.id) }
        guard let (job, refused) = try restored(row) else {
            throw Refusal(sentence: "job \(name) cannot be read any more")
        }
        add(job, ending: refused)
        return job
    }

    /// Why a job that this supervisor does not work on cannot be cancelled.
    func refuseToCancel(_ name: String) throws -> Job {
        let row = try known(name)
        throw Refusal(
            sentence: row.isOpen
                ? "job \(name) belongs to a command that runs elsewhere; stop it there"
                : "job \(name) has ended already"
        )
    }

    private func known(_ name: String) throws -> JournalJob {
        guard let number = Int64(name), let row = try journal.job(number) else {
            throw Refusal(sentence: "there is no job '\(name)'; 'safefaces list' shows them")
        }
        return row
    }
}
