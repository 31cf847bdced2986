/// Something that happened to a job, as one line of JSON.
package enum Event: Hashable, Sendable {
    case queued(job: String, input: DocumentPath)
    case progress(Progress)
    case finished(Result)
    /// Always the last.
    case summary(Summary)

    /// How far one pass over one input is.
    package struct Progress: Hashable, Sendable, Codable {
        package var job: String
        package var input: DocumentPath
        package var pass: PassName
        /// Frames done, of `total`; 0 of `total` where it is not known yet.
        package var done: Int
        package var total: Int
        package var fps: Double

        package init(job: String, input: DocumentPath, pass: PassName, done: Int, total: Int, fps: Double) {
            self.job = job
            self.input = input
            self.pass = pass
            self.done = done
            self.total = total
            self.fps = fps
        }
    }

    /// What became of one input.
    package struct Result: Hashable, Sendable {
        package var state: ItemState
        package var job: String
        package var input: DocumentPath
        package var output: DocumentPath?
        package var reason: String?
        package var code: ItemCode?

        package init(
            state: ItemState, job: String, input: DocumentPath, output: DocumentPath? = nil,
            reason: String? = nil, code: ItemCode? = nil
        ) {
            self.state = state
            self.job = job
            self.input = input
            self.output = output
            self.reason = reason
            self.code = code
        }
    }

    /// How many of each, over everything the command was asked to do.
    package struct Summary: Hashable, Sendable, Codable {
        package var published: Int
        package var blocked: Int
        package var failed: Int
        package var skipped: Int
        package var cancelled: Int
        package var seconds: Double

        package init(states: some Sequence<ItemState>, seconds: Double) {
            var counts: [ItemState: Int] = [:]
            for state in states { counts[state, default: 0] += 1 }
            published = counts[.published, default: 0]
            blocked = counts[.blocked, default: 0]
            failed = counts[.failed, default: 0]
            skipped = counts[.skipped, default: 0]
            cancelled = counts[.cancelled, default: 0]
            self.seconds = seconds
        }
    }

    /// The event as one line, line break included.
    package func line() throws(DocumentError) -> [UInt8] {
        try DocumentCoding.encode(self, as: .event) + [0x0A]
    }

    /// Reads one line, with or without its line break.
    package static func read(_ bytes: [UInt8]) throws(DocumentError) -> Event {
        try DocumentCoding.decode(Event.self, from: bytes, as: .event)
    }
}
