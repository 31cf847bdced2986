import Foundation
import TestSupport
import Testing
import TimelineCore
import Wire

@testable import Redaction

/// Real encoders, run as commands on raw pictures; tests that need one ask ``isThere`` first.
enum Codec: Sendable, CustomTestStringConvertible {
    case video(encoder: String, quality: Int)
    case jpeg(quality: Int, subsampled: Bool)
    case webp(quality: Int)

    var testDescription: String {
        switch self {
        case .video(let encoder, let quality): "\(encoder) \(quality)"
        case .jpeg(let quality, let subsampled): "jpeg q\(quality) \(subsampled ? "4:2:0" : "4:4:4")"
        case .webp(let quality): "webp q\(quality)"
        }
    }

    var isThere: Bool { Self.path(of: command) != nil }

    private var command: String {
        switch self {
        case .video: "ffmpeg"
        case .jpeg, .webp: "vips"
        }
    }

    static func path(of command: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return folders.map { "\($0)/\(command)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    struct Failure: Error {
        var command: [String]
    }

    /// Encodes and decodes pictures of one size; video as one clip, photos one by one.
    func roundTrip(_ scenes: [Scene]) throws -> [TestPicture] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        switch self {
        case .video(let encoder, let quality): return try video(scenes, encoder, quality, folder)
        case .jpeg(let quality, let subsampled):
            let mode = subsampled ? "on" : "off"
            return try scenes.map { try photo($0, "out.jpg[Q=\(quality),subsample_mode=\(mode)]", folder) }
        case .webp(let quality): return try scenes.map { try photo($0, "out.webp[Q=\(quality)]", folder) }
        }
    }

    /// A photo on disk as a scene, by the `vips` command.
    static func scene(of photo: URL) throws -> Scene {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.run("vips", ["copy", photo.path, "photo.ppm"], folder)
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("photo.ppm")))
        // A netpbm header: magic, width, height, depth; comment lines start with a number sign.
        var words: [String] = []
        var position = 0
        while words.count < 4 {
            let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
            position += line.count + 1
            guard line.first != UInt8(ascii: "#") else { continue }
            words += String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
        }
        guard words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]) else {
            throw Failure(command: ["vips", "copy"])
        }
        return Scene(size: PixelSize(width: width, height: height), rgb: Array(bytes[position...]))
    }

    private func video(_ scenes: [Scene], _ encoder: String, _ quality: Int, _ folder: URL) throws -> [TestPicture] {
        var pictures = try scenes.map { try $0.picture(.yuv420p8, matrix: .bt709) }
        let size = scenes[0].size
        var raw = Data()
        for picture in pictures { raw.append(contentsOf: Self.packed(picture)) }
        try raw.write(to: folder.appendingPathComponent("in.yuv"))
        let form = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(size.width)x\(size.height)", "-r", "25"]
        let quiet = ["-v", "error", "-nostdin", "-y"]
        let options =
            encoder == "libsvtav1"
            ? ["-crf", "\(quality)", "-preset", "9"] : ["-crf", "\(quality)", "-preset", "fast"]
        try Self.run("ffmpeg", quiet + form + ["-i", "in.yuv", "-c:v", encoder] + options + ["out.mkv"], folder)
        try Self.run("ffmpeg", quiet + ["-i", "out.mkv", "-f", "rawvideo", "-pix_fmt", "yuv420p", "out.yuv"], folder)
        let decoded = [UInt8](try Data(contentsOf: folder.appendingPathComponent("out.yuv")))
        let bytes = decoded.count / pictures.count
        for index in pictures.indices {
            Self.unpack(Array(decoded[(index * bytes)..<((index + 1) * bytes)]), into: &pictures[index])
        }
        return pictures
    }

    private func photo(_ scene: Scene, _ output: String, _ folder: URL) throws -> TestPicture {
        let header = Array("P6\n\(scene.size.width) \(scene.size.height)\n255\n".utf8)
        try Data(header + scene.rgb).write(to: folder.appendingPathComponent("in.ppm"))
        try Self.run("vips", ["copy", "in.ppm", output], folder)
        let file = output.prefix { $0 != "[" }
        try Self.run("vips", ["rawsave", String(file), "out.raw"], folder)
        var decoded = scene
        decoded.rgb = [UInt8](try Data(contentsOf: folder.appendingPathComponent("out.raw")))
        return try decoded.picture(.rgb24)
    }

    private static func run(_ command: String, _ arguments: [String], _ folder: URL) throws {
        guard let path = path(of: command) else { throw Failure(command: [command]) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(command: [command] + arguments) }
    }

    /// Planes without padding, as raw video has them.
    private static func packed(_ picture: TestPicture) -> [UInt8] {
        let layout = picture.layout
        return (0..<layout.format.planeCount).flatMap { plane in
            (0..<layout.planeHeight(plane)).flatMap { row in
                let base = layout.offsets[plane] + row * layout.strides[plane]
                return picture.bytes[base..<(base + layout.rowBytes(plane))]
            }
        }
    }

    private static func unpack(_ bytes: [UInt8], into picture: inout TestPicture) {
        let layout = picture.layout
        var from = 0
        for plane in 0..<layout.format.planeCount {
            for row in 0..<layout.planeHeight(plane) {
                let base = layout.offsets[plane] + row * layout.strides[plane]
                for i in 0..<layout.rowBytes(plane) { picture.bytes[base + i] = bytes[from + i] }
                from += layout.rowBytes(plane)
            }
        }
    }
}
