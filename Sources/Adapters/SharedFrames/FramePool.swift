import CLinux
import Platform

/// The shared memory of one lane's frames, made by the supervisor.
///
/// Owns: the memory, until this object, every descriptor handed down, and every mapping are gone.
package final class FramePool: Sendable {
    package let slotCount: Int
    /// Bytes from one slot's start to the next: what was asked for, rounded up to whole pages.
    package let slotBytes: Int
    private let memory: MemoryFile

    /// Reserves the memory of all slots and seals its length.
    ///
    /// - Throws: ``SharedFramesError/reserve(bytes:_:)`` now, instead of SIGBUS in a stage later.
    package init(slotCount: Int, slotBytes: Int) throws(SharedFramesError) {
        let rounded = FramePool.roundedToPages(slotBytes)
        guard slotCount > 0, let rounded, let total = FramePool.totalBytes(slotCount, rounded) else {
            throw .impossibleSize(slotCount: slotCount, slotBytes: slotBytes)
        }
        do throws(PlatformError) {
            memory = try MemoryFile(name: "safefaces-frames", byteCount: total)
        } catch {
            throw .reserve(bytes: total, error)
        }
        self.slotCount = slotCount
        self.slotBytes = rounded
    }

    /// For stages that write frames.
    package var descriptor: Descriptor { memory.descriptor }

    /// A second descriptor that can be mapped for reading only: for stages that look at frames.
    package func makeReadOnlyDescriptor() throws(PlatformError) -> Descriptor {
        try FileSystem.reopenReadOnly(memory.descriptor)
    }

    /// Bytes of all slots together.
    package var byteCount: Int { slotCount * slotBytes }

    /// Whole pages that hold this many bytes; nil where there are none or too many.
    static func roundedToPages(_ bytes: Int) -> Int? {
        let page = Int(sf_linux_page_bytes())
        guard bytes > 0, bytes <= Int.max - page else { return nil }
        return (bytes + page - 1) / page * page
    }

    /// Bytes of a pool; nil where they do not fit a number.
    static func totalBytes(_ slotCount: Int, _ slotBytes: Int) -> Int? {
        let (total, overflow) = slotCount.multipliedReportingOverflow(by: slotBytes)
        return overflow ? nil : total
    }
}
