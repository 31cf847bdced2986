import Foundation
import TimelineCore
import Vision

/// Where the tests find the model, the runtime and the shared media.
enum Places {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    static let model = root + "/.deps/models/centerface.onnx"
    static let libraries = root + "/.deps/openvino/libs"
    static let shared = ProcessInfo.processInfo.environment["SAFEFACES_SHARED"] ?? root + "/../shared"
    static let faces = shared + "/data/faces"

    static let hasModel = FileManager.default.fileExists(atPath: model)
    static let hasOpenVINO = FileManager.default.fileExists(atPath: libraries + "/libopenvino_c.so.2641")
    static let hasFaces = FileManager.default.fileExists(atPath: faces + "/boxes.tsv")

    /// The engines that can run here.
    static var engines: [Engine] { hasModel ? (hasOpenVINO ? [.openvino, .opencv] : [.opencv]) : [] }

    static func detector(_ engine: Engine, model path: String = model) throws -> FaceDetector {
        try FaceDetector(engine: engine, modelPath: path, openVINOLibraries: libraries, threads: 1)
    }

    /// A fresh folder, removed after `body`.
    static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sf-vision-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.path)
    }
}

/// An interleaved RGB picture in memory.
struct TestPicture {
    var bytes: [UInt8]
    var width: Int
    var height: Int

    init(bytes: [UInt8], width: Int, height: Int) {
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    /// One colour all over.
    init(width: Int, height: Int, colour: (UInt8, UInt8, UInt8)) {
        self.init(bytes: [], width: width, height: height)
        for _ in 0..<(width * height) { bytes += [colour.0, colour.1, colour.2] }
    }

    /// A file decoded by the ffmpeg program, scaled by `scale`.
    init(path: String, scale: Double = 1) throws {
        let size = try Self.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path,
            ])
        let sides = String(decoding: size, as: UTF8.self).split(whereSeparator: { ",\n".contains($0) }).compactMap {
            Int($0)
        }
        guard sides.count >= 2 else { throw CocoaError(.fileReadCorruptFile) }
        width = Int((Double(sides[0]) * scale).rounded())
        height = Int((Double(sides[1]) * scale).rounded())
        bytes = try Self.run(
            "ffmpeg",
            [
                "-v", "error", "-noautorotate", "-i", path, "-frames:v", "1",
                "-vf", "scale=\(width):\(height):flags=\(scale < 1 ? "area" : "bicubic"),format=rgb24", "-f",
                "rawvideo", "-",
            ])
        guard bytes.count == width * height * 3 else { throw CocoaError(.fileReadCorruptFile) }
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return [UInt8](data)
    }

    /// The same picture with `other` pasted at a place.
    func pasting(_ other: TestPicture, x: Int, y: Int) -> TestPicture {
        var result = self
        for row in 0..<other.height {
            let target = ((y + row) * width + x) * 3
            let source = row * other.width * 3
            result.bytes.replaceSubrange(
                target..<(target + other.width * 3), with: other.bytes[source..<(source + other.width * 3)])
        }
        return result
    }

    func cropped(width newWidth: Int, height newHeight: Int) -> TestPicture {
        var result: [UInt8] = []
        for row in 0..<newHeight { result += bytes[(row * width * 3)..<((row * width + newWidth) * 3)] }
        return TestPicture(bytes: result, width: newWidth, height: newHeight)
    }
}

extension FaceDetector {
    func detect(_ picture: TestPicture, minimumScore: Double = 0.1, wantsGrid: Bool = false) throws -> [Detection] {
        try picture.bytes.withUnsafeBytes {
            try detect(
                picture: $0, width: picture.width, height: picture.height, strideBytes: picture.width * 3,
                minimumScore: minimumScore, wantsGrid: wantsGrid)
        }
    }
}
