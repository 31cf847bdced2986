import CLinux
import Platform

/// A stage's view of a frame pool.
///
/// A slot may be touched only while its lease is held; this type cannot know that.
// SAFETY: nothing stored changes after init; who may touch which slot's bytes is decided by leases, between threads
// exactly as between processes.
package final class FramePoolMapping: @unchecked Sendable {
    package let slotCount: Int
    /// Bytes from one slot's start to the next.
    package let slotBytes: Int
    package let isWritable: Bool
    private let base: UnsafeMutableRawPointer

    /// Maps a pool that was handed down.
    ///
    /// Shape:  `slotBytes` is what the pool says (``FramePool/slotBytes``), a multiple of the page size.
    /// Owns:   the mapping; the descriptor is not needed afterwards.
    /// - Throws: ``SharedFramesError/notSealed`` and ``SharedFramesError/wrongSize(expected:found:)`` before anything
    ///   is mapped: a file that a peer can cut would kill this process by SIGBUS.
    package init(
        descriptor: Descriptor, slotCount: Int, slotBytes: Int, writable: Bool
    ) throws(SharedFramesError) {
        guard slotCount > 0, slotBytes > 0, FramePool.roundedToPages(slotBytes) == slotBytes,
            let total = FramePool.totalBytes(slotCount, slotBytes)
        else { throw .impossibleSize(slotCount: slotCount, slotBytes: slotBytes) }
        try FramePoolMapping.verify(descriptor, byteCount: total)
        var address: UnsafeMutableRawPointer?
        let status = sf_linux_memory_map(descriptor.number, total, writable ? 1 : 0, &address)
        guard status == 0, let address else { throw .map(.system(.mapMemory, Errno(-status))) }
        base = address
        self.slotCount = slotCount
        self.slotBytes = slotBytes
        isWritable = writable
    }

    deinit {
        _ = sf_linux_memory_unmap(base, slotCount * slotBytes)
    }

    /// True for a slot number that may be used: to be asked about every number that came in a message.
    package func contains(slot: Int) -> Bool { slot >= 0 && slot < slotCount }

    /// Lends a slot's bytes for reading; no pointer may leave the closure.
    ///
    /// A slot outside the pool is a bug of the caller and ends the process; see ``contains(slot:)``.
    package func withBytes<R, E: Error>(
        slot: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeRawBufferPointer(start: start(of: slot), count: slotBytes))
    }

    /// Lends a slot's bytes for writing; no pointer may leave the closure.
    ///
    /// A slot outside the pool, or a mapping made for reading, is a bug of the caller and ends the process.
    package func withMutableBytes<R, E: Error>(
        slot: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        precondition(isWritable, "this mapping is for reading only")
        return try body(UnsafeMutableRawBufferPointer(start: start(of: slot), count: slotBytes))
    }

    private func start(of slot: Int) -> UnsafeMutableRawPointer {
        precondition(contains(slot: slot), "no such slot")
        return base + slot * slotBytes
    }

    private static func verify(_ descriptor: Descriptor, byteCount: Int) throws(SharedFramesError) {
        // Files that cannot be sealed answer with an error.
        let seals = sf_linux_seals_get(descriptor.number)
        guard seals >= 0, Seals(rawValue: seals).contains(.shrinking) else { throw .notSealed }
        let found: Int
        do throws(PlatformError) {
            found = try FileSystem.status(of: descriptor).byteCount
        } catch {
            throw .map(error)
        }
        guard found == byteCount else { throw .wrongSize(expected: byteCount, found: found) }
    }
}
