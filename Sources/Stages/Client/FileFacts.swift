import Glibc

/// Which file a path leads to, whatever its name: device and inode.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// What is at a path.
package struct FileFacts: Hashable, Sendable {
    /// What kind of thing it is; links only where they were not followed.
    package enum Kind: Hashable, Sendable {
        case file, folder, link, other
    }

    package var kind: Kind
    package var identity: FileIdentity
    /// Length of a file, in bytes.
    package var bytes: Int

    package init(kind: Kind, identity: FileIdentity, bytes: Int) {
        self.kind = kind
        self.identity = identity
        self.bytes = bytes
    }
}

/// The code of a failed system call.
package struct SystemCode: Hashable, Sendable {
    package var number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// Nothing is at the path.
    package var isAbsence: Bool { number == ENOENT }
    /// Something on the way to it is no folder.
    package var isBlockedWay: Bool { number == ENOTDIR }

    /// The system's own words for it.
    package var words: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}

/// Looks at the file system by bytes, because names need not be text.
package enum FileSystem {
    /// What is at a path.
    ///
    /// - Parameter following: true to look at what a symbolic link leads to.
    package static func facts(_ path: BytePath, following: Bool) -> Result<FileFacts, SystemFailure> {
        var info = stat()
        let status = withCPath(path) { following ? stat($0, &info) : lstat($0, &info) }
        guard status == 0 else { return .failure(SystemFailure(code: SystemCode(number: errno))) }
        let kind: FileFacts.Kind
        switch info.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        let identity = FileIdentity(device: UInt64(info.st_dev), inode: UInt64(info.st_ino))
        return .success(FileFacts(kind: kind, identity: identity, bytes: Int(info.st_size)))
    }

    /// The names in a folder without `.` and `..`, in order of their bytes.
    package static func names(in folder: BytePath) -> Result<[[UInt8]], SystemFailure> {
        guard let stream = withCPath(folder, { opendir($0) }) else {
            return .failure(SystemFailure(code: SystemCode(number: errno)))
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = name(of: entry)
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        // readdir tells the end from a failure by errno alone.
        guard errno == 0 else { return .failure(SystemFailure(code: SystemCode(number: errno))) }
        return .success(names.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// The first bytes of a regular file, at most `count`.
    package static func head(of path: BytePath, count: Int) -> Result<[UInt8], SystemFailure> {
        let descriptor = withCPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { return .failure(SystemFailure(code: SystemCode(number: errno))) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return .failure(SystemFailure(code: SystemCode(number: errno))) }
            if got == 0 { break }
            filled += got
        }
        return .success(Array(bytes[..<filled]))
    }

    /// The folder that relative paths start from.
    package static func currentFolder() -> Result<BytePath, SystemFailure> {
        guard let text = getcwd(nil, 0) else { return .failure(SystemFailure(code: SystemCode(number: errno))) }
        defer { free(text) }
        let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
        return .success(BytePath(bytes: Array(bytes)))
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        // The record is shorter than `dirent`: only the bytes up to the zero may be touched.
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        let start = UnsafeRawPointer(entry) + offset
        let length = strlen(start.assumingMemoryBound(to: CChar.self))
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    private static func withCPath<Value>(_ path: BytePath, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        let characters = path.bytes.map { CChar(bitPattern: $0) } + [0]
        return characters.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a path ends in a zero byte") }
            return body(start)
        }
    }
}

/// A system call that failed.
package struct SystemFailure: Error, Hashable, Sendable {
    package var code: SystemCode

    package init(code: SystemCode) {
        self.code = code
    }
}
