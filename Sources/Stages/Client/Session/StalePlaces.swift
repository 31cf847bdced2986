import Platform

/// Folders of private supervisors that were killed, or whose client was, before they could tidy up.
enum StalePlaces {
    /// Removes those in a runtime folder whose client and supervisor are both gone.
    ///
    /// A folder is named `p` and the client's process id. The lock tells whether its supervisor lives; the process id,
    /// whether a client is just about to start one.
    static func sweep(_ runtime: JobPath) throws(PlatformError) {
        for entry in try Platform.FileSystem.entries(of: runtime) where entry.kind == .directory {
            guard let name = entry.name.string, name.hasPrefix("p"), let client = Int32(name.dropFirst()) else {
                continue
            }
            guard try Platform.FileSystem.status(at: JobPath("/proc/\(client)")) == nil else { continue }
            let folder = runtime.appending(entry.name)
            guard let lock = try Platform.FileSystem.lockFile(folder.appending("lock")) else { continue }
            try Platform.FileSystem.removeTree(folder)
            withExtendedLifetime(lock) {}
        }
    }
}
