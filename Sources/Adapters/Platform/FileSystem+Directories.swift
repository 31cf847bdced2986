import CLinux

/// A name in a directory.
package struct DirectoryEntry: Hashable, Sendable {
    package var name: JobPath
    /// Links are not followed.
    package var kind: FileKind

    package init(name: JobPath, kind: FileKind) {
        self.name = name
        self.kind = kind
    }
}

extension FileSystem {
    /// Makes a directory that is this user's alone (mode 0700), or accepts the one that is there.
    ///
    /// - Throws: ``PlatformError/unsafeDirectory(_:)`` when what is there is a link, someone else's, or writable by
    ///   others: another user could have put it there, or could exchange what is in it.
    package static func makePrivateDirectory(_ path: JobPath) throws(PlatformError) {
        let made = try path.withCString { sf_linux_make_directory($0, 0o700) }
        guard made == 0 || made == -Errno.fileExists.number else {
            throw .file(.makeDirectory, Errno(-made), path)
        }
        _ = try openPrivateDirectory(path)
    }

    /// Locks a directory that only this user can write to; nil when another holds the lock.
    ///
    /// Owns: the lock goes with the descriptor.
    package static func lockPrivateDirectory(_ path: JobPath) throws(PlatformError) -> Descriptor? {
        let directory = try openPrivateDirectory(path)
        let status = sf_linux_lock(directory.number)
        guard status != -Errno.wouldBlock.number else { return nil }
        _ = try check(status, .lock, path)
        return directory
    }

    private static func openPrivateDirectory(_ path: JobPath) throws(PlatformError) -> Descriptor {
        let number = try path.withCString { sf_linux_open_directory($0, 0) }
        guard number != -Errno.tooManyLinks.number, number != -Errno.notDirectory.number else {
            throw .unsafeDirectory(path)
        }
        let directory = Descriptor(adopting: try check(number, .openDirectory, path))
        let status = try status(of: directory)
        guard status.owner == CurrentProcess.effectiveUser, !status.isWritableByOthers else {
            throw .unsafeDirectory(path)
        }
        return directory
    }

    /// Makes a directory and those above it that are missing, with the user's usual permissions.
    package static func makeDirectories(_ path: JobPath) throws(PlatformError) {
        if let status = try status(at: path), status.kind == .directory { return }
        let parent = path.parent
        if parent != path, try status(at: parent) == nil { try makeDirectories(parent) }
        let code = try path.withCString { sf_linux_make_directory($0, 0o777) }
        if code == -Errno.fileExists.number, try status(at: path)?.kind == .directory { return }
        _ = try check(code, .makeDirectory, path)
    }

    /// The names in a directory, in byte order, without "." and "..".
    package static func entries(of path: JobPath) throws(PlatformError) -> [DirectoryEntry] {
        var listing: OpaquePointer?
        let opened = try path.withCString { sf_linux_listing_open($0, &listing) }
        _ = try check(opened, .list, path)
        guard let listing else { throw .file(.list, .badDescriptor, path) }
        defer { sf_linux_listing_close(listing) }
        var entries: [DirectoryEntry] = []
        var name = [CChar](repeating: 0, count: Int(SF_LINUX_NAME_BYTES))
        var kind: Int32 = 0
        while try check(sf_linux_listing_next(listing, &name, &kind), .list, path) == 1 {
            let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            entries.append(DirectoryEntry(name: JobPath(bytes: bytes), kind: FileKind(rawValue: kind) ?? .other))
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Removes a name that is not a directory's.
    ///
    /// Returns false when there was none.
    @discardableResult
    package static func removeFile(_ path: JobPath) throws(PlatformError) -> Bool {
        let code = try path.withCString { sf_linux_remove_file($0) }
        guard code != -Errno.notFound.number else { return false }
        _ = try check(code, .remove, path)
        return true
    }

    /// Removes a directory and all that is in it; links are removed, not followed.
    package static func removeTree(_ path: JobPath) throws(PlatformError) {
        guard let status = try linkStatus(at: path) else { return }
        guard status.kind == .directory else {
            try removeFile(path)
            return
        }
        for entry in try entries(of: path) { try removeTree(path.appending(entry.name)) }
        _ = try check(try path.withCString { sf_linux_remove_directory($0) }, .remove, path)
    }
}
