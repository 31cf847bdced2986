/// The words of this process's command line as the kernel gave them.
package enum ArgumentBytes {
    /// All words after the program's name.
    ///
    /// `CommandLine.arguments` would repair what is not UTF-8, and the file would not be found any more.
    package static func afterName() -> [[UInt8]] {
        let count = Int(CommandLine.argc)
        guard count > 1 else { return [] }
        return (1..<count).compactMap { index in
            CommandLine.unsafeArgv[index].map { bytes(of: $0) }
        }
    }

    private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var next = text
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        return bytes
    }
}
