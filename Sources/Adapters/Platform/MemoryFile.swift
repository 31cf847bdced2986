import CLinux

/// A file that lives in memory, has no name in any file system, and vanishes with its last descriptor.
package final class MemoryFile: Sendable {
    package let descriptor: Descriptor

    /// Makes a file of a fixed length, all of it reserved, that nobody can shrink, grow or unseal.
    ///
    /// - Throws: ``PlatformError/notEnoughMemory(wanted:available:)`` before anything is taken.
    package init(name: JobPath, byteCount: Int) throws(PlatformError) {
        precondition(byteCount > 0, "a fixed memory file has a length")
        let available = try AvailableMemory.byteCount()
        // An eighth stays for everyone else: what is available can shrink while it is being taken.
        guard byteCount <= available - available / 8 else {
            throw .notEnoughMemory(wanted: byteCount, available: available)
        }
        let file = try MemoryFile.open(name)
        _ = try check(sf_linux_memory_reserve(file.number, Int64(byteCount)), .reserveMemory)
        let seals = Int32(SF_LINUX_SEAL_SHRINK | SF_LINUX_SEAL_GROW | SF_LINUX_SEAL_SEAL)
        _ = try check(sf_linux_seals_add(file.number, seals), .sealMemory)
        descriptor = file
    }

    /// Makes an empty file that grows as it is written.
    package init(growable name: JobPath) throws(PlatformError) {
        descriptor = try MemoryFile.open(name)
    }

    /// Takes a memory file that came from another process.
    package init(adopting descriptor: Descriptor) { self.descriptor = descriptor }

    private static func open(_ name: JobPath) throws(PlatformError) -> Descriptor {
        let number = try name.withCString { sf_linux_memory_open($0) }
        return Descriptor(adopting: try check(number, .makeMemory))
    }

    /// The current length.
    package func byteCount() throws(PlatformError) -> Int { try FileSystem.status(of: descriptor).byteCount }

    /// Writes bytes behind the last one.
    ///
    /// Not to be called by two at once.
    package func append(_ bytes: [UInt8]) throws(PlatformError) {
        try FileSystem.write(bytes, to: descriptor, at: Int64(try byteCount()))
    }

    /// Reads the whole content.
    ///
    /// - Throws: ``PlatformError/tooLarge(limit:)`` when there is more than `limit`.
    package func readAll(limit: Int = 1 << 28) throws(PlatformError) -> [UInt8] {
        try FileSystem.readAll(descriptor, limit: limit)
    }

    /// Makes the content final: no byte changes any more, in no process.
    ///
    /// - Throws: a busy error while someone has it mapped for writing.
    package func freeze() throws(PlatformError) {
        let seals = Int32(SF_LINUX_SEAL_SHRINK | SF_LINUX_SEAL_GROW | SF_LINUX_SEAL_WRITE | SF_LINUX_SEAL_SEAL)
        _ = try check(sf_linux_seals_add(descriptor.number, seals), .sealMemory)
    }

    /// Which changes the kernel refuses from now on.
    ///
    /// - Throws: an invalid-argument error for a file that is no memory file.
    package func seals() throws(PlatformError) -> Seals { try Seals(of: descriptor) }
}

/// Changes that the kernel refuses for a memory file.
package struct Seals: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Reads the seals of a memory file; another kind of file is an invalid-argument error.
    package init(of descriptor: Descriptor) throws(PlatformError) {
        rawValue = try check(sf_linux_seals_get(descriptor.number), .sealMemory)
    }

    package static let sealing = Seals(rawValue: Int32(SF_LINUX_SEAL_SEAL))
    package static let shrinking = Seals(rawValue: Int32(SF_LINUX_SEAL_SHRINK))
    package static let growing = Seals(rawValue: Int32(SF_LINUX_SEAL_GROW))
    package static let writing = Seals(rawValue: Int32(SF_LINUX_SEAL_WRITE))
}
