import CZeroMQ

extension Socket {
    /// Sends a message of one or more parts, whole or not at all.
    ///
    /// Shape:   to a router's peers: first part the peer's routing id.
    /// Blocks:  up to the send time limit; not at all with `dontWait`.
    package func send(parts: [[UInt8]], dontWait: Bool = false) throws(MessagingError) -> SendResult {
        guard let last = parts.indices.last else { throw .emptyMessage }
        let wait = dontWait ? ZMQ_DONTWAIT : 0
        var result = SendResult.sent
        for (index, part) in parts.enumerated() {
            let flags = wait | (index == last ? 0 : ZMQ_SNDMORE)
            let outcome = try part.withUnsafeBufferPointer { (bytes) throws(MessagingError) in
                try send(UnsafeRawBufferPointer(bytes), flags)
            }
            // Room and peer are decided by the first part. When the peer goes in the middle, the other parts must
            // still be given to the socket, which drops them: else the next message would be taken for them.
            guard outcome == .sent || index > 0 else { return outcome }
            if outcome != .sent { result = outcome }
        }
        return result
    }

    /// Sends a message of one part.
    package func send(_ bytes: UnsafeRawBufferPointer, dontWait: Bool = false) throws(MessagingError) -> SendResult {
        try send(bytes, dontWait ? ZMQ_DONTWAIT : 0)
    }

    /// Receives a message, or nil when none came in time (at once with `dontWait`).
    ///
    /// Shape:  from a router: first part the peer's routing id.
    /// - Throws: ``MessagingError/tooManyParts(limit:)``: the message is gone, the socket goes on.
    package func receive(dontWait: Bool = false) throws(MessagingError) -> [[UInt8]]? {
        var message = zmq_msg_t()
        zmq_msg_init(&message)
        defer { zmq_msg_close(&message) }
        guard try receive(into: &message, dontWait ? ZMQ_DONTWAIT : 0) else { return nil }
        var parts = [copy(&message)]
        var count = 1
        while zmq_msg_more(&message) != 0 {
            guard try receive(into: &message, 0) else { throw .failed(.receive) }
            count += 1
            if count <= Socket.maximumParts { parts.append(copy(&message)) }
        }
        guard count <= Socket.maximumParts else { throw .tooManyParts(limit: Socket.maximumParts) }
        return parts
    }

    /// Receives a message of one part and lends its bytes without copying them; nil when none came in time.
    ///
    /// - Throws: ``MessagingError/tooManyParts(limit:)`` for a message of several: it is gone, the socket goes on.
    package func withReceivedPart<R>(
        dontWait: Bool = false, _ body: (UnsafeRawBufferPointer) -> R
    ) throws(MessagingError) -> R? {
        var message = zmq_msg_t()
        zmq_msg_init(&message)
        defer { zmq_msg_close(&message) }
        guard try receive(into: &message, dontWait ? ZMQ_DONTWAIT : 0) else { return nil }
        guard zmq_msg_more(&message) == 0 else {
            while zmq_msg_more(&message) != 0, try receive(into: &message, 0) {}
            throw .tooManyParts(limit: 1)
        }
        return body(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)))
    }

    private func send(_ bytes: UnsafeRawBufferPointer, _ flags: Int32) throws(MessagingError) -> SendResult {
        while zmq_send(handle, bytes.baseAddress, bytes.count, flags) < 0 {
            switch MessagingCode.last() {
            case .interrupted: continue
            case .wouldBlock: return .wouldBlock
            case .unreachable: return .unreachable
            default: throw .failed(.send)
            }
        }
        return .sent
    }

    /// Returns false when no message came.
    private func receive(into message: inout zmq_msg_t, _ flags: Int32) throws(MessagingError) -> Bool {
        while zmq_msg_recv(&message, handle, flags) < 0 {
            switch MessagingCode.last() {
            case .interrupted: continue
            case .wouldBlock: return false
            default: throw .failed(.receive)
            }
        }
        return true
    }

    private func copy(_ message: inout zmq_msg_t) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)))
    }
}
