import Foundation
import Messaging
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SocketTests {
    let directory: EndpointDirectory
    let context: MessagingContext
    let endpoint: Endpoint

    init() throws {
        directory = try EndpointDirectory()
        context = try MessagingContext()
        endpoint = try directory.endpoint()
    }

    /// Two connected sockets: the first bound, the second connected.
    private func connected(
        _ first: SocketKind, _ second: SocketKind, _ settings: SocketOptions = options(),
        _ others: SocketOptions? = nil
    ) throws -> (Socket, Socket) {
        let bound = try Socket(context, first, settings)
        try bound.bind(endpoint)
        let connected = try Socket(context, second, others ?? settings)
        try connected.connect(endpoint)
        return (bound, connected)
    }

    @Test func `a request finds its router and the answer its dealer, parts unchanged`() throws {
        var settings = options()
        settings.routingIdentity = bytes("worker-1")
        let (router, dealer) = try connected(.router, .dealer, options(), settings)
        let random = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(try dealer.send(parts: [bytes("question"), [], random]) == .sent)
        #expect(try router.receive() == [bytes("worker-1"), bytes("question"), [], random])
        #expect(try router.send(parts: [bytes("worker-1"), bytes("answer")]) == .sent)
        #expect(try dealer.receive() == [bytes("answer")])
    }

    @Test func `a router says when it knows no such peer`() throws {
        let router = try Socket(context, .router, options())
        try router.bind(endpoint)
        #expect(try router.send(parts: [bytes("nobody"), bytes("x")]) == .unreachable)
        // The rest of the refused message must not become the start of the next one.
        var settings = options()
        settings.routingIdentity = bytes("somebody")
        let dealer = try Socket(context, .dealer, settings)
        try dealer.connect(endpoint)
        #expect(try dealer.send(parts: [bytes("here")]) == .sent)
        #expect(try router.receive() == [bytes("somebody"), bytes("here")])
        #expect(try router.send(parts: [bytes("somebody"), bytes("y")]) == .sent)
        #expect(try dealer.receive() == [bytes("y")])
    }

    @Test func `a sender blocks at the high-water mark and nothing that was accepted is lost`() throws {
        let (receiver, sender) = try connected(.pull, .push, options(highWaterMark: 4))
        // Large parts, so that the kernel's own buffers hold only a few.
        let payload = [UInt8](repeating: 1, count: 1 << 18)
        #expect(try sender.send(parts: [[0, 0, 0, 0], payload]) == .sent)
        var accepted = 1
        while accepted < 1_000 {
            let number = withUnsafeBytes(of: UInt32(accepted).littleEndian, Array.init)
            guard try sendWithPatience(sender, [number, payload]) else { break }
            accepted += 1
        }
        #expect(accepted < 1_000)
        for number in 0..<accepted {
            let message = try #require(try receiver.receive())
            #expect(message[0] == withUnsafeBytes(of: UInt32(number).littleEndian, Array.init))
            #expect(message[1].count == payload.count)
        }
        #expect(try receiver.receive(dontWait: true) == nil)
        #expect(try sender.send(parts: [[9], payload]) == .sent)
        #expect(try receiver.receive()?.first == [9])
    }

    /// False when there is still no room after the worker thread has had time to move what it can.
    private func sendWithPatience(_ socket: Socket, _ parts: [[UInt8]]) throws -> Bool {
        let poller = Poller()
        let token = poller.add(socket, for: .writable)
        guard try poller.wait(timeoutMilliseconds: 500).contains(token) else { return false }
        return try socket.send(parts: parts, dontWait: true) == .sent
    }

    @Test func `nothing is accepted for a peer that does not exist`() throws {
        for kind in [SocketKind.push, .dealer] {
            let sender = try Socket(context, kind, options(sendTimeout: 50))
            try sender.connect(endpoint)
            #expect(try sender.send(parts: [bytes("x")], dontWait: true) == .wouldBlock)
            #expect(try sender.send(parts: [bytes("x"), bytes("y")]) == .wouldBlock)
        }
    }

    @Test func `a part above the limit cuts off its sender and only its sender`() throws {
        var small = options(receiveTimeout: 300)
        small.maximumPartBytes = 1_000
        let (receiver, bad) = try connected(.pull, .push, small, options())
        #expect(try bad.send(parts: [[UInt8](repeating: 0, count: 1_001)]) == .sent)
        #expect(try receiver.receive() == nil)
        let good = try Socket(context, .push, options())
        try good.connect(endpoint)
        #expect(try good.send(parts: [[UInt8](repeating: 7, count: 1_000)]) == .sent)
        var received: [[UInt8]]?
        for _ in 0..<30 where received == nil { received = try receiver.receive() }
        #expect(received == [[UInt8](repeating: 7, count: 1_000)])
    }

    @Test func `a message of too many parts is thrown away whole`() throws {
        let (receiver, sender) = try connected(.pull, .push)
        let most = [[UInt8]](repeating: [1], count: Socket.maximumParts)
        #expect(try sender.send(parts: most + [[2]]) == .sent)
        #expect(try sender.send(parts: most) == .sent)
        #expect(throws: MessagingError.tooManyParts(limit: Socket.maximumParts)) { try receiver.receive() }
        #expect(try receiver.receive() == most)
        #expect(throws: MessagingError.emptyMessage) { try sender.send(parts: []) }
    }

    @Test func `a lent part is the message's bytes, and several parts are refused`() throws {
        let (receiver, sender) = try connected(.pull, .push)
        let sent = bytes("two hundred bytes or so")
        #expect(try sent.withUnsafeBytes { try sender.send($0) } == .sent)
        #expect(try receiver.withReceivedPart { Array($0) } == sent)
        #expect(try sender.send(parts: [sent, sent]) == .sent)
        #expect(throws: MessagingError.tooManyParts(limit: 1)) { try receiver.withReceivedPart { $0.count } }
        #expect(try receiver.withReceivedPart(dontWait: true) { $0.count } == nil)
        #expect(try sender.send(parts: [[]]) == .sent)
        #expect(try receiver.withReceivedPart { $0.count } == 0)
    }

    @Test func `a receive ends after its time limit`() throws {
        let socket = try Socket(context, .pull, options(receiveTimeout: 30))
        try socket.bind(endpoint)
        let start = MonotonicClock.nanoseconds()
        #expect(try socket.receive() == nil)
        #expect(MonotonicClock.nanoseconds() - start >= 29_000_000)
        #expect(try socket.receive(dontWait: true) == nil)
    }

    @Test func `a shutdown from another thread wakes a receiver that waits without end`() throws {
        let socket = try Socket(context, .pull, options(receiveTimeout: -1))
        try socket.bind(endpoint)
        let context = context
        Thread.detachNewThread { context.shutdown() }
        #expect(throws: MessagingError.terminated) { try socket.receive() }
        #expect(throws: MessagingError.terminated) { try Socket(context, .pull, options()) }
    }

    @Test func `two sockets of one context meet inside the process`() throws {
        let inside = try Endpoint(inProcess: "inside")
        let first = try Socket(context, .pair, options())
        try first.bind(inside)
        let second = try Socket(context, .pair, options())
        try second.connect(inside)
        #expect(try second.send(parts: [bytes("x")]) == .sent)
        #expect(try first.receive() == [bytes("x")])
        #expect(try directory.names == [])
    }

    @Test func `a peer that has gone is unreachable, and its successor under a new name is heard`() throws {
        func dealer(_ name: String) throws -> Socket {
            var settings = options()
            settings.routingIdentity = bytes(name)
            let dealer = try Socket(context, .dealer, settings)
            try dealer.connect(endpoint)
            return dealer
        }
        let router = try Socket(context, .router, options())
        try router.bind(endpoint)
        do {
            let first = try dealer("stage.1")
            #expect(try first.send(parts: [bytes("1")]) == .sent)
            #expect(try router.receive() == [bytes("stage.1"), bytes("1")])
        }
        // What is sent before the end is seen is accepted and lost; that is why leases exist. A router sees the end only
        // while it also receives, as the supervisor's does.
        var result = SendResult.sent
        let deadline = MonotonicClock.nanoseconds() + 10_000_000_000
        while result != .unreachable, MonotonicClock.nanoseconds() < deadline {
            result = try router.send(parts: [bytes("stage.1"), bytes("2")], dontWait: true)
            #expect(try router.receive(dontWait: true) == nil)
        }
        #expect(result == .unreachable)
        let second = try dealer("stage.2")
        #expect(try second.send(parts: [bytes("3")]) == .sent)
        #expect(try router.receive() == [bytes("stage.2"), bytes("3")])
    }
}
