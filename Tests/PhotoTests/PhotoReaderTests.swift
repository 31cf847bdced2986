import Glibc
import Photo
import Testing
import TimelineCore
import Wire

extension PhotoAdapter {
    @Suite struct PhotoReaderTests {
        struct Expected: Sendable, CustomTestStringConvertible {
            var name: String
            var width: Int
            var height: Int
            var codes: Set<String>
            var container = PhotoContainer.jpeg
            var testDescription: String { name }
        }

        static let files: [Expected] = [
            Expected(
                name: "immich_portrait_orientation6.jpg", width: 840, height: 700, codes: ["exif", "xmp", "xmp.faces"]),
            Expected(
                name: "exif_gps_thumb_xmp_iptc.jpg", width: 512, height: 512,
                codes: ["exif", "exif.gps", "thumbnail", "xmp", "xmp.faces", "iptc", "comment", "exif.owner"]),
            Expected(
                name: "exif_gps_orient6.heic", width: 512, height: 512,
                codes: ["exif", "exif.gps", "thumbnail", "icc"],
                container: .heif),
            Expected(name: "exif.avif", width: 512, height: 512, codes: ["exif", "exif.gps"], container: .avif),
            Expected(
                name: "exif_xmp.webp", width: 512, height: 512, codes: ["exif", "exif.gps", "xmp"], container: .webp),
            Expected(name: "text_exif.png", width: 512, height: 512, codes: ["exif", "text", "xmp"], container: .png),
            Expected(name: "motion_photo.jpg", width: 608, height: 1080, codes: ["trailer", "motion-video"]),
            Expected(name: "mpf_preview.jpg", width: 512, height: 512, codes: ["mpf", "extra-images", "trailer"]),
            Expected(name: "second_jpeg_after_eoi.jpg", width: 512, height: 384, codes: ["extra-images", "trailer"]),
            Expected(name: "ultrahdr_gainmap.jpg", width: 512, height: 512, codes: ["gainmap"]),
            Expected(name: "thumb.heic", width: 512, height: 512, codes: ["thumbnail"], container: .heif),
            Expected(name: "ax_sample_MP.heic", width: 1080, height: 1920, codes: ["motion-video"], container: .heif),
            Expected(name: "trailing_after_iend.png", width: 200, height: 120, codes: ["trailer"], container: .png),
            Expected(name: "multipage.tif", width: 400, height: 300, codes: ["extra-images"], container: .tiff),
            Expected(name: "jpg_Canon_PowerShot_A560.jpg", width: 3072, height: 2304, codes: ["exif", "thumbnail"]),
            Expected(name: "pil_hopper_orientation_6.webp", width: 128, height: 128, codes: ["exif"], container: .webp),
        ]

        @Test(.enabled(if: SharedMedia.isPresent), arguments: files)
        func `a file is described`(_ expected: Expected) throws {
            let file = try SharedMedia.photo(expected.name)
            let info = try PhotoReader(descriptor: file.descriptor).info
            #expect(info.uprightSize == PixelSize(width: expected.width, height: expected.height))
            #expect(info.container == expected.container)
            #expect(expected.codes.subtracting(info.leftBehind) == [])
            #expect(!info.animated)
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `the same face is the same in every container`() throws {
            let names = [
                "pil_hopper.png", "pil_hopper.tif", "pil_hopper.gif", "pil_hopper.webp", "pil_avif_hopper.avif",
                "pil_avif_hopper.heif",
            ]
            let reference = try withShared("pil_hopper.jpg") { try $0.allRows() }
            for name in names {
                let file = try SharedMedia.photo(name)
                #expect(try PhotoReader(descriptor: file.descriptor).allRows().difference(reference) < 12, "\(name)")
            }
        }

        @Test(.enabled(if: SharedMedia.isPresent))
        func `every photo opens, looks and streams`() throws {
            let root = SharedMedia.root + "/data/photos/"
            var count = 0
            for name in try names(in: root) where name != "ax_pixel_motion_shortened.jpg" {
                let file = try OpenFile(root + name)
                let reader = try PhotoReader(descriptor: file.descriptor)
                let size = reader.info.uprightSize
                let scale = Double(max(size.width, size.height)) / 64
                let look = try reader.look(width: 64, height: 64, LookGeometry(scaleX: scale, scaleY: scale))
                #expect(look.rgb.contains { $0 > 30 }, "\(name)")
                #expect(try reader.allRows(band: 256).rgb.count == size.area * 3, "\(name)")
                count += 1
            }
            #expect(count > 45)
        }

        @Test func `the descriptor's offset is neither used nor moved`() throws {
            let file = try ScratchFile(try Pixels.scene(width: 300, height: 200).jpeg())
            lseek(file.descriptor, 77, SEEK_SET)
            _ = try PhotoReader(descriptor: file.descriptor).allRows()
            #expect(lseek(file.descriptor, 0, SEEK_CUR) == 77)
        }

        @Test func `no descriptor stays open`() throws {
            let file = try ScratchFile(try Pixels.scene(width: 64, height: 64).jpeg())
            func openDescriptors() -> Int { (0..<256).count { fcntl(Int32($0), F_GETFD) >= 0 } }
            _ = try PhotoReader(descriptor: file.descriptor).allRows()
            let before = openDescriptors()
            for _ in 0..<200 { _ = try PhotoReader(descriptor: file.descriptor).allRows() }
            // Other tests open a few of their own meanwhile.
            #expect(openDescriptors() < before + 100)
        }

        private func names(in directory: String) throws -> [String] {
            guard let handle = opendir(directory) else { throw PhotoError.unreadable(errno) }
            defer { closedir(handle) }
            var names: [String] = []
            while let entry = readdir(handle) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if !name.hasPrefix(".") { names.append(name) }
            }
            return names.sorted()
        }
    }
}
