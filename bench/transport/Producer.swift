import Messaging
import Platform
import SharedFrames

/// What one run measured.
struct Measured {
    var framesPerSecond: Double
    /// Both processes together, all threads.
    var cpuMillisecondsPerFrame: Double
    var consumerPeakBytes: Int
}

/// The producer's end of one run: sockets, the pool, and the frames it sends from.
final class Producer {
    private let setup: Setup
    private let frames: Socket
    private let answers: Socket
    private let credits: Socket
    private let pool: FramePool
    private let mapping: FramePoolMapping
    private var free = Array(0..<Setup.slotCount)
    private var sources: [UnsafeMutableRawBufferPointer] = []

    init(_ setup: Setup) throws {
        self.setup = setup
        let context = try MessagingContext()
        frames = try Socket(context, .push, setup.options)
        try frames.bind(try setup.endpoint("frames"))
        answers = try Socket(context, .pull, setup.options)
        try answers.bind(try setup.endpoint("answers"))
        credits = try Socket(context, .pull, setup.options)
        try credits.bind(try setup.endpoint("credits"))
        pool = try FramePool(slotCount: Setup.slotCount, slotBytes: setup.frameBytes)
        mapping = try FramePoolMapping(
            descriptor: pool.descriptor, slotCount: pool.slotCount, slotBytes: pool.slotBytes, writable: true)
        for seed in 1...3 { sources.append(makeFrame(byteCount: setup.frameBytes, seed: UInt64(seed))) }
    }

    deinit { for source in sources { source.deallocate() } }

    /// Starts the consumer, sends everything, and checks what it says it has read.
    func run() throws -> Measured {
        let child = try ChildProcess.spawn(
            executable: "/proc/self/exe", arguments: ["consume"] + setup.words, environment: [],
            descriptors: [(try pool.makeReadOnlyDescriptor(), Setup.poolDescriptor)])
        for index in 0..<Setup.warmUpFrames { try send(index) }
        _ = try answer()
        let (start, cpu) = (MonotonicClock.nanoseconds(), CurrentProcess.cpuSeconds())
        for index in 0..<setup.frames { try send(index) }
        let last = try answer()
        let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
        let cpuSeconds = CurrentProcess.cpuSeconds() - cpu + Double(unpack(last, 1)) / 1e9
        try verify(unpack(last, 0))
        _ = try frames.send(parts: [[0]])
        guard try child.reap().isSuccess else { throw BenchError.noAnswer }
        return Measured(
            framesPerSecond: Double(setup.frames) / seconds,
            cpuMillisecondsPerFrame: cpuSeconds * 1e3 / Double(setup.frames), consumerPeakBytes: Int(unpack(last, 2)))
    }

    /// Writes one frame where the consumer will read it, and tells the consumer.
    private func send(_ index: Int) throws {
        let source = UnsafeRawBufferPointer(sources[index % sources.count])
        guard setup.way != .message else {
            guard try frames.send(source) == .sent else { throw BenchError.noAnswer }
            return
        }
        if free.isEmpty {
            guard let credit = try credits.receive()?.first else { throw BenchError.noAnswer }
            free.append(Int(unpack(credit, 0)))
        }
        let slot = free.removeFirst()
        mapping.withMutableBytes(slot: slot) { $0.copyMemory(from: source) }
        var descriptor = [UInt8](repeating: 0, count: setup.way.descriptorBytes)
        descriptor.replaceSubrange(0..<8, with: pack([UInt64(slot)]))
        guard try frames.send(parts: [descriptor]) == .sent else { throw BenchError.noAnswer }
    }

    private func answer() throws -> [UInt8] {
        guard let answer = try answers.receive()?.first else { throw BenchError.noAnswer }
        return answer
    }

    /// A frame that was lost, repeated or torn would show here.
    private func verify(_ found: UInt64) throws {
        var expected: UInt64 = 0
        for index in 0..<setup.frames {
            expected &+= checksum(UnsafeRawBufferPointer(sources[index % sources.count]))
        }
        guard expected == found else { throw BenchError.wrongChecksum(expected: expected, found: found) }
    }
}
