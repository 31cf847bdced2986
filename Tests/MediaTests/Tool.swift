import Foundation

/// The ffmpeg and ffprobe programs, as an opinion that is not ours.
enum Tool {
    static let arePresent = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> String {
        String(decoding: try bytes(name, arguments), as: UTF8.self)
    }

    static func bytes(_ name: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestFailure("\(name) \(arguments) failed") }
        return data
    }

    static func ffmpeg(_ arguments: [String]) throws {
        try run("ffmpeg", ["-v", "error", "-y", "-nostdin"] + arguments)
    }

    /// One line per shown picture of the film (not its cover art).
    static func frames(_ path: String, _ entry: String) throws -> [String] {
        let text = try run(
            "ffprobe",
            ["-v", "quiet", "-select_streams", "V:0", "-show_entries", "frame=\(entry)", "-of", "csv=p=0", path]
        )
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: [",", " "]) }.filter { !$0.isEmpty }
    }

    static func stream(_ path: String, _ stream: String, _ entries: String) throws -> [String] {
        let text = try run(
            "ffprobe",
            ["-v", "quiet", "-select_streams", stream, "-show_entries", "stream=\(entries)", "-of", "csv=p=0", path]
        )
        return text.split(whereSeparator: { $0 == "\n" || $0 == "," }).map(String.init)
    }

    /// The fingerprint of the packets of sound as they are.
    static func soundHash(_ path: String) throws -> String {
        try run("ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-c", "copy", "-f", "md5", "-"])
    }

    /// Times of the packets of sound.
    static func soundTimes(_ path: String) throws -> [String] {
        let text = try run(
            "ffprobe",
            ["-v", "quiet", "-select_streams", "a:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path]
        )
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: [",", " "]) }
    }
}

/// One packet of sound as ffprobe sees it.
struct ProbedSound: Equatable {
    var time: String
    var hidden: Bool
    var hash: String

    static func all(_ path: String) throws -> [ProbedSound] {
        let text = try Tool.run(
            "ffprobe",
            [
                "-v", "quiet", "-select_streams", "a:0", "-show_data_hash", "md5", "-show_entries",
                "packet=pts_time,flags,data_hash", "-of", "compact=p=0:nk=1", path,
            ]
        )
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "|").map(String.init)
            guard fields.count >= 3, let hash = fields.first(where: { $0.hasPrefix("MD5:") }) else { return nil }
            return ProbedSound(time: fields[0], hidden: fields[1].contains("D"), hash: hash)
        }
    }
}

func pwriteAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
}
