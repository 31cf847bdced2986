import CLinux

extension FileSystem {
    /// Opens a new file for writing that is not visible in its directory.
    ///
    /// `mode` is narrowed by the umask. Where the file system has no unnamed files, the file has a hidden name that
    /// is locked while in use.
    package static func openUnnamedTemporary(
        in directory: JobPath, mode: UInt32 = 0o600
    ) throws(PlatformError) -> TemporaryFile {
        let number = try directory.withCString { sf_linux_open_unnamed($0, mode) }
        switch Errno(-number) {
        case .notSupported, .isDirectory, .invalidArgument, .notImplemented:
            return try openHiddenTemporary(in: directory, mode: mode)
        default:
            let descriptor = Descriptor(adopting: try check(number, .openTemporary, directory))
            return TemporaryFile(descriptor: descriptor, hiddenPath: nil)
        }
    }

    /// Opens a new file under a hidden name, locked: what stands in where a file system has no unnamed files.
    package static func openHiddenTemporary(in directory: JobPath, mode: UInt32) throws(PlatformError) -> TemporaryFile
    {
        // A name is taken again only when a sweep took the lock first, or by 1 chance in 2^64.
        for _ in 0..<16 {
            let path = TemporaryFile.newName(in: directory)
            let number = try path.withCString { sf_linux_open_exclusive($0, mode) }
            guard number != -Errno.fileExists.number else { continue }
            let descriptor = Descriptor(adopting: try check(number, .openTemporary, directory))
            guard sf_linux_lock(descriptor.number) != -Errno.wouldBlock.number else { continue }
            return TemporaryFile(descriptor: descriptor, hiddenPath: path)
        }
        throw .file(.openTemporary, .fileExists, directory)
    }

    /// Writes a file that appears whole under its name, or not at all; `mode` is narrowed by the umask.
    ///
    /// - Throws: as ``publish(_:to:replacing:)``.
    package static func writeWhole(
        _ bytes: [UInt8], to path: JobPath, mode: UInt32, replacing: Bool
    ) throws(PlatformError) {
        let file = try openUnnamedTemporary(in: path.parent, mode: mode)
        try write(bytes, to: file.descriptor, at: 0)
        try publish(file, to: path, replacing: replacing)
    }

    /// Gives a finished temporary file its name: on the disk first, then whole under that name.
    ///
    /// - Throws: ``PlatformError/alreadyExists(_:)`` when the name is taken and `replacing` is false: nothing is
    ///   touched then. A cross-device error when the temporary is on another file system.
    package static func publish(
        _ file: TemporaryFile, to path: JobPath, replacing: Bool
    ) throws(PlatformError) {
        guard let hidden = file.hiddenPath else {
            return try publish(file.descriptor, to: path, replacing: replacing)
        }
        try sync(file.descriptor, path)
        if replacing {
            try rename(hidden, to: path)
        } else {
            try moveWithoutReplacing(hidden, to: path)
        }
        try syncDirectory(of: path)
    }

    /// Gives an open file without a name one: for a descriptor that came from another process.
    package static func publish(
        _ descriptor: Descriptor, to path: JobPath, replacing: Bool
    ) throws(PlatformError) {
        try sync(descriptor, path)
        if replacing {
            // Held until the descriptor closes, so that no sweep takes the intermediate name for a stale one.
            _ = sf_linux_lock(descriptor.number)
            let hidden = TemporaryFile.newName(in: path.parent)
            try link(descriptor, to: hidden)
            do throws(PlatformError) {
                try rename(hidden, to: path)
            } catch {
                try removeFile(hidden)
                throw error
            }
        } else {
            try link(descriptor, to: path)
        }
        try syncDirectory(of: path)
    }

    /// Removes hidden temporaries that a killed process left in a directory; returns how many.
    ///
    /// One in use is locked and stays.
    @discardableResult
    package static func removeStaleTemporaries(in directory: JobPath) throws(PlatformError) -> Int {
        var removed = 0
        for entry in try entries(of: directory) where entry.kind == .file && TemporaryFile.isHiddenName(entry.name) {
            let path = directory.appending(entry.name)
            let number = try path.withCString { sf_linux_open_read($0) }
            // Gone since it was listed, or someone else's: not ours to judge.
            guard number >= 0 else { continue }
            let descriptor = Descriptor(adopting: number)
            guard try status(of: descriptor).owner == CurrentProcess.effectiveUser,
                sf_linux_lock(descriptor.number) == 0
            else { continue }
            if try removeFile(path) { removed += 1 }
        }
        return removed
    }

    private static func sync(_ descriptor: Descriptor, _ path: JobPath) throws(PlatformError) {
        _ = try check(sf_linux_sync(descriptor.number), .sync, path)
    }

    /// Makes the new name durable.
    ///
    /// File systems that cannot sync a directory say EINVAL; they have no better.
    private static func syncDirectory(of path: JobPath) throws(PlatformError) {
        let number = try path.parent.withCString { sf_linux_open_directory($0, 1) }
        let directory = Descriptor(adopting: try check(number, .openDirectory, path.parent))
        let status = sf_linux_sync(directory.number)
        guard status != -Errno.invalidArgument.number else { return }
        _ = try check(status, .sync, path.parent)
    }

    private static func link(_ descriptor: Descriptor, to path: JobPath) throws(PlatformError) {
        let code = try path.withCString { sf_linux_link_descriptor(descriptor.number, $0) }
        guard code != -Errno.fileExists.number else { throw .alreadyExists(path) }
        _ = try check(code, .publish, path)
    }

    private static func rename(_ from: JobPath, to path: JobPath) throws(PlatformError) {
        let code = try both(from, path) { sf_linux_rename($0, $1, 1) }
        _ = try check(code, .publish, path)
    }

    /// Moves a name; where the file system cannot rename without replacing, by a second name.
    private static func moveWithoutReplacing(_ from: JobPath, to path: JobPath) throws(PlatformError) {
        var code = try both(from, path) { sf_linux_rename($0, $1, 0) }
        if code == -Errno.invalidArgument.number || code == -Errno.notImplemented.number {
            code = try both(from, path) { sf_linux_link_path($0, $1) }
            if code == 0 { try removeFile(from) }
        }
        guard code != -Errno.fileExists.number else { throw .alreadyExists(path) }
        _ = try check(code, .publish, path)
    }

    private static func both(
        _ first: JobPath, _ second: JobPath, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    ) throws(PlatformError) -> Int32 {
        // Checked first: inside the outer call nothing may throw.
        _ = try second.withCString { _ in 0 }
        return try first.withCString { a in
            (second.bytes + [0]).withUnsafeBytes { raw in
                raw.withMemoryRebound(to: CChar.self) { b in
                    guard let b = b.baseAddress else { preconditionFailure("a string with its end is not empty") }
                    return body(a, b)
                }
            }
        }
    }
}
