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
///
/// There are no heartbeats: all peers are on this machine, where the kernel tells of a death. With them, a process that a
/// busy or suspended machine held for ten seconds lost its connection and every message in it, and came back under a
/// name that was still taken. Source: measured, a decoder stopped for 13 s cost 60 s more and a restart.
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
