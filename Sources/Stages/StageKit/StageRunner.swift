import Control
import Messaging
import Platform
import Wire

/// The skeleton every stage runs in: it connects, says it is ready, obeys orders, hands over data messages, steps the
/// stage, measures, and leaves when the supervisor does.
///
/// One thread owns both sockets. Each turn drains the control socket first, so an order never waits behind frames.
package struct StageRunner<Body: Stage> {
    private let arguments: StageArguments
    private var body: Body
    private let control: Socket
    private let data: Socket
    private let channel: DescriptorChannel
    private let port: StagePort
    private let poller: Poller
    private var clock = StageClock()
    /// The pass in work: begun, neither finished nor failed.
    private var activePass: UInt32?
    private var lastStep: StageStep = .needsInput

    /// Connects and starts the stage; `make` may take its time (a detector compiles its network there).
    ///
    /// - Throws: what `make` threw, after the supervisor has been told.
    package init(
        _ arguments: StageArguments, make: () throws(StageFailure) -> Body
    ) throws {
        try CurrentProcess.dieWithParent(arguments.parent)
        self.arguments = arguments
        let context = try MessagingContext()
        control = try Socket(context, .dealer, Self.options(arguments, highWaterMark: 64))
        try control.connect(Endpoint(path: JobPath(arguments.controlPath)))
        data = try Socket(context, .dealer, Self.options(arguments, highWaterMark: 1000))
        try data.connect(Endpoint(path: JobPath(arguments.dataPath)))
        channel = DescriptorChannel(adopting: Descriptor(adopting: arguments.channel))
        poller = Poller()
        _ = poller.add(control)
        _ = poller.add(data)
        port = StagePort(data: data, control: control) {
            try? ControlCodec.encoded(StageReport(verb: .pulse))
        }
        do {
            body = try make()
            try Self.say(StageReport(verb: .ready, engine: body.engine), on: control)
        } catch let failure as StageFailure {
            try Self.say(StageReport(verb: .failed, failure: failure), on: control)
            throw failure
        }
    }

    private static func options(_ arguments: StageArguments, highWaterMark: Int32) -> SocketOptions {
        var options = SocketOptions(highWaterMark: highWaterMark)
        options.routingIdentity = Array(arguments.stage.name.utf8)
        // An order to a compositor carries extra data of a sound codec; a data message is bounded by its format.
        options.maximumPartBytes = Int64(max(DataMessage.limitBytes, 4 << 20))
        return options
    }

    /// Runs until told to quit.
    package mutating func run() throws {
        while true {
            while let bytes = try control.receive(dontWait: true)?.last {
                guard try obey(try ControlCodec.order(bytes)) else { return }
            }
            if let bytes = try data.receive(dontWait: true)?.last {
                handle(bytes)
                continue
            }
            try advance()
        }
    }

    private static func say(_ report: StageReport, on control: Socket) throws {
        let bytes = try ControlCodec.encoded(report)
        guard try control.send(parts: [bytes]) == .sent else {
            throw StageFailure(code: "supervisor-gone", text: "the supervisor does not answer", blame: .stage)
        }
    }

    // MARK: - Orders

    /// Does what an order says; false means to leave.
    private mutating func obey(_ order: StageOrder) throws -> Bool {
        do throws(StageFailure) {
            switch order.verb {
            case .quit: return false
            case .abort:
                drop()
                try tell(StageReport(verb: .aborted, pass: order.pass))
            case .open:
                drop()
                let medium = try body.open(order, try attachments(of: order))
                try tell(StageReport(verb: .opened, pass: order.pass, medium: medium))
            case .begin:
                clock = StageClock()
                port.pass = order.pass
                try body.begin(order, try attachments(of: order), port: port)
                activePass = order.pass
                lastStep = .worked
                try tell(StageReport(verb: .begun, pass: order.pass, engine: body.engine))
            }
        } catch {
            fail(error, pass: order.pass)
        }
        return true
    }

    private func tell(_ report: StageReport) throws(StageFailure) {
        do {
            try Self.say(report, on: control)
        } catch {
            throw StageFailure(code: "supervisor-gone", text: "the supervisor does not answer", blame: .stage)
        }
    }

    private mutating func drop() {
        body.abort()
        activePass = nil
        lastStep = .needsInput
    }

    private mutating func fail(_ failure: StageFailure, pass: UInt32) {
        activePass = nil
        lastStep = .needsInput
        // When even this cannot be said, the supervisor finds out by the silence.
        _ = try? tell(StageReport(verb: .failed, pass: pass, failure: failure))
    }

    /// Descriptors come over their own channel, in the order the order lists them, tagged with its pass. Those of
    /// an order that was overtaken by an abort are skipped.
    private func attachments(of order: StageOrder) throws(StageFailure) -> Attachments {
        guard !order.attachments.isEmpty else { return Attachments([:]) }
        do {
            while let message = try channel.receive(timeoutMilliseconds: 5000) {
                guard message.tag == order.pass, message.descriptors.count == order.attachments.count else { continue }
                return Attachments(
                    Dictionary(zip(order.attachments, message.descriptors), uniquingKeysWith: { first, _ in first })
                )
            }
        } catch {
            throw StageFailure(code: "internal", text: "descriptors could not be received: \(error)", blame: .stage)
        }
        throw StageFailure(code: "internal", text: "the descriptors of an order did not come", blame: .stage)
    }

    // MARK: - Data and own work

    private mutating func handle(_ bytes: [UInt8]) {
        let start = MonotonicClock.seconds()
        do throws(StageFailure) {
            let decoded: (pass: UInt32, message: DataMessage)
            do throws(WireError) {
                decoded = try DataMessage.decoded(bytes)
            } catch {
                throw StageFailure(code: "internal", text: "a message was not understood: \(error)", blame: .stage)
            }
            try body.take(decoded.message, pass: decoded.pass)
            if case .grant = decoded.message {
            } else {
                clock.finishedItem(seconds: MonotonicClock.seconds() - start)
            }
            if activePass != nil { lastStep = .worked }
        } catch {
            fail(error, pass: activePass ?? 0)
        }
        clock.worked(seconds: MonotonicClock.seconds() - start)
    }

    private mutating func advance() throws {
        let start = MonotonicClock.seconds()
        if let pass = activePass, case .worked = lastStep {
            do throws(StageFailure) {
                lastStep = try body.step()
                if case .finished(let outcome) = lastStep {
                    try tell(
                        StageReport(verb: .finished, pass: pass, outcome: outcome, counters: clock.summary())
                    )
                    activePass = nil
                    lastStep = .needsInput
                }
            } catch {
                fail(error, pass: pass)
            }
            if case .worked = lastStep { clock.finishedItem(seconds: MonotonicClock.seconds() - start) }
            clock.worked(seconds: MonotonicClock.seconds() - start)
            return
        }
        _ = try poller.wait(timeoutMilliseconds: 1000)
        let waited = MonotonicClock.seconds() - start
        guard activePass != nil else { return }
        if case .needsCredit = lastStep {
            clock.waitedForCredit(seconds: waited)
        } else {
            clock.waitedForInput(seconds: waited)
        }
    }
}
