import Platform
import Testing

@Suite struct MemoryFileTests {
    @Test func `a fixed memory file keeps its length and its seals`() throws {
        let file = try MemoryFile(name: "test", byteCount: 10_000)
        #expect(try file.byteCount() == 10_000)
        #expect(try file.seals() == [.shrinking, .growing, .sealing])
        for length in [0, 9_999, 10_001] {
            #expect(throws: PlatformError.system(.setLength, .notPermitted)) {
                try FileSystem.setLength(length, of: file.descriptor)
            }
        }
        #expect(throws: PlatformError.system(.sealMemory, .notPermitted)) { try file.freeze() }
    }

    // The refusal must come from our own question: asked for that much, the kernel goes on until it kills something.
    @Test(arguments: [Int.max, 1 << 50]) func `memory that the machine does not have is refused before any is taken`(
        wanted: Int
    ) throws {
        let error = #expect(throws: PlatformError.self) { try MemoryFile(name: "test", byteCount: wanted) }
        guard case .notEnoughMemory(wanted, let available) = error else {
            Issue.record("expected a refusal, got \(String(describing: error))")
            return
        }
        #expect(available > 0)
        #expect(available < 1 << 50)
    }

    @Test func `a growable memory file gives back what was appended`() throws {
        let file = try MemoryFile(growable: "test")
        #expect(try file.readAll() == [])
        try file.append([1, 2])
        try file.append([3])
        #expect(try file.readAll() == [1, 2, 3])
        #expect(throws: PlatformError.tooLarge(limit: 2)) { try file.readAll(limit: 2) }
    }

    @Test func `a frozen memory file can no longer be changed by anyone`() throws {
        let file = try MemoryFile(growable: "test")
        try file.append([1])
        try file.freeze()
        #expect(throws: PlatformError.system(.write, .notPermitted)) { try file.append([2]) }
        #expect(throws: PlatformError.system(.write, .notPermitted)) {
            try FileSystem.write([9], to: try file.descriptor.duplicate(), at: 0)
        }
        #expect(try file.readAll() == [1])
    }
}
