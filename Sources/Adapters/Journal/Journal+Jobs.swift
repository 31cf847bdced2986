// Jobs in the journal: a row for each job, and one for each item that is in work or settled. An item without a row waits.

/// A job as the journal knows it.
package struct JournalJob: Equatable, Sendable {
    package var id: Int64
    /// Seconds since 1970.
    package var created: Int64
    /// Nil while the job is open.
    package var ended: Int64?
    /// True when nobody waits for it: it is finished by whichever supervisor runs.
    package var isDetached: Bool
    /// The supervisor that works on it, or did last.
    package var owner: String
    package var spec: [UInt8]
    /// The report document, of a job that has ended.
    package var report: [UInt8]?

    package var isOpen: Bool { ended == nil }
}

/// A job in a list: how many of its items are in which state.
package struct JournalSummary: Equatable, Sendable {
    package var id: Int64
    package var created: Int64
    package var ended: Int64?
    package var itemCount: Int
    /// By the item's state; items that wait have none.
    package var counts: [String: Int]
}

/// An item that is in work, being published, or settled.
package struct JournalItem: Equatable, Sendable {
    package var index: Int
    package var state: String
    /// The item's part of the report; for one being published, the SHA-256 of its output in hexadecimal.
    package var result: [UInt8]?

    /// The states of items that are not settled.
    package static let inWork = "running"
    package static let publishing = "publishing"

    package var isSettled: Bool { state != Self.inWork && state != Self.publishing }
}

extension Journal {
    /// Takes a job in and gives its number; on the disk when this returns.
    package func addJob(
        spec: [UInt8], digest: String, itemCount: Int, owner: String, isDetached: Bool, at seconds: Int64
    ) throws(JournalError) -> Int64 {
        try run(
            "INSERT INTO jobs (created, state, spec, digest, item_count, owner, detached) "
                + "VALUES (?, 'running', ?, ?, ?, ?, ?)",
            [
                .integer(seconds), .blob(spec), .text(digest), .integer(Int64(itemCount)), .text(owner),
                .integer(isDetached ? 1 : 0),
            ],
            doing: "adding a job"
        )
        return lastRow
    }

    /// Says that an item is in work.
    package func begin(_ item: Int, of job: Int64) throws(JournalError) {
        try put(JournalItem(index: item, state: JournalItem.inWork), of: job)
    }

    /// Says that an item is about to get its name, so that after a power cut it is known whether it did.
    package func intend(_ item: Int, of job: Int64, outputSHA256: String) throws(JournalError) {
        try put(
            JournalItem(index: item, state: JournalItem.publishing, result: Array(outputSHA256.utf8)), of: job
        )
    }

    /// Keeps what became of an item.
    package func settle(_ item: Int, of job: Int64, state: String, result: [UInt8]) throws(JournalError) {
        try put(JournalItem(index: item, state: state, result: result), of: job)
    }

    private func put(_ item: JournalItem, of job: Int64) throws(JournalError) {
        try run(
            "INSERT OR REPLACE INTO items (job, item, state, result) VALUES (?, ?, ?, ?)",
            [.integer(job), .integer(Int64(item.index)), .text(item.state), item.result.map(Value.blob) ?? .null],
            doing: "keeping an item"
        )
    }

    /// Forgets what became of an item, so that it waits again.
    package func reopen(_ item: Int, of job: Int64) throws(JournalError) {
        try run(
            "DELETE FROM items WHERE job = ? AND item = ?", [.integer(job), .integer(Int64(item))],
            doing: "reopening an item"
        )
    }

    /// Keeps a job's end and its report.
    package func finishJob(_ id: Int64, report: [UInt8], at seconds: Int64) throws(JournalError) {
        try run(
            "UPDATE jobs SET state = 'done', report = ?, ended = ? WHERE id = ?",
            [.blob(report), .integer(seconds), .integer(id)], doing: "finishing a job"
        )
    }

    /// Makes a job this supervisor's: one whose owner is gone, or one that is to be worked on again.
    package func adopt(_ id: Int64, owner: String, isDetached: Bool) throws(JournalError) {
        try run(
            "UPDATE jobs SET state = 'running', report = NULL, ended = NULL, owner = ?, detached = ? WHERE id = ?",
            [.text(owner), .integer(isDetached ? 1 : 0), .integer(id)], doing: "taking a job over"
        )
    }

    /// The job of a number; nil where there is none.
    package func job(_ id: Int64) throws(JournalError) -> JournalJob? {
        try jobs(where: "id = ?", [.integer(id)]).first
    }

    /// The jobs that have not ended, in the order they came.
    package func openJobs() throws(JournalError) -> [JournalJob] {
        try jobs(where: "state = 'running' ORDER BY id", [])
    }

    /// The open job that was given with these very words; nil where there is none.
    package func openJob(digest: String) throws(JournalError) -> JournalJob? {
        try jobs(where: "state = 'running' AND detached = 1 AND digest = ? ORDER BY id", [.text(digest)]).first
    }

    private func jobs(where condition: String, _ values: [Value]) throws(JournalError) -> [JournalJob] {
        var found: [JournalJob] = []
        try run(
            "SELECT id, created, ended, detached, owner, spec, report, state FROM jobs WHERE \(condition)", values,
            doing: "reading a job"
        ) { row in
            // Journals of earlier versions have ended jobs without a time.
            let ended = Self.isNull(row, 2) ? nil : Self.integer(row, 2)
            let created = Self.integer(row, 1)
            found.append(
                JournalJob(
                    id: Self.integer(row, 0), created: created,
                    ended: ended ?? (Self.text(row, 7) == "running" ? nil : created),
                    isDetached: Self.integer(row, 3) != 0, owner: Self.text(row, 4), spec: Self.blob(row, 5) ?? [],
                    report: Self.blob(row, 6)
                )
            )
        }
        return found
    }

    /// Whether a job has not ended.
    package func isOpen(_ id: Int64) throws(JournalError) -> Bool {
        var isOpen = false
        try run(
            "SELECT 1 FROM jobs WHERE id = ? AND state = 'running'", [.integer(id)], doing: "reading a job"
        ) { _ in isOpen = true }
        return isOpen
    }

    /// The items of a job that are in work or settled, in order.
    ///
    /// - Parameter known: items that are left out: their results are not read again.
    package func items(of job: Int64, without known: Set<Int> = []) throws(JournalError) -> [JournalItem] {
        var found: [JournalItem] = []
        try run(
            "SELECT item, state, result FROM items WHERE job = ? ORDER BY item", [.integer(job)],
            doing: "reading a job's items"
        ) { row in
            let index = Int(Self.integer(row, 0))
            guard !known.contains(index) else { return }
            found.append(JournalItem(index: index, state: Self.text(row, 1), result: Self.blob(row, 2)))
        }
        return found
    }

    /// Every job, in the order they came.
    package func summaries() throws(JournalError) -> [JournalSummary] {
        var counts: [Int64: [String: Int]] = [:]
        try run("SELECT job, state, count(*) FROM items GROUP BY job, state", doing: "listing jobs") { row in
            counts[Self.integer(row, 0), default: [:]][Self.text(row, 1)] = Int(Self.integer(row, 2))
        }
        var found: [JournalSummary] = []
        try run("SELECT id, created, ended, item_count FROM jobs ORDER BY id", doing: "listing jobs") { row in
            let id = Self.integer(row, 0)
            found.append(
                JournalSummary(
                    id: id, created: Self.integer(row, 1), ended: Self.isNull(row, 2) ? nil : Self.integer(row, 2),
                    itemCount: Int(Self.integer(row, 3)), counts: counts[id] ?? [:]
                )
            )
        }
        return found
    }

    /// Forgets jobs that ended before a time, with their items.
    package func forget(endedBefore seconds: Int64) throws(JournalError) {
        let doing = "forgetting old jobs"
        try run(
            "DELETE FROM items WHERE job IN (SELECT id FROM jobs WHERE ended < ?)", [.integer(seconds)], doing: doing
        )
        try run("DELETE FROM jobs WHERE ended < ?", [.integer(seconds)], doing: doing)
    }
}
