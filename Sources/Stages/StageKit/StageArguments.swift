import Wire

/// What the supervisor tells a stage on its command line.
package struct StageArguments: Sendable {
    /// This process's name on the sockets.
    package var stage: StageID
    /// Paths of the supervisor's two ipc sockets.
    package var controlPath: String
    package var dataPath: String
    /// The inherited descriptor over which descriptors come.
    package var channel: Int32
    /// Process id of the supervisor.
    package var parent: Int32
    /// Everything else, as `--name value` pairs.
    package var options: [String: String]

    /// - Throws: a sentence naming what is missing.
    package init(_ arguments: [String], kind: StageKind) throws(StageFailure) {
        var values: [String: String] = [:]
        var index = 1
        while index + 1 < arguments.count {
            guard arguments[index].hasPrefix("--") else { break }
            values[String(arguments[index].dropFirst(2))] = arguments[index + 1]
            index += 2
        }
        guard index == arguments.count, let name = values.removeValue(forKey: "stage"),
            let stage = StageID(name: name), stage.kind == kind,
            let control = values.removeValue(forKey: "control"), let data = values.removeValue(forKey: "data"),
            let channel = values.removeValue(forKey: "channel").flatMap({ Int32($0) }),
            let parent = values.removeValue(forKey: "parent").flatMap({ Int32($0) })
        else {
            throw StageFailure(
                code: "usage",
                text: "\(kind.programName) is started by safefacesd, not by hand; use 'safefaces cover'",
                blame: .stage
            )
        }
        self.stage = stage
        controlPath = control
        dataPath = data
        self.channel = channel
        self.parent = parent
        options = values
    }
}
