import Documents

/// How far a command is, put together from events; a value, so that what is shown can be tested.
package struct ProgressState: Hashable, Sendable {
    /// One input that is being worked on.
    package struct Active: Hashable, Sendable {
        package var job: String
        package var input: DocumentPath
        package var pass: PassName
        package var done: Int
        package var total: Int
        /// Frames a second over the pass so far.
        package var fps: Double

        /// 0...1, nil while the total is not known.
        package var share: Double? {
            total > 0 ? min(1, max(0, Double(done) / Double(total))) : nil
        }

        /// Seconds until the pass ends at the present speed, nil where that cannot be told.
        package var secondsLeft: Double? {
            guard total > 0, fps.isFinite, fps > 0 else { return nil }
            return Double(max(0, total - done)) / fps
        }
    }

    /// Inputs the command is about, those left out included.
    package private(set) var expected: Int
    /// In the order in which work on them began.
    package private(set) var active: [Active] = []
    package private(set) var finished: [ItemState: Int] = [:]
    /// Seconds since the command began.
    package private(set) var now: Double = 0
    /// When the first item finished work, and how many have: for the estimate.
    private var worked = 0

    package init(expected: Int) {
        self.expected = expected
    }

    package var finishedCount: Int { finished.values.reduce(0, +) }

    /// Seconds until everything has ended, at the pace of the items so far; nil before the first has ended.
    package var secondsLeft: Double? {
        guard worked > 0, now > 0 else { return nil }
        return now / Double(worked) * Double(max(0, expected - finishedCount))
    }

    /// Takes in an event.
    ///
    /// - Parameter seconds: since the command began.
    package mutating func apply(_ event: Event, at seconds: Double) {
        now = max(now, seconds)
        switch event {
        case .queued: break
        case .progress(let progress): advance(progress)
        case .finished(let result):
            active.removeAll { $0.job == result.job && $0.input == result.input }
            finished[result.state, default: 0] += 1
            expected = max(expected, finishedCount)
            // What was skipped took no time and says nothing about the pace.
            if result.state != .skipped { worked += 1 }
        case .summary: active = []
        }
    }

    /// Takes in that time has passed.
    package mutating func tick(at seconds: Double) { now = max(now, seconds) }

    private mutating func advance(_ progress: Event.Progress) {
        let entry = Active(
            job: progress.job, input: progress.input, pass: progress.pass, done: progress.done,
            total: progress.total, fps: progress.fps
        )
        if let index = active.firstIndex(where: { $0.job == entry.job && $0.input == entry.input }) {
            active[index] = entry
        } else {
            active.append(entry)
        }
    }
}
