import Glibc
import Platform
import Testing

@Suite struct DescriptorChannelTests {
    @Test func `a descriptor arrives as the same open file, with its tag`() throws {
        let (left, right) = try DescriptorChannel.pair()
        let file = try MemoryFile(growable: "test")
        try left.send([file.descriptor], tag: 0xFEED_BEEF)
        let message = try #require(try right.receive(timeoutMilliseconds: 5_000))
        #expect(message.tag == 0xFEED_BEEF)
        let received = try #require(message.descriptors.first)
        #expect(received.number != file.descriptor.number)
        try file.append([7])
        #expect(try MemoryFile(adopting: received).readAll() == [7])
        // Close-on-exec: it must not leak into a child.
        #expect(fcntl(received.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `messages keep their order and their number of descriptors, none to eight`() throws {
        let (left, right) = try DescriptorChannel.pair()
        let file = try MemoryFile(growable: "test")
        for count in 0...8 {
            try left.send([Descriptor](repeating: file.descriptor, count: count), tag: UInt32(count))
        }
        for count in 0...8 {
            let message = try #require(try right.receive(timeoutMilliseconds: 5_000))
            #expect(message.tag == UInt32(count))
            #expect(message.descriptors.count == count)
        }
        #expect(throws: PlatformError.system(.send, .invalidArgument)) {
            try left.send([Descriptor](repeating: file.descriptor, count: 9), tag: 9)
        }
    }

    @Test func `nothing to receive is a timeout, not an error`() throws {
        let (left, right) = try DescriptorChannel.pair()
        #expect(try right.receive(timeoutMilliseconds: 0)?.tag == nil)
        #expect(try right.receive(timeoutMilliseconds: 20)?.tag == nil)
        withExtendedLifetime(left) {}
    }

    @Test func `a closed peer is seen after what it sent`() throws {
        let right: DescriptorChannel
        do {
            let (left, other) = try DescriptorChannel.pair()
            right = other
            try left.send([], tag: 5)
        }
        #expect(try right.receive(timeoutMilliseconds: 5_000)?.tag == 5)
        #expect(throws: PlatformError.peerClosed) { try right.receive(timeoutMilliseconds: 5_000) }
        #expect(throws: PlatformError.peerClosed) { try right.send([], tag: 6) }
    }

    @Test func `a peer that does not read makes a send time out`() throws {
        let (left, right) = try DescriptorChannel.pair()
        #expect(throws: PlatformError.system(.send, .timedOut)) {
            for tag in 0..<1_000_000 { try left.send([], tag: UInt32(tag), timeoutMilliseconds: 0) }
        }
        #expect(try right.receive(timeoutMilliseconds: 0)?.tag == 0)
    }

    @Test(arguments: [1, 3, 5, 100])
    func `a message of another length is refused and its descriptors are closed`(length: Int) throws {
        let (left, right) = try DescriptorChannel.pair()
        let reader: Descriptor
        do {
            let (end, writer) = try makePipe()
            reader = end
            try sendRaw(byteCount: length, with: writer, to: left.descriptor)
        }
        #expect(throws: PlatformError.malformedMessage) { try right.receive(timeoutMilliseconds: 5_000) }
        // The last writer is gone, so the pipe has ended: a leaked descriptor would keep it waiting.
        #expect(try reader.waitUntilReadable(timeoutMilliseconds: 0))
        try left.send([], tag: 1)
        #expect(try right.receive(timeoutMilliseconds: 5_000)?.tag == 1)
    }

    /// Sends bytes and one descriptor past our own sender.
    private func sendRaw(byteCount: Int, with descriptor: Descriptor, to socket: Descriptor) throws {
        // struct cmsghdr of unix(7): length (8 bytes), level, type, then the number, padded to 8.
        var control = [UInt64](repeating: 0, count: 3)
        control[0] = 20
        control[1] = UInt64(UInt32(SOL_SOCKET)) | UInt64(rightsType) << 32
        control[2] = UInt64(UInt32(descriptor.number))
        var payload = [UInt8](repeating: 0, count: byteCount)
        let sent = payload.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return sendmsg(socket.number, &message, 0)
                }
            }
        }
        #expect(sent == byteCount)
    }

    /// SCM_RIGHTS, which does not import.
    private let rightsType: UInt32 = 1
}
