import Documents
import Wire

// What the client and the supervisor say to each other: one JSON object a message.

/// Client to supervisor.
package struct ClientRequest: Codable, Sendable {
    package enum Verb: String, Codable, Sendable {
        /// Take a job; answered by `accepted` or `refused`, then events, then `done`.
        case submit
        /// Stop a job; answered by `changed` or `refused`.
        case cancel
        /// Work again on what is not published of a job; answered by `changed` or `refused`.
        case retry
        /// Say how you are; answered by `status`.
        case status
        /// Finish what runs, then leave; answered by `stopping`.
        case stop
    }

    package var verb: Verb
    package var job: String?
    package var spec: JobSpec?
    /// Submissions: nobody waits, so there are no events and the job outlives the client.
    package var isDetached: Bool?

    package init(verb: Verb, job: String? = nil, spec: JobSpec? = nil, isDetached: Bool? = nil) {
        self.verb = verb
        self.job = job
        self.spec = spec
        self.isDetached = isDetached
    }
}

/// Supervisor to client.
package struct SupervisorReply: Codable, Sendable {
    package enum Verb: String, Codable, Sendable {
        case accepted, refused, event, done, status, stopping, changed
    }

    package var verb: Verb
    package var job: String?
    package var event: Event?
    package var report: ReportDocument?
    /// Scans: one for each item that could be analysed, in the items' order.
    package var timelines: [TimelineDocument?]?
    /// Why a job was refused: one sentence.
    package var reason: String?
    package var status: SupervisorStatus?

    package init(
        verb: Verb, job: String? = nil, event: Event? = nil, report: ReportDocument? = nil,
        timelines: [TimelineDocument?]? = nil, reason: String? = nil, status: SupervisorStatus? = nil
    ) {
        self.verb = verb
        self.job = job
        self.event = event
        self.report = report
        self.timelines = timelines
        self.reason = reason
        self.status = status
    }
}

/// How a supervisor is.
package struct SupervisorStatus: Codable, Sendable {
    package var version: String
    package var processID: Int
    package var lanes: Int
    package var jobsWaiting: Int
    package var itemsWaiting: Int
    /// Names of the running stages.
    package var stages: [String]

    package init(
        version: String, processID: Int, lanes: Int, jobsWaiting: Int, itemsWaiting: Int, stages: [String]
    ) {
        self.version = version
        self.processID = processID
        self.lanes = lanes
        self.jobsWaiting = jobsWaiting
        self.itemsWaiting = itemsWaiting
        self.stages = stages
    }
}

extension ControlCodec {
    package static func encoded(_ request: ClientRequest) throws(ControlError) -> [UInt8] { try encode(request) }
    package static func encoded(_ reply: SupervisorReply) throws(ControlError) -> [UInt8] { try encode(reply) }
    package static func request(_ bytes: [UInt8]) throws(ControlError) -> ClientRequest { try decode(bytes) }
    package static func reply(_ bytes: [UInt8]) throws(ControlError) -> SupervisorReply { try decode(bytes) }
}

/// What this program calls itself, in reports and on the command line.
package enum ToolVersion {
    package static let name = "safefaces 0.1.0"
    package static let number = "0.1.0"
}
