import Foundation
import Glibc
import Photo
import Testing
import TimelineCore

extension PhotoAdapter {
    @Suite struct PhotoMemoryTests {
        /// Most memory this process has held, in bytes.
        static func peakResident() -> Int {
            var usage = rusage()
            getrusage(0, &usage)
            return usage.ru_maxrss * 1024
        }

        @Test(.timeLimit(.minutes(2)), arguments: [1, 6] as [UInt8])
        func `a large JPEG is composed in bounded memory`(_ orientation: UInt8) async throws {
            // 40 Mpx: 120 MB of pixels.
            let strip = Pixels.scene(width: 8000, height: 5000)
            let path = "/tmp/sf-photo-\(getpid())-\(orientation).jpg"
            defer { unlink(path) }
            try Data(withOrientation(orientation, strip.jpeg())).write(to: URL(fileURLWithPath: path))
            await #expect(processExitsWith: .success) { [path = path as String] in
                try VipsLibrary.start()
                let file = try OpenFile(path)
                let output = try ScratchFile()
                let before = PhotoMemoryTests.peakResident()
                let outcome = try PhotoComposer.compose(
                    input: file.descriptor, output: output.descriptor,
                    patches: [
                        PhotoPatch(rect: PixelRect(left: 0, top: 0, right: 4000, bottom: 4000), rgb: [0, 0, 0]),
                        // 48 MB if it were drawn at once.
                        PhotoPatch(rect: PixelRect(left: 0, top: 0, right: 4000, bottom: 4000)) {
                            [UInt8](repeating: 7, count: $0.area * 3)
                        },
                    ],
                    options: PhotoOutput(format: .jpeg), limits: PhotoLimits(windowBytes: 16 << 20))
                precondition(outcome.size.area == 40_000_000)
                // A third of the picture: the band, the strips in flight and the libraries' own buffers.
                precondition(PhotoMemoryTests.peakResident() - before < 40 << 20)
            }
        }
    }
}
