import TestSupport

extension MediaKind {
    private static func photo(
        _ name: String, _ file: String, _ checks: Set<Check> = [],
        _ make: @escaping @Sendable (Kitchen, String) throws -> Void
    ) -> MediaKind {
        MediaKind(group: "Photos", name: name, file: file, fate: .photo, checks: checks.union([.face]), make: make)
    }

    private static func refused(
        _ name: String, _ file: String, _ code: String, _ words: String,
        _ make: @escaping @Sendable (Kitchen, String) throws -> Void
    ) -> MediaKind {
        MediaKind(group: "Photos", name: name, file: file, fate: .refused(code, words), make: make)
    }

    static let photos: [MediaKind] =
        [
            photo("JPEG", "plain.jpg") { kitchen, path in try kitchen.vips(["copy", kitchen.photo, path]) },
            photo("JPEG, progressive", "progressive.jpg") { kitchen, path in
                try kitchen.vips(["jpegsave", kitchen.photo, path, "--interlace"])
            },
            photo("JPEG, CMYK", "cmyk.jpg") { kitchen, path in
                try kitchen.vips(["icc_transform", kitchen.photo, path, "cmyk", "--input-profile", "srgb"])
            },
            photo("JPEG, gray", "gray.jpg") { kitchen, path in
                try kitchen.vips(["colourspace", kitchen.photo, path, "b-w"])
            },
            photo("JPEG, Display P3", "p3.jpg") { kitchen, path in
                try kitchen.vips(["icc_transform", kitchen.photo, path, "p3", "--input-profile", "srgb"])
            },
            photo("JPEG, lying on its side without a word of it", "sideways.jpg") { kitchen, path in
                try kitchen.vips(["rot", kitchen.photo, path, "d90"])
            },
        ]
        + (1...8).map { turn in
            photo("JPEG, EXIF orientation \(turn)", "exif-\(turn).jpg") { kitchen, path in
                try Tool.ffmpeg(["-i", kitchen.photo, "-vf", Matrix.all[turn - 1].undone, "-q:v", "2", path])
                try Tool.run("exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=\(turn)", path])
            }
        } + [
            photo("PNG", "plain.png") { kitchen, path in try kitchen.vips(["copy", kitchen.photo, path]) },
            photo("PNG with alpha", "alpha.png") { kitchen, path in
                try Tool.ffmpeg([
                    "-i", kitchen.photo, "-vf",
                    "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,40),0,255)'", path,
                ])
            },
            photo("PNG, 16 bit", "deep.png", [.samples("USHORT")]) { kitchen, path in
                try Tool.ffmpeg(["-i", kitchen.photo, "-pix_fmt", "rgb48be", path])
            },
            photo("PNG, palette", "palette.png") { kitchen, path in
                try kitchen.vips(["pngsave", kitchen.photo, path, "--palette"])
            },
            photo("WebP", "plain.webp") { kitchen, path in try kitchen.vips(["copy", kitchen.photo, path]) },
            photo("WebP without loss", "lossless.webp") { kitchen, path in
                try kitchen.vips(["webpsave", kitchen.photo, path, "--lossless"])
            },
            photo("GIF", "plain.gif") { kitchen, path in try kitchen.vips(["gifsave", kitchen.photo, path]) },
            photo("TIFF", "plain.tif") { kitchen, path in try kitchen.vips(["copy", kitchen.photo, path]) },
            photo("TIFF, 16 bit", "deep.tif", [.samples("USHORT")]) { kitchen, path in
                try Tool.ffmpeg(["-i", kitchen.photo, "-pix_fmt", "rgb48le", path])
            },
            photo("BigTIFF, tiles", "big.tif") { kitchen, path in
                try kitchen.vips(["tiffsave", kitchen.photo, path, "--bigtiff", "--tile", "--compression", "lzw"])
            },
            photo("HEIC", "plain.heic") { kitchen, path in
                try kitchen.vips(["heifsave", kitchen.photo, path, "--compression", "hevc"])
            },
            photo("HEIC, 10 bit", "deep.heic") { kitchen, path in
                let deep = kitchen.folder + "/deep.png"
                try Tool.ffmpeg(["-i", kitchen.photo, "-pix_fmt", "rgb48be", deep])
                try kitchen.vips(["heifsave", deep, path, "--compression", "hevc", "--bitdepth", "10"])
            },
            photo("AVIF", "plain.avif") { kitchen, path in
                try kitchen.vips(["heifsave", kitchen.photo, path, "--compression", "av1", "--effort", "1"])
            },
            photo("AVIF, 12 bit", "deep.avif") { kitchen, path in
                let deep = kitchen.folder + "/deeper.png"
                try Tool.ffmpeg(["-i", kitchen.photo, "-pix_fmt", "rgb48be", deep])
                try kitchen.vips(["heifsave", deep, path, "--compression", "av1", "--bitdepth", "12", "--effort", "1"])
            },
            MediaKind(group: "Photos", name: "one pixel", file: "pixel.png", fate: .photo) { kitchen, path in
                try Tool.ffmpeg(["-i", kitchen.photo, "-vf", "crop=1:1", path])
            },
            refused("TIFF with several pages", "pages.tif", "unsupported", "3 pages") { kitchen, path in
                let strip = kitchen.folder + "/strip.png"
                try kitchen.vips([
                    "arrayjoin", "\(kitchen.photo) \(kitchen.photo) \(kitchen.photo)", strip, "--across", "1",
                ])
                try kitchen.vips(["tiffsave", strip, path, "--page-height", "512"])
            },
            refused("camera raw (DNG)", "raw.dng", "unsupported", "raw") { kitchen, path in
                let tiff = kitchen.folder + "/raw.tif"
                try kitchen.vips(["copy", kitchen.photo, tiff])
                try Tool.run("exiftool", ["-q", "-overwrite_original", "-IFD0:DNGVersion=1 4 0 0", tiff])
                try kitchen.write(try kitchen.bytes(tiff), to: path)
            },
            refused("cut off", "cut.jpg", "unreadable", "cut off") { kitchen, path in
                try kitchen.cut(kitchen.photo, to: 0.7, as: path)
            },
            refused("empty", "empty.jpg", "unreadable", "empty") { kitchen, path in try kitchen.write([], to: path) },
            refused("web page named .jpg", "page.jpg", "unreadable", "neither a photo nor a video") { kitchen, path in
                try kitchen.write(Array("<!DOCTYPE html><html><body>404</body></html>\n".utf8), to: path)
            },
            refused("more than 250 megapixels", "bomb.png", "too-large", "60000") { kitchen, path in
                try kitchen.write(EndToEnd.Refusals.bomb(), to: path)
            },
        ]

    static let animations: [MediaKind] = [
        MediaKind(group: "Animations", name: "GIF", file: "moving.gif", fate: .animation, checks: [.face]) {
            kitchen, path in
            try Tool.ffmpeg([
                "-i", kitchen.film, "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-loop", "3", path,
            ])
        },
        MediaKind(group: "Animations", name: "WebP", file: "moving.webp", fate: .animation, checks: [.face]) {
            kitchen, path in
            try Tool.ffmpeg(["-i", kitchen.film, "-an", "-c:v", "libwebp_anim", "-q:v", "90", "-loop", "3", path])
        },
        MediaKind(group: "Animations", name: "PNG", file: "moving.png", fate: .refused("unsupported", "animated PNG")) {
            kitchen, path in
            try Tool.ffmpeg(["-i", kitchen.film, "-an", "-plays", "3", "-f", "apng", path])
        },
    ]

    static let all = containers + codecs + samples + shapes + times + sounds + oddities + photos + animations
}
