/// Stage to supervisor: this happened.
package struct StageReport: Codable, Hashable, Sendable {
    /// What happened.
    package enum Verb: String, Codable, Sendable {
        /// Started, self-tested, waiting for orders.
        case ready
        case opened
        case begun
        /// The stage's part of the pass is complete.
        case finished
        /// The stage's part of the pass failed; it waits for an abort.
        case failed
        case aborted
        /// Still working on something long.
        case pulse
    }

    package var verb: Verb
    package var pass: UInt32
    package var medium: Medium?
    package var outcome: StageOutcome?
    package var failure: StageFailure?
    package var counters: StageCounters?
    /// With `ready` and `begun` of a detector: what it runs on.
    package var engine: EngineSummary?

    package init(
        verb: Verb, pass: UInt32 = 0, medium: Medium? = nil, outcome: StageOutcome? = nil,
        failure: StageFailure? = nil, counters: StageCounters? = nil, engine: EngineSummary? = nil
    ) {
        self.verb = verb
        self.pass = pass
        self.medium = medium
        self.outcome = outcome
        self.failure = failure
        self.counters = counters
        self.engine = engine
    }
}

/// The inference engine and model a detector runs.
package struct EngineSummary: Codable, Hashable, Sendable {
    package var engine: String
    package var engineVersion: String
    package var model: String
    package var modelSHA256: String

    package init(engine: String, engineVersion: String, model: String, modelSHA256: String) {
        self.engine = engine
        self.engineVersion = engineVersion
        self.model = model
        self.modelSHA256 = modelSHA256
    }
}

/// Why a stage could not do its part.
package struct StageFailure: Codable, Hashable, Error, Sendable {
    /// Whose fault a failure is, and so what is done about it.
    package enum Blame: String, Codable, Sendable {
        /// The medium is at fault: the item fails, the stage goes on.
        case input
        /// The place is at fault (disk full, memory): the item fails, another may work.
        case environment
        /// The stage itself is: it is started again.
        case stage
    }

    package var code: String
    /// One sentence for a person, without the file's name.
    package var text: String
    package var blame: Blame

    package init(code: String, text: String, blame: Blame) {
        self.code = code
        self.text = text
        self.blame = blame
    }
}

/// Times and counts of one stage in one pass.
package struct StageCounters: Codable, Hashable, Sendable {
    package var items: Int
    package var busySeconds: Double
    package var waitInputSeconds: Double
    package var waitCreditSeconds: Double
    package var cpuSeconds: Double
    package var peakRSSBytes: Int
    package var p50Milliseconds: Double
    package var p95Milliseconds: Double

    package init(
        items: Int = 0, busySeconds: Double = 0, waitInputSeconds: Double = 0, waitCreditSeconds: Double = 0,
        cpuSeconds: Double = 0, peakRSSBytes: Int = 0, p50Milliseconds: Double = 0, p95Milliseconds: Double = 0
    ) {
        self.items = items
        self.busySeconds = busySeconds
        self.waitInputSeconds = waitInputSeconds
        self.waitCreditSeconds = waitCreditSeconds
        self.cpuSeconds = cpuSeconds
        self.peakRSSBytes = peakRSSBytes
        self.p50Milliseconds = p50Milliseconds
        self.p95Milliseconds = p95Milliseconds
    }
}

/// What a finished stage has to say; each kind fills its own part.
package struct StageOutcome: Codable, Hashable, Sendable {
    /// A face of the timeline, for the report; times in seconds.
    package struct Face: Codable, Hashable, Sendable {
        package var id: Int
        package var firstTime: Double
        package var lastTime: Double
        package var frames: Int
        package var visible: Bool
        package var origin: String

        package init(id: Int, firstTime: Double, lastTime: Double, frames: Int, visible: Bool, origin: String) {
            self.id = id
            self.firstTime = firstTime
            self.lastTime = lastTime
            self.frames = frames
            self.visible = visible
            self.origin = origin
        }
    }

    /// Decoder: digest over the sound packets and their times relative to the first frame, and their number.
    package var soundDigest: String?
    package var soundPackets: Int?
    package var frames: Int?
    /// Tracker; validator, where it added or changed faces.
    package var faces: [Face]?
    package var durationSeconds: Double?
    /// Compositor.
    package var outputBytes: Int?
    /// For the item's report, of decoder and compositor; of the validator, what it would change before rendering again.
    package var outputNote: String?
    /// Validator.
    package var verdict: Verdict?

    package init() {}
}

/// The validator's judgement on a finished file.
package struct Verdict: Codable, Hashable, Sendable {
    /// Something the check objects to.
    package struct Finding: Codable, Hashable, Sendable {
        package var code: String
        package var frame: Int
        package var time: Double
        /// x, y, width, height in pixels of the upright picture.
        package var box: [Double]
        package var score: Double

        package init(code: String, frame: Int, time: Double, box: [Double], score: Double) {
            self.code = code
            self.frame = frame
            self.time = time
            self.box = box
            self.score = score
        }
    }

    package var passes: Bool
    package var code: String?
    package var reason: String?
    package var ratio: Double
    package var checkedFrames: Int
    package var requiredCovers: Int
    package var findings: [Finding]
    /// Faces that nobody knew were all that was wrong, and the timeline now covers them: render it again.
    package var isRepaired: Bool
    /// Codes of what the audit of the finished file found, sorted; nil where there was no audit.
    package var auditFindings: [String]?

    package init(
        passes: Bool, code: String? = nil, reason: String? = nil, ratio: Double, checkedFrames: Int,
        requiredCovers: Int, findings: [Finding], isRepaired: Bool = false, auditFindings: [String]? = nil
    ) {
        self.passes = passes
        self.code = code
        self.reason = reason
        self.ratio = ratio
        self.checkedFrames = checkedFrames
        self.requiredCovers = requiredCovers
        self.findings = findings
        self.isRepaired = isRepaired
        self.auditFindings = auditFindings
    }
}
