import Documents

/// What a person asked for, understood and checked as far as the words alone allow.
package enum Command: Hashable, Sendable {
    case cover(CoverRequest)
    /// Like `cover`, but does not wait.
    case submit(CoverRequest)
    case scan(ScanRequest)
    case audit([BytePath], OutputMode)
    case list(OutputMode)
    case status(job: String, OutputMode)
    case wait(jobs: [String], OutputMode)
    case cancel(job: String)
    case retry(job: String)
    case profile(job: String, trace: BytePath?, OutputMode)
    case top
    case supervisor(SupervisorAction)
    case doctor(OutputMode)
    /// Help on everything, or on one command.
    case help(String?)
    case version
}

/// Who the output is for.
package struct OutputMode: Hashable, Sendable {
    /// JSON on standard output, words on standard error.
    package var json: Bool
    /// No progress.
    package var quiet: Bool

    package init(json: Bool = false, quiet: Bool = false) {
        self.json = json
        self.quiet = quiet
    }
}

/// What to do with the supervisor.
package enum SupervisorAction: String, Sendable, CaseIterable {
    case start, stop, status
}

/// The arguments of `cover` and `submit`.
package struct CoverRequest: Hashable, Sendable {
    /// As given, at least one.
    package var inputs: [BytePath]
    /// A folder, or for one input file a file name.
    package var output: BytePath
    /// All that the words say; regions and timeline are files still to be read.
    package var settings: CoverSettings
    package var timeline: BytePath?
    package var regions: BytePath?
    package var overwrite: Bool
    package var report: BytePath?
    package var threads: Int?
    /// MiB for the frames of a supervisor that this command starts.
    package var frameMemory: Int?
    package var mode: OutputMode
}

/// The arguments of `scan`.
package struct ScanRequest: Hashable, Sendable {
    package var input: BytePath
    package var output: BytePath?
    package var sheet: BytePath?
    package var overwrite: Bool
    package var engine: EngineChoice
    package var threads: Int?
    /// MiB for the frames of a supervisor that this command starts.
    package var frameMemory: Int?
    package var mode: OutputMode
}
