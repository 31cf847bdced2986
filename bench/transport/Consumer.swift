import Messaging
import Platform
import SharedFrames

/// Reads all frames and answers twice: after the warm-up, and at the end with checksum, processor time and memory.
func consume(_ setup: Setup) throws {
    let context = try MessagingContext()
    let frames = try Socket(context, .pull, setup.options)
    try frames.connect(try setup.endpoint("frames"))
    let answers = try Socket(context, .push, setup.options)
    try answers.connect(try setup.endpoint("answers"))
    var reader = try makeReader(setup, context)
    for _ in 0..<Setup.warmUpFrames { _ = try reader.next(from: frames) }
    let cpu = CurrentProcess.cpuSeconds()
    guard try answers.send(parts: [pack([0])]) == .sent else { throw BenchError.noAnswer }
    var sum: UInt64 = 0
    for _ in 0..<setup.frames { sum &+= try reader.next(from: frames) }
    let nanoseconds = UInt64((CurrentProcess.cpuSeconds() - cpu) * 1e9)
    // Of this program alone; what reaping it reports has the producer's size as its floor.
    let peak = UInt64(CurrentProcess.peakRSSBytes())
    guard try answers.send(parts: [pack([sum, nanoseconds, peak])]) == .sent else { throw BenchError.noAnswer }
    // Linger is 0: the answer is safe once the other side has hung up.
    _ = try frames.receive()
}

/// Takes a frame from where it is, and says that it has been read.
private enum FrameReader {
    case slots(FramePoolMapping, credits: Socket, frameBytes: Int)
    case message

    mutating func next(from socket: Socket) throws -> UInt64 {
        switch self {
        case .message:
            guard let sum = try socket.withReceivedPart(checksum) else { throw BenchError.noAnswer }
            return sum
        case .slots(let mapping, let credits, let frameBytes):
            guard let descriptor = try socket.receive()?.first else { throw BenchError.noAnswer }
            let slot = Int(truncatingIfNeeded: unpack(descriptor, 0))
            guard mapping.contains(slot: slot) else { throw BenchError.usage }
            let sum = mapping.withBytes(slot: slot) { checksum(UnsafeRawBufferPointer(rebasing: $0[..<frameBytes])) }
            guard try credits.send(parts: [pack([UInt64(slot)])]) == .sent else { throw BenchError.noAnswer }
            return sum
        }
    }
}

private func makeReader(_ setup: Setup, _ context: MessagingContext) throws -> FrameReader {
    guard setup.way != .message else { return .message }
    let credits = try Socket(context, .push, setup.options)
    try credits.connect(try setup.endpoint("credits"))
    let descriptor = Descriptor(adopting: Setup.poolDescriptor)
    let slotBytes = try FileSystem.status(of: descriptor).byteCount / Setup.slotCount
    let mapping = try FramePoolMapping(
        descriptor: descriptor, slotCount: Setup.slotCount, slotBytes: slotBytes, writable: false)
    return .slots(mapping, credits: credits, frameBytes: setup.frameBytes)
}
