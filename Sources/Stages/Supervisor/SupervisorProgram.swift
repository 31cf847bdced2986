import Control
import Glibc
import Messaging
import Platform

/// `safefacesd`, from its command line to its exit status.
package enum SupervisorProgram {
    /// - Returns: 0 after a stop, 1 when it could not start or go on, 2 for a wrong command line, 5 when another
    ///   supervisor holds the place.
    package static func run(arguments: [String], environment: [String: String], executable: JobPath) -> Int32 {
        CurrentProcess.surviveFileSizeLimit()
        do {
            let settings = try SupervisorSettings(
                arguments: arguments, environment: environment, processors: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
            )
            if let client = settings.livesFor { try CurrentProcess.dieWithParent(client) }
            let signals = try SignalSource([.terminate, .interrupt, .hangup, .child, .brokenPipe])
            let places = Places.of(environment: environment, programs: executable.parent)
            try FileSystem.makePrivateDirectory(places.runtime)
            try FileSystem.makeDirectories(places.state.parent)
            try FileSystem.makePrivateDirectory(places.state)
            guard let lock = try FileSystem.lockFile(places.lock) else {
                say("another supervisor already runs in \(places.runtime); stop it with 'safefaces supervisor stop'")
                return 5
            }
            try SupervisorLoop(
                settings: settings, places: places, signals: signals, environment: environment
            ).run()
            withExtendedLifetime(lock) {}
            return 0
        } catch let error as SupervisorSettings.UsageError {
            say(error.sentence)
            return 2
        } catch {
            say("the supervisor cannot go on: \(error)")
            return 1
        }
    }

    static func say(_ line: String) {
        let bytes = Array("safefacesd: \(line)\n".utf8)
        _ = write(2, bytes, bytes.count)
    }
}
