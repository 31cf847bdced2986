import Messaging
import Platform
import Testing

@Suite(.timeLimit(.minutes(1))) struct PollerTests {
    let context: MessagingContext
    let inside: Endpoint

    init() throws {
        context = try MessagingContext()
        inside = try Endpoint(inProcess: "inside")
    }

    private func pair() throws -> (Socket, Socket) {
        let first = try Socket(context, .pair, options())
        try first.bind(inside)
        let second = try Socket(context, .pair, options())
        try second.connect(inside)
        return (first, second)
    }

    @Test func `sockets and descriptors are waited for together, and only the ready ones are named`() throws {
        let (first, second) = try pair()
        let (left, right) = try DescriptorChannel.pair()
        let poller = Poller()
        let socket = poller.add(first)
        let channel = poller.add(right.descriptor)
        #expect(try poller.wait(timeoutMilliseconds: 0).isEmpty)
        #expect(try second.send(parts: [[1]]) == .sent)
        var ready = try poller.wait(timeoutMilliseconds: 10_000)
        #expect(ready.contains(socket) && !ready.contains(channel))
        #expect(ready[socket] == .readable)
        try left.send([], tag: 1)
        ready = try poller.wait(timeoutMilliseconds: 10_000)
        #expect(ready.contains(socket) && ready.contains(channel))
        #expect(try first.receive() == [[1]])
        ready = try poller.wait(timeoutMilliseconds: 10_000)
        #expect(!ready.contains(socket) && ready.contains(channel))
    }

    @Test func `the timeout is kept`() throws {
        let (left, right) = try DescriptorChannel.pair()
        let poller = Poller()
        _ = poller.add(left.descriptor)
        let start = MonotonicClock.nanoseconds()
        #expect(try poller.wait(timeoutMilliseconds: 40).isEmpty)
        #expect(MonotonicClock.nanoseconds() - start >= 39_000_000)
        withExtendedLifetime(right) {}
    }

    @Test func `an interest can be changed and withdrawn`() throws {
        let (first, second) = try pair()
        let poller = Poller()
        let token = poller.add(first, for: .writable)
        #expect(try poller.wait(timeoutMilliseconds: 10_000)[token] == .writable)
        poller.setInterest([], of: token)
        #expect(try second.send(parts: [[1]]) == .sent)
        #expect(try poller.wait(timeoutMilliseconds: 20).isEmpty)
        poller.setInterest([.readable, .writable], of: token)
        #expect(try poller.wait(timeoutMilliseconds: 10_000)[token] == [.readable, .writable])
        poller.remove(token)
        #expect(try poller.wait(timeoutMilliseconds: 0).isEmpty)
    }

    @Test func `a child's end and a closed peer wake the poller`() throws {
        let child = try ChildProcess.spawn(executable: "/bin/sleep", arguments: ["600"], environment: [])
        let channel: DescriptorChannel
        let poller = Poller()
        let process = poller.add(child.processDescriptor)
        do {
            let (left, right) = try DescriptorChannel.pair()
            channel = left
            withExtendedLifetime(right) {}
        }
        let peer = poller.add(channel.descriptor)
        #expect(try poller.wait(timeoutMilliseconds: 10_000).contains(peer))
        poller.remove(peer)
        #expect(try poller.wait(timeoutMilliseconds: 0).isEmpty)
        try child.send(.kill)
        #expect(try poller.wait(timeoutMilliseconds: 10_000).contains(process))
        #expect(try child.reap().ending == .killed(.kill))
    }
}
