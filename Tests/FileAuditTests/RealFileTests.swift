import FileAudit
import Foundation
import Testing

/// Real files: what is known to be in them must be found.
@Suite struct RealFileTests {
    /// What each file must yield, from what its makers put in and from ExifTool's and FFmpeg's view of it.
    static let expected: [(String, Set<String>)] = [
        (
            "photos/ax_pixel_motion_shortened.jpg",
            ["exif.gps", "exif.device", "motion-video", "xmp.extended", "trailer"]
        ),
        ("photos/ax_sample_MP.heic", ["motion-video", "exif", "xmp"]),
        ("photos/ax_ultraHDR.jpg", ["exif.gps", "exif.thumbnail", "gainmap", "mpf", "extra-images", "icc"]),
        ("photos/display_p3.jpg", ["icc"]),
        ("photos/exif.avif", ["exif.gps", "exif.owner", "exif.serial"]),
        ("photos/exif_gps_orient6.heic", ["exif.gps", "exif.thumbnail", "exif.serial"]),
        (
            "photos/exif_gps_thumb_xmp_iptc.jpg",
            [
                "exif.gps", "exif.owner", "exif.serial", "exif.thumbnail", "xmp.faces", "iptc.owner", "iptc.place",
                "comment",
            ]
        ),
        ("photos/exif_xmp.webp", ["exif.gps", "exif.thumbnail", "xmp", "xmp.faces"]),
        ("photos/immich_portrait.jpg", ["xmp.faces", "iptc.text"]),
        ("photos/immich_portrait_orientation6.jpg", ["xmp.faces", "exif"]),
        ("photos/jpg_Canon_IXUS.jpg", ["exif.thumbnail", "exif.makernote", "exif.device", "exif.date"]),
        ("photos/jpg_Canon_PowerShot_A560.jpg", ["exif.thumbnail", "exif.makernote", "exif.device"]),
        ("photos/jpg_FujiFilm_DS-7_1.jpg", ["exif.thumbnail", "exif.device"]),
        ("photos/jpg_Kodak_DX6490.jpg", ["exif.thumbnail", "exif.makernote", "application"]),
        ("photos/jpg_Photoshop_4.jpg", ["application"]),
        ("photos/jpg_Sony_Cybershot_3.jpg", ["exif.thumbnail", "photoshop.thumbnail"]),
        ("photos/motion_photo.jpg", ["motion-video", "trailer", "exif.gps"]),
        ("photos/mpf_preview.jpg", ["mpf", "extra-images"]),
        ("photos/multipage.tif", ["extra-images"]),
        ("photos/orientation_6.jpg", ["exif.thumbnail"]),
        ("photos/pil_frozenpond.mpo", ["mpf", "extra-images", "exif.makernote"]),
        ("photos/pil_iptc.jpg", ["iptc.place", "iptc.text"]),
        ("photos/pillow_heif_spatial.heic", ["extra-images", "exif.gps", "exif.makernote"]),
        ("photos/second_jpeg_after_eoi.jpg", ["trailer", "extra-images"]),
        ("photos/text_exif.png", ["text", "xmp", "exif.gps", "exif.thumbnail"]),
        ("photos/thumb.heic", ["thumbnail"]),
        ("photos/heic_cheers_1440x960.heic", ["thumbnail"]),
        ("photos/tif_Epson_PerfectionV800.tiff", ["exif.device", "icc"]),
        ("photos/trailing_after_iend.png", ["trailer"]),
        ("photos/ultrahdr_gainmap.jpg", ["gainmap", "mpf", "extra-images"]),
        ("videos/asl_eat.mkv", ["movie.software", "movie.segment-id", "video.encoder-settings"]),
        ("videos/ax_sample_fragmented.mp4", ["movie.date", "video.encoder-settings"]),
        ("videos/ax_sample_portrait.mp4", ["movie.gps"]),
        ("videos/ax_sample_with_metadata.mp4", ["movie.gps", "movie.date", "movie.owner", "movie.text"]),
        ("videos/ax_sample_with_nero_chapters_only.mp4", ["movie.chapters", "movie.gps"]),
        ("videos/ax_srt_subs.mkv", ["movie.subtitles"]),
        ("videos/der_cover_art.mp4", ["movie.cover-art", "movie.hidden-media"]),
        ("videos/der_iphone_gps.mov", ["movie.gps", "movie.device", "movie.owner"]),
        ("videos/der_vp9_chapters_subs.webm", ["movie.chapters", "movie.subtitles"]),
        ("videos/iphone6_gps.mov", ["movie.gps", "movie.date", "movie.device", "movie.data-track"]),
        ("videos/ntu_one_person.avi", ["movie.software", "video.encoder-settings"]),
        ("videos/hamilton_clip.mp4", ["movie.handler-name", "movie.software"]),
    ]

    @Test(.enabled(if: SharedMedia.isPresent))
    func `what is known to be in a real file is found`() throws {
        for (name, codes) in Self.expected {
            let found = try SharedMedia.bytes(name).codes
            #expect(codes.subtracting(found).isEmpty, "\(name) lacks \(codes.subtracting(found).sorted())")
        }
    }

    @Test(
        .enabled(if: SharedMedia.isPresent),
        arguments: [
            "cmyk.jpg", "gray.jpg", "progressive.jpg", "subsampling444.jpg", "torchcodec_cmyk.jpg", "rgb16.png",
            "alpha_hidden.png", "pil_hopper.webp",
        ]
    )
    func `a real file that holds a picture only is clean`(_ name: String) throws {
        #expect(try SharedMedia.bytes("photos/\(name)").codes == [])
    }

    @Test(.enabled(if: SharedMedia.isPresent))
    func `no real film or photo is of a kind unknown to the audit`() throws {
        for name in try SharedMedia.names("photos") + SharedMedia.names("videos")
        where !name.hasSuffix(".tsv") && !name.hasSuffix("/truth") {
            let codes = try SharedMedia.bytes(name).codes
            #expect(!codes.contains("unknown-container"), "\(name)")
            #expect(!codes.contains("too-complex"), "\(name)")
        }
    }

    /// Damaged files may hold anything unseen, so they must not pass as clean.
    @Test(
        .enabled(if: SharedMedia.isPresent),
        arguments: [
            "truncated70.jpg", "pil_truncated_jpeg.jpg", "trunc_faststart.mp4", "trunc_nomoov.mp4", "text_named.mp4",
            "zero_byte.mp4",
        ]
    )
    func `a broken file is never clean`(_ name: String) throws {
        let codes = try SharedMedia.bytes("broken/\(name)").codes
        #expect(!codes.isDisjoint(with: ["damaged", "unknown-container"]), "\(codes)")
    }

    static let exifTool = "/usr/bin/exiftool"

    /// ExifTool's groups and tags, and the codes that answer to them.
    static let answers: [(String, Set<String>)] = [
        ("GPSLatitude", ["exif.gps", "xmp.gps", "movie.gps"]), ("ThumbnailImage", ["exif.thumbnail"]),
        ("ICC_Profile:all", ["icc"]), ("XMP:all", ["xmp"]), ("IPTC:all", ["iptc"]), ("MPF:all", ["mpf"]),
        ("Comment", ["comment", "text"]), ("SerialNumber", ["exif.serial", "exif.makernote"]),
        ("QuickTime:CreateDate", ["movie.date"]), ("QuickTime:Make", ["movie.device"]),
    ]

    @Test(
        .enabled(if: SharedMedia.isPresent && FileManager.default.isExecutableFile(atPath: exifTool)),
        .timeLimit(.minutes(2))
    )
    func `what ExifTool sees, the audit sees`() throws {
        for name in [
            "exif_gps_thumb_xmp_iptc.jpg", "ax_ultraHDR.jpg", "exif_xmp.webp", "text_exif.png", "motion_photo.jpg",
            "pil_iptc.jpg", "jpg_Sony_Cybershot_3.jpg", "exif_gps_orient6.heic",
        ].map({ "photos/\($0)" }) + ["videos/iphone6_gps.mov", "videos/ax_sample_with_metadata.mp4"] {
            let found = try SharedMedia.bytes(name).codes
            for (tag, codes) in Self.answers where try sees(tag, name) {
                #expect(!found.isDisjoint(with: codes), "\(name): ExifTool sees \(tag)")
            }
        }
    }

    private func sees(_ tag: String, _ name: String) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: Self.exifTool)
        process.arguments = ["-q", "-m", "-if", "1", "-s3", "-\(tag)", SharedMedia.root + name]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // A time of nothing is what a film without one has.
        return text.split(separator: "\n").contains { !$0.hasPrefix("0000:00:00") }
    }
}
