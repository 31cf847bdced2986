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

    /// A file in memory whose seal forbids it to grow, as a full disk would.
    init(memoryThatMayNotGrow name: String) throws {
        typealias Function = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        guard let symbol = dlsym(nil, "memfd_create") else { throw TestFailure("no memfd_create") }
        // MFD_CLOEXEC | MFD_ALLOW_SEALING, then F_ADD_SEALS with F_SEAL_GROW: macros that are not imported.
        descriptor = unsafeBitCast(symbol, to: Function.self)(name, 1 | 2)
        guard descriptor >= 0, fcntl(descriptor, 1033, 4) == 0 else { throw TestFailure("cannot seal memory") }
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

enum Memory {
    /// Has the allocator fill everything it hands out with this byte; 0 stops that.
    static func fillNew(_ byte: Int32) throws {
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let symbol = dlsym(nil, "mallopt") else { throw TestFailure("no mallopt") }
        // M_PERTURB, a macro that is not imported. Source: mallopt(3).
        _ = unsafeBitCast(symbol, to: Function.self)(-6, byte)
    }
}
