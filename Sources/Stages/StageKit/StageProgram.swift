import Glibc
import Platform
import Wire

/// Runs a stage program from its command line to its exit status.
package enum StageProgram {
    /// - Returns: 0 when told to leave, 1 when the stage could not start or lost its supervisor, 2 for a wrong command
    ///   line.
    package static func run<Body: Stage>(
        _ kind: StageKind, _ commandLine: [String],
        make: (StageArguments) throws(StageFailure) -> Body
    ) -> Int32 {
        CurrentProcess.surviveFileSizeLimit()
        let arguments: StageArguments
        do throws(StageFailure) {
            arguments = try StageArguments(commandLine, kind: kind)
        } catch {
            StandardError.say(error.text)
            return 2
        }
        do {
            var runner = try StageRunner(arguments) { () throws(StageFailure) in try make(arguments) }
            try runner.run()
            return 0
        } catch {
            StandardError.say("\(kind.programName): \((error as? StageFailure)?.text ?? String(describing: error))")
            return 1
        }
    }
}

/// The one line a stage may say to people: standard error is the supervisor's.
package enum StandardError {
    package static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(2, bytes, bytes.count)
    }
}
