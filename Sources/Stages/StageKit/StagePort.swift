import Messaging
import Wire

/// A stage's way out during a pass: data messages to the supervisor, and a sign of life in long work.
package final class StagePort {
    private let data: Socket
    private let control: Socket
    private let encodePulse: () -> [UInt8]?
    /// The pass that messages are sent for.
    package internal(set) var pass: UInt32 = 0
    private var lastPulse = 0.0

    init(data: Socket, control: Socket, encodePulse: @escaping () -> [UInt8]?) {
        self.data = data
        self.control = control
        self.encodePulse = encodePulse
    }

    /// Sends one data message; blocks while the supervisor is behind (it never drops).
    ///
    /// - Throws: a stage failure when the supervisor is gone.
    package func send(_ message: DataMessage) throws(StageFailure) {
        do throws(MessagingError) {
            if try data.send(parts: [message.encoded(pass: pass)]) == .sent { return }
        } catch {
            throw Self.gone
        }
        throw Self.gone
    }

    private static let gone = StageFailure(
        code: "supervisor-gone", text: "the supervisor does not answer", blame: .stage
    )

    /// Tells the supervisor, at most once a second, that long work is still going on.
    package func pulse(now: Double) {
        guard now - lastPulse > 1, let bytes = encodePulse() else { return }
        lastPulse = now
        // A lost pulse only brings the next one closer to the stall limit.
        _ = try? control.send(parts: [bytes], dontWait: true)
    }
}
