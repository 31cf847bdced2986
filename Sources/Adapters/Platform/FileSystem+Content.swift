import CLinux

extension FileSystem {
    /// Reads at a position until the buffer is full or the file ends; returns how many bytes were read.
    package static func read(
        _ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(PlatformError) -> Int {
        Int(try check(sf_linux_read_at(descriptor.number, buffer.baseAddress, buffer.count, offset), .read))
    }

    /// Reads at most `count` bytes at a position; fewer only where the file ends.
    package static func read(
        _ descriptor: Descriptor, count: Int, at offset: Int64
    ) throws(PlatformError) -> [UInt8] {
        var status: Int64 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            status = sf_linux_read_at(descriptor.number, buffer.baseAddress, count, offset)
            initialized = Int(max(0, status))
        }
        _ = try check(status, .read)
        return bytes
    }

    /// Reads a whole file, also one whose length the kernel does not know (proc).
    ///
    /// - Throws: ``PlatformError/tooLarge(limit:)`` when there is more than `limit`.
    package static func readAll(_ descriptor: Descriptor, limit: Int) throws(PlatformError) -> [UInt8] {
        // One byte more than expected tells "ends here" from "goes on" without a second call.
        var bytes: [UInt8] = []
        var step = min(try status(of: descriptor).byteCount, limit) + 1
        while true {
            let part = try read(descriptor, count: step, at: Int64(bytes.count))
            bytes.append(contentsOf: part)
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
            guard part.count == step else { return bytes }
            step = max(4096, min(bytes.count, limit - bytes.count + 1))
        }
    }

    /// Writes all bytes at a position.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Descriptor, at offset: Int64
    ) throws(PlatformError) {
        _ = try check(sf_linux_write_at(descriptor.number, bytes.baseAddress, bytes.count, offset), .write)
    }

    /// Writes all bytes at a position.
    package static func write(
        _ bytes: [UInt8], to descriptor: Descriptor, at offset: Int64
    ) throws(PlatformError) {
        _ = try check(sf_linux_write_at(descriptor.number, bytes, bytes.count, offset), .write)
    }

    /// Sets the length of a file.
    package static func setLength(_ byteCount: Int, of descriptor: Descriptor) throws(PlatformError) {
        _ = try check(sf_linux_truncate(descriptor.number, Int64(byteCount)), .setLength)
    }

    /// Sets the permission bits of an open file.
    package static func setMode(_ mode: UInt32, of descriptor: Descriptor) throws(PlatformError) {
        _ = try check(sf_linux_set_mode(descriptor.number, mode), .setMode)
    }
}
