import Platform

/// Files the client itself writes: reports and timelines. They appear whole or not at all.
enum OutputFiles {
    static func write(_ bytes: [UInt8], to path: BytePath, replacing: Bool) throws(PlatformError) {
        try Platform.FileSystem.writeWhole(bytes, to: JobPath(bytes: path.bytes), mode: 0o666, replacing: replacing)
    }
}
