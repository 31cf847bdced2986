import Photo
import Testing
import TimelineCore

extension PhotoAdapter {
    @Suite struct PhotoPrivacyTests {
        /// A JPEG with GPS, owner and serial in EXIF, a person in XMP, a comment, and a second picture behind the end.
        static func loaded() throws -> [UInt8] {
            var jpeg = try Pixels.scene(width: 96, height: 64).jpeg()
            let text = "OWNER-MARIA SERIAL-0815 GPS-48.137N"
            let length = UInt8(text.utf8.count)
            // IFD0: artist (ASCII at 50), GPS directory at 38 + 12.
            let exif: [UInt8] =
                Array("Exif\0\0II".utf8) + [0x2A, 0, 8, 0, 0, 0, 2, 0]
                + [0x3B, 0x01, 2, 0, length, 0, 0, 0, 38, 0, 0, 0]
                + [0x25, 0x88, 4, 0, 1, 0, 0, 0, 90, 0, 0, 0] + [0, 0, 0, 0]
                + Array(text.utf8) + [UInt8](repeating: 0, count: 52 - text.utf8.count) + [0, 0, 0, 0, 0, 0]
            jpeg = withSegment(0xE1, exif, jpeg)
            let xmp =
                "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'>PersonInImage MARIA</x:xmpmeta>"
            jpeg = withSegment(0xE1, Array(xmp.utf8), jpeg)
            jpeg = withSegment(0xFE, Array("COMMENT-MARIA".utf8), jpeg)
            jpeg = withSegment(0xED, Array("Photoshop 3.0\08BIM\u{4}\u{4}\0\0\0\0\0\u{5}MARIA".utf8), jpeg)
            return jpeg + (try Pixels.scene(width: 32, height: 32).jpeg()) + Array("ftypMARIA".utf8)
        }

        @Test func `what is left behind is named`() throws {
            let file = try ScratchFile(try Self.loaded())
            let info = try PhotoReader(descriptor: file.descriptor).info
            let expected: Set = [
                "exif", "exif.gps", "exif.owner", "xmp", "xmp.faces", "comment", "iptc", "trailer", "extra-images",
                "motion-video",
            ]
            #expect(Set(info.leftBehind) == expected)
        }

        @Test(arguments: PhotoFormat.allCases)
        func `an output holds pixels and nothing else`(_ format: PhotoFormat) throws {
            let output = try PhotoComposerTests.compose(try Self.loaded(), [], PhotoOutput(format: format))
            let findings = StrictWalker.findings(output, format)
            #expect(findings == [])
            for secret in ["MARIA", "0815", "48.137", "Exif", "adobe", "JFXX"] {
                let leaked = holds(output, secret)
                #expect(!leaked, "\(secret)")
            }
        }

        @Test func `the walker finds what is not allowed`() throws {
            // The judge itself judged: each of these must be seen.
            let jpeg = try Pixels.scene(width: 32, height: 32).jpeg()
            #expect(StrictWalker.findings(jpeg, .jpeg) == [])
            #expect(StrictWalker.findings(jpeg + [0], .jpeg) != [])
            #expect(StrictWalker.findings(withSegment(0xFE, [65], jpeg), .jpeg) != [])
            #expect(StrictWalker.findings(try Self.loaded(), .jpeg) != [])
            let png = try Pixels.scene(width: 32, height: 32).file(.png)
            let chunk: [UInt8] = [0, 0, 0, 1] + Array("tEXt".utf8) + [65, 0, 0, 0, 0]
            #expect(StrictWalker.findings(Array(png.dropLast(12)) + chunk + png.suffix(12), .png) != [])
            #expect(StrictWalker.findings(png + [0], .png) != [])
        }

        static let slow: Set = ["exif_gps_orient6.heic", "exif.avif", "tif_Epson_PerfectionV800.tiff", "rgb16.png"]

        /// Every input of the shared media, through every format.
        @Test(
            .enabled(if: SharedMedia.isPresent),
            arguments: [
                "exif_gps_thumb_xmp_iptc.jpg", "exif_gps_orient6.heic", "exif.avif", "exif_xmp.webp", "text_exif.png",
                "mpf_preview.jpg", "ultrahdr_gainmap.jpg", "motion_photo.jpg", "second_jpeg_after_eoi.jpg",
                "thumb.heic",
                "trailing_after_iend.png", "display_p3.jpg", "tif_Epson_PerfectionV800.tiff", "alpha_hidden.png",
                "immich_portrait_orientation6.jpg", "palette.png", "gray.jpg", "rgb16.png", "jpg_Photoshop_4.jpg",
            ])
        func `outputs of real files are clean`(_ name: String) throws {
            let file = try SharedMedia.photo(name)
            let before = try PhotoReader(descriptor: file.descriptor).info
            // HEVC and AV1 encoders take seconds; they see every kind of source once in the other tests.
            for format in PhotoFormat.allCases where ![.heic, .avif].contains(format) || Self.slow.contains(name) {
                let output = try ScratchFile()
                try PhotoComposer.compose(
                    input: file.descriptor, output: output.descriptor, patches: [], options: PhotoOutput(format: format)
                )
                let bytes = output.bytes
                let findings = StrictWalker.findings(bytes, format)
                #expect(findings == [], "\(name) as \(format)")
                for secret in ["Exif\0", "adobe", "photoshop", "http:", "ICC_PROFILE", "iCCP", "8BIM"] {
                    let leaked = holds(bytes, secret)
                    #expect(!leaked, "\(secret) in \(name) as \(format)")
                }
                let after = try PhotoReader(descriptor: output.descriptor).info
                #expect(after.leftBehind == [], "\(name) as \(format)")
                #expect(after.uprightSize == before.uprightSize)
            }
        }

        private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
            let wanted = Array(text.utf8)
            guard bytes.count >= wanted.count else { return false }
            return bytes.withUnsafeBufferPointer { buffer in
                for index in 0...(buffer.count - wanted.count) where buffer[index] == wanted[0] {
                    if buffer[index..<index + wanted.count].elementsEqual(wanted) { return true }
                }
                return false
            }
        }
    }
}
