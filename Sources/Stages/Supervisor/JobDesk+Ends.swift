import Control
import Documents
import Journal
import Platform

// How items and jobs end, and who is told.
extension JobDesk {
    func settle(_ result: ReportItem, _ index: Int, of job: Job) {
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

    func announce(_ event: Event, of job: Job) {
        guard let client = job.client else { return }
        reply(SupervisorReply(verb: .event, event: event), to: client)
    }

    func finishIfDone(_ job: Job) {
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
        try FileSystem.writeWhole(try report.encoded(), to: path, mode: 0o666, replacing: true)
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
}
