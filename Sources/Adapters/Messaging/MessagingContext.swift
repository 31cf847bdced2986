import CZeroMQ

/// The owner of ZeroMQ's worker thread and of all sockets made from it.
///
/// Owns: sockets keep their context alive; it ends with the last of them.
// SAFETY: a ZeroMQ context may be used by several threads; the pointer never changes.
package final class MessagingContext: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    /// Block signals before: the worker thread inherits the mask.
    package init() throws(MessagingError) {
        guard let handle = zmq_ctx_new() else { throw .system(.makeContext, .last()) }
        // Closing never waits for messages that nobody will fetch, whatever a socket's own setting is.
        guard zmq_ctx_set(handle, ZMQ_BLOCKY, 0) == 0 else {
            let code = MessagingCode.last()
            _ = zmq_ctx_term(handle)
            throw .system(.makeContext, code)
        }
        self.handle = handle
    }

    deinit {
        while zmq_ctx_term(handle) != 0, zmq_errno() == EINTR {}
    }

    /// Ends every waiting and later call on the context's sockets with ``MessagingError/terminated``.
    ///
    /// Any thread may call it.
    package func shutdown() { _ = zmq_ctx_shutdown(handle) }
}
