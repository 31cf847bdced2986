import CLinux

/// What a name stands for.
package enum FileKind: Int32, Sendable {
    case other = 0
    case file = 1
    case directory = 2
    case link = 3
    case socket = 4
}

/// Which file it is, whatever its names are.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// The facts about a file that the inode holds.
package struct FileStatus: Hashable, Sendable {
    package var kind: FileKind
    package var identity: FileIdentity
    package var byteCount: Int
    package var owner: UInt32
    /// The twelve permission bits.
    package var mode: UInt32
    /// Names it has; 0 for an unnamed one.
    package var linkCount: Int
    /// Time of the last change of content, nanoseconds since 1970.
    package var modifiedNanoseconds: Int64

    init(_ status: sf_linux_status) {
        kind = FileKind(rawValue: status.kind) ?? .other
        identity = FileIdentity(device: status.device, inode: status.inode)
        byteCount = Int(status.bytes)
        owner = status.owner
        mode = status.mode
        linkCount = Int(status.links)
        modifiedNanoseconds = status.modified_nanoseconds
    }

    /// True when another user's processes may write to it.
    package var isWritableByOthers: Bool { mode & 0o022 != 0 }
}
