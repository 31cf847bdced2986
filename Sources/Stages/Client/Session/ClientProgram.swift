import Control
import Digest
import Documents
import FoundationEssentials
import Journal
import Messaging
import Platform

/// `safefaces`, from its command line to its exit status.
package struct ClientProgram {
    private let environment: [String: String]
    private let places: Places
    private let signals: SignalSource

    /// - Returns: the exit status of the interface contract, section 2.
    package static func run(
        arguments: [[UInt8]], environment: [String: String], executable: JobPath
    ) -> Int32 {
        CurrentProcess.surviveFileSizeLimit()
        do {
            let command = try CommandLineParser.parse(arguments)
            let program = ClientProgram(
                environment: environment, places: .of(environment: environment, programs: executable.parent),
                signals: try SignalSource([.interrupt, .terminate, .brokenPipe])
            )
            return try program.run(command).rawValue
        } catch let error as ClientError {
            Terminal.say(SummaryText.error(error.sentence))
            return ExitCode.usage.rawValue
        } catch let error as JobSession.Refused {
            Terminal.say(SummaryText.error(error.sentence))
            return ExitCode.usage.rawValue
        } catch let error as SupervisorLink.Unreachable {
            Terminal.say(SummaryText.error(error.sentence))
            return ExitCode.noSupervisor.rawValue
        } catch is JobSession.Interrupted {
            return ExitCode.interrupted.rawValue
        } catch let error as DocumentError {
            Terminal.say(SummaryText.error(error.sentence))
            return ExitCode.usage.rawValue
        } catch let error as JournalError {
            Terminal.say(SummaryText.error(error.sentence))
            return ExitCode.internalError.rawValue
        } catch let error as MessagingError {
            Terminal.say(SummaryText.error("the supervisor cannot be reached: \(error)"))
            return ExitCode.noSupervisor.rawValue
        } catch {
            Terminal.say(SummaryText.error("\(error)"))
            return ExitCode.internalError.rawValue
        }
    }

    private func run(_ command: Command) throws -> ExitCode {
        switch command {
        case .version:
            Terminal.print(ToolVersion.name)
            return .done
        case .help(let name): return help(name)
        case .cover(let request): return try cover(request)
        case .scan(let request): return try scan(request)
        case .doctor(let mode): return try Doctor(environment: environment, places: places, mode: mode).run()
        case .supervisor(let action): return try supervisor(action)
        case .audit(let files, let mode): return try AuditCommand(files: files, mode: mode).run()
        case .submit(let request): return try submit(request)
        case .list(let mode): try queue.list(mode)
        case .status(let job, let mode): try queue.status(job, mode)
        case .wait(let jobs, let mode): return try queue.wait(jobs, mode)
        case .cancel(let job): try queue.cancel(job)
        case .retry(let job): try queue.retry(job)
        case .profile(let job, nil, let mode): try queue.profile(job, mode)
        case .profile:
            throw ClientError.conflict("--trace is not there yet in \(ToolVersion.name); profile without it shows a table")
        case .top:
            throw ClientError.conflict("this command is not there yet in \(ToolVersion.name); see safefaces help")
        }
        return .done
    }

    private var queue: QueueCommands {
        QueueCommands(places: places, environment: environment, signals: signals)
    }

    private func help(_ name: String?) -> ExitCode {
        for line in name.flatMap(HelpText.lines) ?? HelpText.overview { Terminal.print(line) }
        return .done
    }

    // MARK: - Cover and scan

    private func cover(_ request: CoverRequest) throws -> ExitCode {
        try work(on: try self.spec(for: request), frameMemory: request.frameMemory, mode: request.mode) { outcome in
            if let path = request.report {
                let page = ReportPage.isWanted(path) ? ReportPage(outcome.report, writtenAt: Date()).bytes() : nil
                try OutputFiles.write(try page ?? outcome.report.encoded(), to: path, replacing: true)
            }
        }
    }

    private func submit(_ request: CoverRequest) throws -> ExitCode {
        // The supervisor writes the report of a job that nobody waits for, and knows no pages.
        if let path = request.report, ReportPage.isWanted(path) {
            throw ClientError.conflict("submit writes reports as JSON only: give --report another name, or use cover")
        }
        let spec = try self.spec(for: request)
        let job = try queue.submit(spec, options: Self.options(spec, frameMemory: request.frameMemory))
        if request.mode.json {
            try Terminal.printJSON(SubmittedJob(job: job, items: spec.items.count))
        } else {
            Terminal.print(job)
        }
        return .done
    }

    /// What `submit --json` says.
    private struct SubmittedJob: Encodable {
        var job: String
        var items: Int
    }

    private func spec(for request: CoverRequest) throws -> JobSpec {
        let folder = try Self.currentFolder()
        let intake = try Intake(inputs: request.inputs, outputFolder: try OutputPlan.folder(of: request.output))
        let plan = try OutputPlan(
            items: intake.items, target: request.output,
            namedFile: request.inputs.count == 1 && intake.items.first?.path == request.inputs.first,
            settings: request.settings
        )
        return try JobAssembly.job(
            for: request, intake: intake, plan: plan, folder: folder,
            regions: try request.regions.map { try RegionsDocument.read(try Self.read($0)) },
            timelineSHA256: try request.timeline.map { SHA256.hexadecimal(of: try Self.read($0)) }
        )
    }

    private func scan(_ request: ScanRequest) throws -> ExitCode {
        let folder = try Self.currentFolder()
        try request.requirePlaces()
        let spec = JobAssembly.job(
            for: request, output: request.output ?? BytePath("scan.json"), folder: folder
        )
        return try work(on: spec, frameMemory: request.frameMemory, mode: request.mode) { outcome in
            guard let document = outcome.timelines.first ?? nil else { return }
            // With --json standard output is for programs.
            for line in FaceTable.lines(document) {
                if request.mode.json { Terminal.say(line) } else { Terminal.print(line) }
            }
            if let path = request.output {
                try OutputFiles.write(try document.encoded(), to: path, replacing: request.overwrite)
            }
            if let sheet = request.sheet, !request.mode.quiet { Terminal.say(SummaryText.sheet(sheet)) }
        }
    }

    /// More detectors than this no supervisor takes; each has one thread.
    private static let mostDetectors = 64

    private func work(
        on spec: JobSpec, frameMemory: Int?, mode: OutputMode, then: (JobSession.Outcome) throws -> Void
    ) throws -> ExitCode {
        let link = try SupervisorLink(
            places: places, environment: environment, options: Self.options(spec, frameMemory: frameMemory)
        )
        defer { link.close() }
        let session = JobSession(link: link, spec: spec, mode: mode, signals: signals)
        let outcome = try session.run()
        try then(outcome)
        session.finish(outcome.report)
        if outcome.wasInterrupted { return .interrupted }
        // Only the analysis can tell that an id does not exist; it is a usage error all the same.
        if outcome.report.items.contains(where: { $0.code == .unknownFace }) { return .usage }
        return ExitCode(states: outcome.report.items.map(\.state))
    }

    /// What a supervisor that is started for a job is told.
    private static func options(_ spec: JobSpec, frameMemory: Int?) -> [String] {
        (spec.threads.map { ["--detectors", "\(min($0, mostDetectors))"] } ?? [])
            + (frameMemory.map { ["--frame-memory", "\($0)"] } ?? [])
    }

    private static func currentFolder() throws -> BytePath {
        switch Client.FileSystem.currentFolder() {
        case .success(let folder): return folder
        case .failure(let failure):
            throw ClientError.unreachableInput(BytePath("."), reason: failure.code.words)
        }
    }

    private static func read(_ path: BytePath) throws -> [UInt8] {
        do throws(PlatformError) {
            let file = try Platform.FileSystem.openReadOnly(JobPath(bytes: path.bytes))
            return try Platform.FileSystem.readAll(file, limit: DocumentCoding.maximumBytes)
        } catch {
            throw ClientError.unreachableInput(path, reason: error.code?.text ?? error.description)
        }
    }

    // MARK: - The supervisor

    private func supervisor(_ action: SupervisorAction) throws -> ExitCode {
        switch action {
        case .start:
            if try SupervisorLink.existing(places) != nil {
                throw SupervisorLink.Unreachable(sentence: "a supervisor runs already in \(places.runtime)")
            }
            try SupervisorLink.startLasting(places: places, environment: environment, options: [])
            Terminal.say("the supervisor runs in \(places.runtime)")
            return .done
        case .stop:
            let status = try ask(.stop)
            Terminal.say("the supervisor (process \(status.processID)) stops when its running work is done")
            try waitUntilGone()
            return .done
        case .status:
            let status = try ask(.status)
            Terminal.print(
                "supervisor \(status.version), process \(status.processID), \(status.lanes) lane(s), "
                    + "\(status.jobsWaiting) job(s) with \(status.itemsWaiting) item(s) waiting"
            )
            for stage in status.stages { Terminal.print("  stage \(stage)") }
            return .done
        }
    }

    private func ask(_ verb: ClientRequest.Verb) throws -> SupervisorStatus {
        guard let link = try SupervisorLink.existing(places) else {
            throw SupervisorLink.Unreachable(
                sentence: "no supervisor runs in \(places.runtime); start one with 'safefaces supervisor start'"
            )
        }
        try link.send(ClientRequest(verb: verb))
        for _ in 0..<100 {
            if let status = try link.receive(timeoutMilliseconds: 100)?.status { return status }
        }
        throw SupervisorLink.Unreachable(sentence: "the supervisor does not answer")
    }

    private func waitUntilGone() throws {
        while try Platform.FileSystem.localSocketIsLive(places.clientSocket) {
            if try signals.descriptor.waitUntilReadable(timeoutMilliseconds: 100) { throw JobSession.Interrupted() }
        }
    }
}
