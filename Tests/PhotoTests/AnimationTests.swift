import Photo
import TestSupport
import Testing
import TimelineCore
import Wire

extension PhotoAdapter {
    @Suite struct AnimationTests {
        /// Three frames of plain colours.
        private func animation(_ format: PhotoFormat) throws -> ScratchFile {
            let gif = try ScratchFile(
                GIFMaker.animation(
                    width: 32, height: 48, colours: [[200, 30, 30], [30, 200, 30], [30, 30, 200]],
                    delays: [10, 25, 4], loops: 3))
            guard format == .webp else { return gif }
            let webp = try ScratchFile()
            try AnimationComposer.compose(
                input: gif.descriptor, output: webp.descriptor, options: PhotoOutput(format: .webp)
            ) { _ in [] }
            return webp
        }

        @Test(arguments: [PhotoFormat.gif, .webp])
        func `frames, times and loops come out as they went in, and patches only where they were put`(
            format: PhotoFormat
        ) throws {
            let input = try animation(format)
            let output = try ScratchFile()
            let patch = PhotoPatch(rect: PixelRect(left: 4, top: 8, right: 20, bottom: 24), rgb: [0, 0, 0])
            let written = try AnimationComposer.compose(
                input: input.descriptor, output: output.descriptor, options: PhotoOutput(format: format)
            ) { $0 == 1 ? [patch] : [] }
            let reader = try AnimationReader(descriptor: output.descriptor)
            #expect(reader.info.delays == [100, 250, 40])
            #expect(reader.info.loops == written.loops)
            let size = PixelSize(width: 32, height: 48)
            #expect(reader.info.size == size)
            let layout = PictureLayout.packed(format: .rgb24, size: size, fullRange: true)
            for frame in 0..<3 {
                #expect(try reader.advance())
                var pixels = [UInt8](repeating: 9, count: layout.byteCount)
                try pixels.withUnsafeMutableBytes { try reader.render(into: $0, layout: layout) }
                func pixel(_ x: Int, _ y: Int) -> [Int] {
                    (0..<3).map { Int(pixels[layout.offsets[0] + y * layout.strides[0] + x * 3 + $0]) }
                }
                let strong = pixel(28, 40).firstIndex { $0 > 140 }
                #expect(strong == frame, "frame \(frame) is not the one it was")
                #expect((pixel(10, 16).max() ?? 0 < 40) == (frame == 1), "frame \(frame): \(pixel(10, 16))")
            }
            #expect(try !reader.advance())
        }

        @Test func `a patch outside its frame is our own mistake, not a patch in the next frame`() throws {
            let input = try animation(.gif)
            let output = try ScratchFile()
            let patch = PhotoPatch(rect: PixelRect(left: 0, top: 40, right: 8, bottom: 56), rgb: [0, 0, 0])
            #expect(throws: PhotoError.self) {
                try AnimationComposer.compose(
                    input: input.descriptor, output: output.descriptor, options: PhotoOutput(format: .gif)
                ) { _ in [patch] }
            }
        }

        @Test func `an animation is not written as a photo`() throws {
            let input = try animation(.gif)
            let output = try ScratchFile()
            #expect(throws: PhotoError.self) {
                try AnimationComposer.compose(
                    input: input.descriptor, output: output.descriptor, options: PhotoOutput(format: .png)
                ) { _ in [] }
            }
        }

        @Test func `a still picture is no animation`() throws {
            let still = try Pixels.scene(width: 40, height: 30).file(.gif)
            let file = try ScratchFile(still)
            #expect(throws: PhotoError.self) { try AnimationReader(descriptor: file.descriptor) }
        }
    }
}
