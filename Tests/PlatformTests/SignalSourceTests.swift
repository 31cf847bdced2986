import Glibc
import Platform
import Testing

@Suite struct SignalSourceTests {
    // raise() sends to the calling thread, the one that has it blocked; other tests' threads are not touched.
    @Test func `a blocked signal is read as a value, once`() throws {
        let source = try SignalSource([.user1, .user2])
        #expect(try source.next() == nil)
        #expect(raise(SIGUSR2) == 0)
        #expect(try source.descriptor.waitUntilReadable(timeoutMilliseconds: 5_000))
        #expect(try source.next() == .user2)
        #expect(try source.next() == nil)
    }

    @Test func `a signal that does not exist cannot be watched`() {
        #expect(throws: PlatformError.system(.watchSignals, .invalidArgument)) { try SignalSource([Signal(999)]) }
    }
}
