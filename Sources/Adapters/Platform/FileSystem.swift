import CLinux

/// Calls on files, in groups: opening and looking (here), content, directories, publishing.
package enum FileSystem {
    /// Opens a regular file for reading.
    ///
    /// - Throws: ``PlatformError/notRegularFile(_:)`` for a pipe or device, on which a reader could hang for ever.
    package static func openReadOnly(_ path: JobPath) throws(PlatformError) -> Descriptor {
        let number = try path.withCString { sf_linux_open_read($0) }
        let descriptor = Descriptor(adopting: try check(number, .open, path))
        guard try status(of: descriptor).kind == .file else { throw .notRegularFile(path) }
        return descriptor
    }

    /// Opens the same file again: for reading only, with an offset of its own.
    ///
    /// Works for files without a name.
    package static func reopenReadOnly(_ descriptor: Descriptor) throws(PlatformError) -> Descriptor {
        Descriptor(adopting: try check(sf_linux_reopen_read(descriptor.number), .open))
    }

    /// The facts about an open file.
    package static func status(of descriptor: Descriptor) throws(PlatformError) -> FileStatus {
        var result = sf_linux_status()
        _ = try check(sf_linux_status_of(descriptor.number, &result), .status)
        return FileStatus(result)
    }

    /// The facts about what a name leads to, or nil when there is nothing.
    package static func status(at path: JobPath) throws(PlatformError) -> FileStatus? {
        try status(at: path, follow: 1)
    }

    /// The facts about the name itself: of a link, not of what it points to.
    ///
    /// Nil when there is nothing.
    package static func linkStatus(at path: JobPath) throws(PlatformError) -> FileStatus? {
        try status(at: path, follow: 0)
    }

    /// Bytes that this user may still write to the file system that holds the directory or file.
    package static func freeSpace(at path: JobPath) throws(PlatformError) -> Int {
        let number = try path.withCString { sf_linux_open_read($0) }
        let descriptor = Descriptor(adopting: try check(number, .freeSpace, path))
        return Int(try check(sf_linux_free_bytes(descriptor.number), .freeSpace, path))
    }

    /// Opens or makes a file and locks it for this process; nil when another holds the lock.
    ///
    /// Owns: the lock goes with the descriptor, also when the process is killed. The file stays: removing it would
    /// let two processes lock two files of one name.
    /// Source: flock(2).
    package static func lockFile(_ path: JobPath) throws(PlatformError) -> Descriptor? {
        let number = try path.withCString { sf_linux_open_lock($0) }
        let descriptor = Descriptor(adopting: try check(number, .lock, path))
        let status = sf_linux_lock(descriptor.number)
        guard status != -Errno.wouldBlock.number else { return nil }
        _ = try check(status, .lock, path)
        return descriptor
    }

    /// Says whether something accepts connections on a local socket.
    package static func localSocketIsLive(_ path: JobPath) throws(PlatformError) -> Bool {
        let live = try path.withCString { sf_linux_local_socket_is_live($0) }
        return try check(live, .testSocket, path) == 1
    }

    private static func status(at path: JobPath, follow: Int32) throws(PlatformError) -> FileStatus? {
        var result = sf_linux_status()
        let code = try path.withCString { sf_linux_status_at($0, follow, &result) }
        guard code != -Errno.notFound.number else { return nil }
        _ = try check(code, .status, path)
        return FileStatus(result)
    }
}
