import Foundation
import Glibc
import TestSupport
import TimelineCore
import Wire

import Media

/// Where the shared test media is, if it is there.
enum SharedMedia {
    static let folder: URL? = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
        let named = ProcessInfo.processInfo.environment["SAFEFACES_SHARED"].map { URL(fileURLWithPath: $0) }
        let data = (named ?? beside).appendingPathComponent("data")
        return FileManager.default.fileExists(atPath: data.path) ? data : nil
    }()
    static var isPresent: Bool { folder != nil }

    static func path(_ name: String) throws -> String {
        guard let folder else { throw TestFailure("no shared media") }
        return folder.appendingPathComponent(name).path
    }

    /// Every film of these folders, by name below the data folder.
    static func films(_ folders: [String]) -> [String] {
        guard let folder else { return [] }
        let endings: Set = ["mp4", "mov", "mkv", "webm", "avi", "mpg", "gif"]
        return folders.flatMap { name -> [String] in
            let all =
                (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path)) ?? []
            return all.filter { endings.contains(($0 as NSString).pathExtension) }.sorted().map { "\(name)/\($0)" }
        }
    }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

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

/// A folder that is gone after the test.
final class Scratch {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("media-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

/// A descriptor that is closed after the test.
final class OpenFile {
    let descriptor: Int32

    init(reading path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("cannot open \(path)") }
    }

    init(writing path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("cannot create \(path)") }
    }

    deinit { close(descriptor) }

    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The descriptor, left open for the rest of the test run.
    func keep() -> Int32 { dup(descriptor) }
}

/// A picture in memory of its own.
final class Picture {
    let layout: PictureLayout
    let memory: UnsafeMutableRawBufferPointer

    init(_ layout: PictureLayout) {
        self.layout = layout
        memory = .allocate(byteCount: layout.byteCount, alignment: PictureLayout.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    convenience init(_ format: PixelFormat, _ width: Int, _ height: Int) {
        self.init(.packed(format: format, size: PixelSize(width: width, height: height)))
    }

    deinit { memory.deallocate() }

    func sample(_ plane: Int, _ x: Int, _ y: Int, part: Int = 0) -> Int {
        let bytes = layout.format.bytesPerSample
        let step = layout.format == .rgb24 ? 3 : bytes
        let at = layout.offsets[plane] + y * layout.strides[plane] + x * step + part
        return bytes == 2 ? Int(memory[at]) | Int(memory[at + 1]) << 8 : Int(memory[at])
    }

    func set(_ plane: Int, _ x: Int, _ y: Int, _ value: Int) {
        let bytes = layout.format.bytesPerSample
        let at = layout.offsets[plane] + y * layout.strides[plane] + x * bytes
        memory[at] = UInt8(truncatingIfNeeded: value)
        if bytes == 2 { memory[at + 1] = UInt8(truncatingIfNeeded: value >> 8) }
    }

    /// A moving pattern with flat and busy parts, so that an encoder has something to do.
    func paint(_ number: Int) {
        let top = layout.format.bitDepth == 10 ? 1023 : 255
        for plane in 0..<layout.format.planeCount {
            for y in 0..<layout.planeHeight(plane) {
                for x in 0..<layout.planeWidth(plane) {
                    let wave = (x * 3 + number * 5) ^ (y * 2 + number)
                    set(plane, x, y, plane == 0 ? (wave * top / 512) % (top + 1) : top / 2 + (x + y + number) % 32)
                }
            }
        }
    }
}

/// A whole film, read.
struct Reading {
    var info: VideoInfo
    var pictures: [PictureInfo] = []
    var sound: [AudioPacket] = []
    var changes: [Double] = []
    var isTruncated = false
    var damage = 0

    init(_ path: String, threads: Int = 2, options: VideoReader.Options = .init()) throws {
        let file = try OpenFile(reading: path)
        let reader = try VideoReader(descriptor: file.descriptor, threads: threads, options: options)
        info = reader.info
        reading: while true {
            switch try reader.next() {
            case .picture(let picture):
                pictures.append(picture)
                changes.append(reader.changeFromPrevious)
            case .audio(let packet): sound.append(packet)
            case .end: break reading
            }
        }
        isTruncated = reader.isTruncated
        damage = reader.damageCount
    }
}

/// Reads a film and writes it again with the given encoding, sound included.
@discardableResult
func rewrite(
    _ source: String, to target: String, container: OutputContainer, codec: OutputCodec,
    adjust: (inout VideoEncoding) -> Void = { _ in }
) throws -> VideoInfo {
    let input = try OpenFile(reading: source)
    let output = try OpenFile(writing: target)
    let reader = try VideoReader(descriptor: input.descriptor, threads: 2)
    var encoding = VideoEncoding(like: reader.info, codec: codec, threads: 2)
    adjust(&encoding)
    let writer = try VideoWriter(
        descriptor: output.descriptor, container: container, video: encoding, audio: reader.info.audio
    )
    let picture = Picture(reader.info.pictureLayout)
    while true {
        switch try reader.next() {
        case .picture(let info):
            try reader.copyUpright(into: picture.memory, layout: picture.layout)
            try writer.write(
                picture: UnsafeRawBufferPointer(picture.memory), layout: picture.layout, ticks: info.ticks,
                durationTicks: info.durationTicks
            )
        case .audio(let packet): try writer.write(audio: packet)
        case .end:
            try writer.finish()
            return reader.info
        }
    }
}

extension Picture {
    /// The samples of all planes without padding, as ffmpeg writes raw pictures.
    func packedBytes() -> [UInt8] {
        (0..<layout.format.planeCount).flatMap { plane in
            (0..<layout.planeHeight(plane)).flatMap { y in
                memory[(layout.offsets[plane] + y * layout.strides[plane])...].prefix(layout.rowBytes(plane))
            }
        }
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

enum Memory {
    /// Has the allocator fill everything it hands out with this byte; 0 stops that.
    static func fillNew(_ byte: Int32) throws {
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let symbol = dlsym(nil, "mallopt") else { throw TestFailure("no mallopt") }
        // M_PERTURB, a macro that is not imported. Source: mallopt(3).
        _ = unsafeBitCast(symbol, to: Function.self)(-6, byte)
    }
}
