import Platform

/// Where the supervisor keeps things: sockets in the runtime folder, journal in the state folder, both private.
package struct Places: Sendable {
    package var runtime: JobPath
    package var state: JobPath
    /// The folder of the programs.
    package var programs: JobPath

    package init(runtime: JobPath, state: JobPath, programs: JobPath) {
        self.runtime = runtime
        self.state = state
        self.programs = programs
    }

    package var clientSocket: JobPath { runtime.appending("client") }
    package var controlSocket: JobPath { runtime.appending("control") }
    package var dataSocket: JobPath { runtime.appending("data") }
    package var lock: JobPath { runtime.appending("lock") }
    /// What a lasting supervisor and its stages say to people.
    package var log: JobPath { state.appending("supervisor.log") }
    package var journal: JobPath { state.appending("journal.sqlite") }

    /// The places that the environment names, or their defaults.
    ///
    /// Source: XDG Base Directory Specification.
    package static func of(environment: [String: String], programs: JobPath) -> Places {
        let runtime =
            if let path = environment["SAFEFACES_RUNTIME"], !path.isEmpty {
                JobPath(path)
            } else if let path = environment["XDG_RUNTIME_DIR"], !path.isEmpty {
                JobPath(path).appending("safefaces")
            } else {
                JobPath("/tmp/safefaces-\(CurrentProcess.effectiveUser)")
            }
        let state =
            if let path = environment["SAFEFACES_STATE"], !path.isEmpty {
                JobPath(path)
            } else if let path = environment["XDG_STATE_HOME"], !path.isEmpty {
                JobPath(path).appending("safefaces")
            } else {
                JobPath(environment["HOME"] ?? "/var/tmp").appending(".local/state/safefaces")
            }
        return Places(runtime: runtime, state: state, programs: programs)
    }
}
