import Platform

/// Files the client itself writes: reports and timelines. They appear whole or not at all.
enum OutputFiles {
    static func write(_ bytes: [UInt8], to path: BytePath, replacing: Bool) throws(PlatformError) {
        let path = JobPath(bytes: path.bytes)
        let file = try Platform.FileSystem.openUnnamedTemporary(in: path.parent, mode: 0o666)
        try Platform.FileSystem.write(bytes, to: file.descriptor, at: 0)
        try Platform.FileSystem.publish(file, to: path, replacing: replacing)
    }
}
