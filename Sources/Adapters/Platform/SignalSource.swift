import CLinux
import Glibc

/// A signal by number.
package struct Signal: Hashable, Sendable {
    package let number: Int32
    package init(_ number: Int32) { self.number = number }

    package static let hangup = Signal(SIGHUP)
    package static let interrupt = Signal(SIGINT)
    package static let terminate = Signal(SIGTERM)
    package static let kill = Signal(SIGKILL)
    package static let stop = Signal(SIGSTOP)
    package static let resume = Signal(SIGCONT)
    package static let user1 = Signal(SIGUSR1)
    package static let user2 = Signal(SIGUSR2)
    package static let child = Signal(SIGCHLD)
    package static let brokenPipe = Signal(SIGPIPE)
}

/// Signals as something to read, instead of code that runs between any two instructions.
///
/// Make it first thing in a program, before any library starts a thread: only threads started later inherit the
/// block. It stays after the source is gone, so that no late signal ends the process half-way through its shutdown.
package final class SignalSource: Sendable {
    /// Readable when a signal waits; for a poller.
    package let descriptor: Descriptor

    /// Blocks the signals in this thread and those it starts, and opens the descriptor that reads them.
    package init(_ signals: [Signal]) throws(PlatformError) {
        let numbers = signals.map(\.number)
        descriptor = Descriptor(
            adopting: try check(sf_linux_signals_open(numbers, numbers.count), .watchSignals))
    }

    /// The next waiting signal, or nil; never waits.
    package func next() throws(PlatformError) -> Signal? {
        let number = try check(sf_linux_signals_read(descriptor.number), .watchSignals)
        return number == 0 ? nil : Signal(number)
    }
}
