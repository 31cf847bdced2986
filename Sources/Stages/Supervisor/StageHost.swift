import Control
import Platform
import Wire

/// The stage processes: starting, feeding with descriptors, killing, reaping.
final class StageHost {
    /// One running stage.
    private final class Running {
        let child: ChildProcess
        let channel: DescriptorChannel

        init(child: ChildProcess, channel: DescriptorChannel) {
            self.child = child
            self.channel = channel
        }
    }

    /// How one incarnation of a stage ended.
    struct Ended {
        let stage: StageID
        let how: String
    }

    private let places: Places
    private let environment: [String]
    private var running: [StageID: Running] = [:]
    /// Killed, not yet reaped.
    private var leaving: [StageID: Running] = [:]

    init(places: Places, environment: [String]) {
        self.places = places
        self.environment = environment
    }

    /// Readable when a stage has ended.
    var processDescriptors: [Descriptor] {
        (running.values.map { $0 } + leaving.values.map { $0 }).map(\.child.processDescriptor)
    }

    var names: [String] { running.keys.sorted().map(\.name) }

    /// Starts the process of a stage; it connects and reports by itself.
    func spawn(_ stage: StageID, options: [String]) throws(PlatformError) {
        let (mine, theirs) = try DescriptorChannel.pair()
        let child = try ChildProcess.spawn(
            executable: places.programs.appending(JobPath(stage.kind.programName)),
            argumentBytes: [
                Array("--stage".utf8), Array(stage.name.utf8), Array("--control".utf8), places.controlSocket.bytes,
                Array("--data".utf8), places.dataSocket.bytes, Array("--channel".utf8), Array("3".utf8),
                Array("--parent".utf8), Array("\(CurrentProcess.identifier)".utf8),
            ] + options.map { Array($0.utf8) },
            environmentBytes: environment.map { Array($0.utf8) },
            descriptors: [(theirs.descriptor, 3)]
        )
        running[stage] = Running(child: child, channel: mine)
    }

    /// Hands descriptors to a stage, for the order tagged with `pass`.
    func send(_ descriptors: [Descriptor], pass: UInt32, to stage: StageID) throws(PlatformError) {
        guard let stage = running[stage] else { return }
        try stage.channel.send(descriptors, tag: pass)
    }

    func kill(_ stage: StageID) {
        guard let victim = running.removeValue(forKey: stage) else { return }
        leaving[stage] = victim
        // Failing means that it has ended already; reaping settles either.
        _ = try? victim.child.send(.kill)
    }

    /// Takes the stages that have ended; those killed on purpose are reaped without a word.
    func collectEnded() -> [Ended] {
        var ended: [Ended] = []
        for (stage, process) in running.sorted(by: { $0.key < $1.key }) {
            guard let how = ending(of: process) else { continue }
            running[stage] = nil
            ended.append(Ended(stage: stage, how: how))
        }
        for (stage, process) in leaving where ending(of: process) != nil { leaving[stage] = nil }
        return ended
    }

    /// How a process ended; nil while it runs.
    private func ending(of process: Running) -> String? {
        do throws(PlatformError) {
            return try process.child.reapIfEnded().map(Self.sentence)
        } catch {
            return "is gone: \(error)"
        }
    }

    private static func sentence(_ exit: ChildExit) -> String {
        switch exit.ending {
        case .exited(let code): "ended with status \(code)"
        case .killed(let signal): "was killed by signal \(signal.number)"
        }
    }

    /// Kills everything and waits for it.
    func shutDown() {
        for stage in running.keys { kill(stage) }
        for process in leaving.values { _ = try? process.child.reap(timeoutMilliseconds: 5000) }
        leaving = [:]
    }
}
