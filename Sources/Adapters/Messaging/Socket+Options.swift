import CZeroMQ

extension SocketKind {
    var number: Int32 {
        switch self {
        case .router: ZMQ_ROUTER
        case .dealer: ZMQ_DEALER
        case .push: ZMQ_PUSH
        case .pull: ZMQ_PULL
        case .pair: ZMQ_PAIR
        }
    }
}

extension Socket {
    /// Applies every setting; the first that is refused is an error.
    static func apply(
        _ options: SocketOptions, _ kind: SocketKind, to handle: UnsafeMutableRawPointer
    ) throws(MessagingError) {
        precondition(options.sendHighWaterMark > 0 && options.receiveHighWaterMark > 0, "0 would mean no limit")
        var settings: [(Int32, Int32)] = [
            (ZMQ_SNDHWM, options.sendHighWaterMark),
            (ZMQ_RCVHWM, options.receiveHighWaterMark),
            (ZMQ_SNDTIMEO, options.sendTimeoutMilliseconds),
            (ZMQ_RCVTIMEO, options.receiveTimeoutMilliseconds),
            (ZMQ_LINGER, 0),
            // Queue only to peers that are there: without it, messages to nobody are accepted and lost.
            (ZMQ_IMMEDIATE, 1),
            (ZMQ_HANDSHAKE_IVL, options.handshakeTimeoutMilliseconds),
        ]
        // Without it a router drops messages to peers that are unknown or full, and reports success.
        if kind == .router { settings.append((ZMQ_ROUTER_MANDATORY, 1)) }
        for (name, value) in settings { try set(name, value, on: handle) }
        try set(ZMQ_MAXMSGSIZE, options.maximumPartBytes, on: handle)
        guard !options.routingIdentity.isEmpty else { return }
        let identity = options.routingIdentity
        guard zmq_setsockopt(handle, ZMQ_ROUTING_ID, identity, identity.count) == 0 else { throw .failed(.setOption) }
    }

    private static func set<Value: BitwiseCopyable>(
        _ name: Int32, _ value: Value, on handle: UnsafeMutableRawPointer
    ) throws(MessagingError) {
        let status = withUnsafePointer(to: value) { zmq_setsockopt(handle, name, $0, MemoryLayout<Value>.size) }
        guard status == 0 else { throw .failed(.setOption) }
    }
}
