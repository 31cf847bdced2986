import Glibc
import Platform
import SharedFrames
import TestSupport
import Testing

private let page = Int(sysconf(Int32(_SC_PAGESIZE)))

@Suite(.timeLimit(.minutes(1))) struct FramePoolTests {
    @Test func `slots are whole pages, and the pool is exactly its slots`() throws {
        let pool = try FramePool(slotCount: 3, slotBytes: page + 1)
        #expect(pool.slotBytes == 2 * page)
        #expect(pool.byteCount == 6 * page)
        #expect(try FileSystem.status(of: pool.descriptor).byteCount == 6 * page)
        #expect(try FramePool(slotCount: 1, slotBytes: page).slotBytes == page)
    }

    @Test func `every byte of a pool is reserved when it is made`() throws {
        let pool = try FramePool(slotCount: 4, slotBytes: 1 << 20)
        var status = stat()
        #expect(fstat(pool.descriptor.number, &status) == 0)
        // st_blocks is in units of 512 bytes.
        #expect(Int(status.st_blocks) * 512 >= pool.byteCount)
    }

    @Test func `a pool can be neither shrunk nor grown, nor unsealed, through any of its descriptors`() throws {
        let pool = try FramePool(slotCount: 2, slotBytes: page)
        let copies = [pool.descriptor, try pool.descriptor.duplicate()]
        for copy in copies {
            for length in [0, page, 3 * page] {
                #expect(throws: PlatformError.system(.setLength, .notPermitted)) {
                    try FileSystem.setLength(length, of: copy)
                }
            }
            #expect(try Seals(of: copy) == [.shrinking, .growing, .sealing])
        }
    }

    @Test(arguments: [(0, 4096), (-1, 4096), (4, 0), (4, -1), (1, Int.max), (Int.max, 4096), (1 << 33, 1 << 33)])
    func `a pool of an impossible size is refused`(slotCount: Int, slotBytes: Int) throws {
        let expected = SharedFramesError.impossibleSize(slotCount: slotCount, slotBytes: slotBytes)
        #expect(throws: expected) { try FramePool(slotCount: slotCount, slotBytes: slotBytes) }
    }

    @Test func `a pool larger than the machine's memory is an error before any is taken`() throws {
        let error = #expect(throws: SharedFramesError.self) { try FramePool(slotCount: 1 << 10, slotBytes: 1 << 40) }
        guard case .reserve(bytes: 1 << 50, .notEnoughMemory) = error else {
            Issue.record("expected a refusal, got \(String(describing: error))")
            return
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct FramePoolMappingTests {
    private let pool: FramePool

    init() throws { pool = try FramePool(slotCount: 3, slotBytes: page) }

    private func map(
        _ descriptor: Descriptor, slots: Int = 3, bytes: Int = page, writable: Bool = true
    ) throws
        -> FramePoolMapping
    {
        try FramePoolMapping(descriptor: descriptor, slotCount: slots, slotBytes: bytes, writable: writable)
    }

    @Test func `what is written in a slot is read in that slot by another process's mapping, and nowhere else`() throws
    {
        let (left, right) = try DescriptorChannel.pair()
        try left.send([pool.descriptor], tag: 0)
        let message = try #require(try right.receive(timeoutMilliseconds: 5_000))
        let writer = try map(pool.descriptor)
        let reader = try map(try #require(message.descriptors.first), writable: false)
        var random = SeededRandom(seed: 1)
        for slot in 0..<3 {
            let value = UInt8.random(in: 1...255, using: &random)
            writer.withMutableBytes(slot: slot) { bytes in for index in bytes.indices { bytes[index] = value } }
            for other in 0..<3 {
                let (count, same) = reader.withBytes(slot: other) { ($0.count, $0.allSatisfy { $0 == value }) }
                #expect(count == page)
                #expect(same == (other == slot))
            }
        }
    }

    @Test func `a mapping outlives the pool and its descriptors`() throws {
        let mapping: FramePoolMapping
        do {
            let short = try FramePool(slotCount: 1, slotBytes: page)
            mapping = try map(short.descriptor, slots: 1)
        }
        mapping.withMutableBytes(slot: 0) { $0[page - 1] = 9 }
        #expect(mapping.withBytes(slot: 0) { $0[page - 1] } == 9)
    }

    @Test func `a memory file that can still be shrunk is not mapped`() throws {
        let file = try MemoryFile(growable: "test")
        try file.append([UInt8](repeating: 0, count: 3 * page))
        #expect(throws: SharedFramesError.notSealed) { try map(file.descriptor) }
    }

    @Test func `a file that is no memory file is not mapped`() throws {
        let file = try FileSystem.openUnnamedTemporary(in: "/tmp")
        try FileSystem.setLength(3 * page, of: file.descriptor)
        #expect(throws: SharedFramesError.notSealed) { try map(file.descriptor) }
        let (left, right) = try DescriptorChannel.pair()
        #expect(throws: SharedFramesError.notSealed) { try map(left.descriptor) }
        withExtendedLifetime(right) {}
    }

    @Test(arguments: [1, 2, 4, 1 << 20])
    func `a pool of another size than was said is not mapped`(slots: Int) throws {
        let error = SharedFramesError.wrongSize(expected: slots * page, found: 3 * page)
        #expect(throws: error) { try map(pool.descriptor, slots: slots) }
    }

    @Test(arguments: [0, -4096, 100, Int.max])
    func `slots that are not whole pages are not mapped`(bytes: Int) throws {
        let error = SharedFramesError.impossibleSize(slotCount: 3, slotBytes: bytes)
        #expect(throws: error) { try map(pool.descriptor, bytes: bytes) }
    }

    @Test func `a descriptor made for reading cannot be mapped for writing`() throws {
        let reading = try pool.makeReadOnlyDescriptor()
        #expect(throws: SharedFramesError.map(.system(.mapMemory, .accessDenied))) { try map(reading) }
        let reader = try map(reading, writable: false)
        let writer = try map(pool.descriptor)
        writer.withMutableBytes(slot: 2) { $0[0] = 77 }
        #expect(reader.withBytes(slot: 2) { $0[0] } == 77)
    }

    @Test func `slot numbers from a message can be asked about`() throws {
        let mapping = try map(pool.descriptor)
        #expect(
            [-1, 0, 2, 3, Int.max, Int.min].map(mapping.contains(slot:)) == [false, true, true, false, false, false])
    }

    @Test func `a slot outside the pool ends the process instead of touching memory`() async {
        await #expect(processExitsWith: .signal(SIGILL)) { try touch(slot: 3, writable: true) }
        await #expect(processExitsWith: .signal(SIGILL)) { try touch(slot: -1, writable: true) }
    }

    @Test func `writing through a mapping made for reading ends the process`() async {
        await #expect(processExitsWith: .signal(SIGILL)) { try touch(slot: 0, writable: false) }
    }

    @Test func `an error of the borrower passes through with its type`() throws {
        struct Refusal: Error, Equatable { var number: Int }
        let mapping = try map(pool.descriptor)
        #expect(throws: Refusal(number: 4)) {
            try mapping.withBytes(slot: 0) { (_) throws(Refusal) in throw Refusal(number: 4) }
        }
    }
}

/// Writes one byte into a slot of a pool of three; in a process of its own.
private func touch(slot: Int, writable: Bool) throws {
    let pool = try FramePool(slotCount: 3, slotBytes: page)
    let mapping = try FramePoolMapping(
        descriptor: pool.descriptor, slotCount: 3, slotBytes: pool.slotBytes, writable: writable)
    mapping.withMutableBytes(slot: slot) { $0[0] = 1 }
}
