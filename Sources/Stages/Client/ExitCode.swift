import Documents

/// How the client ends.
///
/// Source: the interface contract, section 2.
package enum ExitCode: Int32, Sendable, CaseIterable {
    /// Everything was published, or is there already.
    case done = 0
    case internalError = 1
    case usage = 2
    /// The export gate blocked an item, or an audit found something.
    case blocked = 3
    case failed = 4
    case noSupervisor = 5
    case interrupted = 130

    /// The code for a command that ended with these items: the gravest of them decides.
    package init(states: some Sequence<ItemState>) {
        var code = ExitCode.done
        for state in states {
            switch state {
            case .blocked: code = .blocked
            case .failed where code != .blocked: code = .failed
            case .cancelled where code == .done: code = .interrupted
            default: break
            }
        }
        self = code
    }
}
