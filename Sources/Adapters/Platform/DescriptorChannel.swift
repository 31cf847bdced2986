import CLinux

/// A tag and the descriptors that came with it.
package struct DescriptorMessage: Sendable {
    package var tag: UInt32
    package var descriptors: [Descriptor]
}

/// One end of a local connection that carries open descriptors between two processes.
///
/// Blocks: sending and receiving wait up to their timeout. Several threads may use one end, each call is one message.
package final class DescriptorChannel: Sendable {
    /// The most descriptors in one message.
    package static let maximumDescriptors = Int(SF_LINUX_CHANNEL_DESCRIPTORS)

    /// This end; for a poller, or to be handed to a child.
    package let descriptor: Descriptor

    /// Takes an end that was inherited.
    package init(adopting descriptor: Descriptor) { self.descriptor = descriptor }

    /// Makes two connected ends.
    package static func pair() throws(PlatformError) -> (DescriptorChannel, DescriptorChannel) {
        var first: Int32 = -1
        var second: Int32 = -1
        _ = try check(sf_linux_channel_pair(&first, &second), .makeChannel)
        return (
            DescriptorChannel(adopting: Descriptor(adopting: first)),
            DescriptorChannel(adopting: Descriptor(adopting: second))
        )
    }

    /// Sends a tag with at most eight descriptors; the caller keeps its own.
    ///
    /// - Throws: ``PlatformError/peerClosed``; a timed-out error while the peer's queue stays full.
    package func send(
        _ descriptors: [Descriptor], tag: UInt32, timeoutMilliseconds: Int32 = 5_000
    ) throws(PlatformError) {
        let numbers = descriptors.map(\.number)
        let status = withExtendedLifetime(descriptors) {
            sf_linux_channel_send(self.descriptor.number, tag, numbers, numbers.count, timeoutMilliseconds)
        }
        guard status != -Errno.brokenPipe.number else { throw .peerClosed }
        _ = try check(status, .send)
    }

    /// Receives one message, or nil after the timeout (negative: without end).
    ///
    /// - Throws: ``PlatformError/peerClosed``; ``PlatformError/malformedMessage``.
    package func receive(timeoutMilliseconds: Int32) throws(PlatformError) -> DescriptorMessage? {
        var tag: UInt32 = 0
        var count = 0
        var numbers = [Int32](repeating: -1, count: DescriptorChannel.maximumDescriptors)
        let status = sf_linux_channel_receive(descriptor.number, &tag, &numbers, &count, timeoutMilliseconds)
        switch Errno(-status) {
        case .timedOut: return nil
        case .brokenPipe: throw .peerClosed
        case .badMessage: throw .malformedMessage
        default: _ = try check(status, .receive)
        }
        return DescriptorMessage(tag: tag, descriptors: numbers.prefix(count).map(Descriptor.init(adopting:)))
    }
}
