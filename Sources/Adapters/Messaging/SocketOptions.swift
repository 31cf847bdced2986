/// What a socket is for.
package enum SocketKind: Sendable {
    /// Requests and answers with many peers, each named by its routing id (the first part of every message).
    case router
    /// Requests and answers with one router.
    case dealer
    /// Messages one way, shared out among the receivers.
    case push
    /// Messages one way, taken in turn from all senders.
    case pull
    /// Two threads or processes, no others.
    case pair
}

/// Settings of a socket, all applied before it binds or connects (later they would have no effect).
package struct SocketOptions: Sendable {
    /// Messages that wait for one peer before a send blocks.
    package var sendHighWaterMark: Int32
    /// Messages that wait to be received from one peer.
    package var receiveHighWaterMark: Int32
    /// How long a send waits for room, in milliseconds; negative without end.
    package var sendTimeoutMilliseconds: Int32 = 5_000
    /// How long a receive waits for a message, in milliseconds; negative without end.
    package var receiveTimeoutMilliseconds: Int32 = 1_000
    /// The largest part that is accepted; a peer that sends a larger one is disconnected.
    package var maximumPartBytes: Int64 = 1 << 20
    /// Between two questions whether a peer lives; 0 asks nothing.
    ///
    /// ZeroMQ's own thread answers, so a process that is busy for seconds is alive.
    package var heartbeatIntervalMilliseconds: Int32 = 1_000
    /// How long a peer may owe the answer.
    ///
    /// Ten seconds: a stopped process (SIGSTOP, swapping) is slow before it is dead.
    package var heartbeatTimeoutMilliseconds: Int32 = 10_000
    /// How long the peer may hear nothing from us before it gives us up.
    package var heartbeatTimeToLiveMilliseconds: Int32 = 10_000
    /// How long a new connection may take to introduce itself.
    package var handshakeTimeoutMilliseconds: Int32 = 5_000
    /// The name a router knows this dealer by: 1 to 255 bytes, the first not zero.
    ///
    /// Empty: the router invents one.
    ///
    /// Never the same twice in a router's life: a successor that comes while the router has not yet let go of its
    /// predecessor is connected and never heard. A restarted stage gets its incarnation in its name.
    package var routingIdentity: [UInt8] = []

    /// The same high-water mark both ways: slots plus one on frame paths, where reaching it is a bug.
    package init(highWaterMark: Int32) {
        sendHighWaterMark = highWaterMark
        receiveHighWaterMark = highWaterMark
    }
}
