import Glibc
import Photo
import TestSupport
import Testing
import TimelineCore

extension PhotoAdapter {
    @Suite struct PhotoFaultTests {
        static func read(_ descriptor: Int32) throws -> Pixels { try PhotoReader(descriptor: descriptor).allRows() }

        static func failure(_ body: () throws -> Void) -> PhotoError? {
            do { try body() } catch { return error as? PhotoError }
            return nil
        }

        @Test(
            .enabled(if: SharedMedia.isPresent),
            arguments: [
                "truncated70.jpg", "pil_truncated_jpeg.jpg", "torchcodec_corrupt.jpg", "pillow_heif_corrupted.heic",
            ])
        func `a damaged file is an error on reading and on composing`(_ name: String) throws {
            let file = try SharedMedia.broken(name)
            #expect(throws: PhotoError.self) { try Self.read(file.descriptor) }
            let output = try ScratchFile()
            #expect(throws: PhotoError.self) {
                try PhotoComposer.compose(
                    input: file.descriptor, output: output.descriptor, patches: [], options: PhotoOutput(format: .jpeg))
            }
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `a cut JPEG is called cut`() throws {
            for name in ["truncated70.jpg", "pil_truncated_jpeg.jpg"] {
                let file = try SharedMedia.broken(name)
                #expect(Self.failure { _ = try Self.read(file.descriptor) } == .truncated)
            }
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `a JPEG that was cut by its camera program is an error`() throws {
            let file = try SharedMedia.photo("ax_pixel_motion_shortened.jpg")
            #expect(throws: PhotoError.self) { try Self.read(file.descriptor) }
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `what is no photo is not opened`() throws {
            for name in ["text_named.mp4", "zero_byte.mp4", "trunc_nomoov.mp4"] {
                let file = try SharedMedia.broken(name)
                #expect(throws: PhotoError.notAPhoto) { try PhotoReader(descriptor: file.descriptor) }
            }
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `a name does not decide what a file is`() throws {
            let file = try SharedMedia.broken("jpeg_named.png")
            #expect(try PhotoReader(descriptor: file.descriptor).info.container == .jpeg)
        }

        @Test(.enabled(if: SharedMedia.isPresent), .timeLimit(.minutes(1)))
        func `a decompression bomb is refused by its header`() throws {
            let file = try SharedMedia.broken("bomb_30000x30000_1bit.png")
            let before = VipsLibrary.peakBytes
            #expect(throws: PhotoError.tooLarge(width: 30_000, height: 30_000, limit: 250_000_000)) {
                try PhotoReader(descriptor: file.descriptor)
            }
            // The picture would be 900 MB.
            #expect(VipsLibrary.peakBytes < max(before, 400 << 20))
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `bit errors that leave a valid stream are read as the picture they make`() throws {
            // libjpeg has no complaint about this file; no decoder can know.
            let file = try SharedMedia.broken("bitflips.jpg")
            let pixels = try Self.read(file.descriptor)
            #expect(pixels.width == 512 && pixels.height == 512)
            #expect(try Self.read(file.descriptor) == pixels)
        }

        @Test(arguments: [PhotoFormat.jpeg, .png, .tiff, .webp, .heic, .avif])
        func `a file cut anywhere is an error or the whole picture`(_ format: PhotoFormat) throws {
            let bytes = try Pixels.noise(width: 90, height: 70, seed: 4).file(format)
            let whole = try decoded(bytes)
            for part in 1..<24 {
                let file = try ScratchFile(Array(bytes.prefix(bytes.count * part / 24)))
                if let pixels = try? Self.read(file.descriptor) { #expect(pixels == whole, "\(part) of 24") }
            }
        }

        @Test(arguments: [PhotoFormat.jpeg, .png, .tiff, .webp, .heic, .avif])
        func `random damage ends in an error or a picture of the size announced`(_ format: PhotoFormat) throws {
            let bytes = try Pixels.scene(width: 120, height: 80).file(format)
            var failures = 0
            try forEachSeed(0..<40) { seed, random in
                var damaged = bytes
                for _ in 0..<8 {
                    damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= UInt8(
                        1 << Int.random(in: 0..<8, using: &random))
                }
                let file = try ScratchFile(damaged)
                do {
                    let reader = try PhotoReader(descriptor: file.descriptor, limits: PhotoLimits(maxPixels: 1_000_000))
                    #expect(try reader.allRows().rgb.count == reader.info.uprightSize.area * 3)
                } catch is PhotoError {
                    failures += 1
                }
            }
            // A PNG carries check sums: nearly every flip in it must be seen.
            if format == .png { #expect(failures >= 36) }
        }

        @Test func `zero padding before the end of a JPEG is harmless`() throws {
            let jpeg = try Pixels.scene(width: 64, height: 64).jpeg()
            let padded = Array(jpeg.dropLast(2)) + [UInt8](repeating: 0, count: 40) + [0xFF, 0xD9]
            #expect(try decoded(padded) == decoded(jpeg))
        }

        @Test func `limits are checked before decoding`() throws {
            let file = try ScratchFile(try Pixels.scene(width: 200, height: 100).jpeg())
            #expect(throws: PhotoError.tooLarge(width: 200, height: 100, limit: 19_999)) {
                try PhotoReader(descriptor: file.descriptor, limits: PhotoLimits(maxPixels: 19_999))
            }
            #expect(throws: PhotoError.tooLarge(width: 200, height: 100, limit: 199)) {
                try PhotoReader(descriptor: file.descriptor, limits: PhotoLimits(maxSide: 199))
            }
            let webp = try ScratchFile(try Pixels.scene(width: 200, height: 100).file(.webp))
            #expect(throws: PhotoError.needsMemory(bytes: 80_000, limit: 79_999)) {
                try PhotoReader(descriptor: webp.descriptor, limits: PhotoLimits(maxWholeBytes: 79_999))
            }
        }

        @Test func `a descriptor that is no file is an error`() throws {
            var pipes: [Int32] = [0, 0]
            #expect(pipe(&pipes) == 0)
            defer { for descriptor in pipes { close(descriptor) } }
            #expect(throws: PhotoError.unreadable(EINVAL)) { try PhotoReader(descriptor: pipes[0]) }
            #expect(throws: PhotoError.unreadable(EBADF)) { try PhotoReader(descriptor: 9999) }
        }

        @Test func `an animated picture opens but does not render`() throws {
            let gif = Self.animatedGIF
            let file = try ScratchFile(gif)
            let reader = try PhotoReader(descriptor: file.descriptor)
            #expect(reader.info.animated)
            #expect(reader.info.pages == 2)
            #expect(throws: PhotoError.animated(frames: 2)) { try reader.allRows() }
            let output = try ScratchFile()
            #expect(throws: PhotoError.animated(frames: 2)) {
                try PhotoComposer.compose(
                    input: file.descriptor, output: output.descriptor, patches: [], options: PhotoOutput(format: .png))
            }
            #expect(output.bytes.isEmpty)
        }

        /// Two frames of one pixel.
        static let animatedGIF: [UInt8] = {
            let frame: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
            let head: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            return head + frame + frame + [0x3B]
        }()

        @Test func `every error has one sentence`() {
            let errors: [PhotoError] = [
                .unreadable(5), .notAPhoto, .truncated, .damaged("x"), .tooLarge(width: 1, height: 2, limit: 3),
                .needsMemory(bytes: 1 << 30, limit: 1 << 20), .unsupported("x"), .animated(frames: 2), .write(28),
                .write(5),
                .noEmojiFont("/x"), .noEmoji("x"), .badRequest("x"), .library("x"),
            ]
            #expect(Set(errors.map(\.sentence)).count == errors.count)
            #expect(errors.allSatisfy { !$0.sentence.contains("\n") && !$0.sentence.hasSuffix(".") })
            #expect(PhotoError.write(28).sentence == "the disk is full")
        }
    }
}
