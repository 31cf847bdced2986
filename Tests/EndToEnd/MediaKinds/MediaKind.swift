import Foundation
import TestSupport
import Testing

/// One row of the table of what goes in: a kind of file, how one is made, and what must become of it.
struct MediaKind: Sendable, CustomTestStringConvertible {
    /// What must become of the file.
    enum Fate: Sendable {
        /// Published: a video, by the codec it is written in and the codec of its sound (empty: none).
        case video(String, sound: String)
        case photo
        /// Published: an animation with these frames.
        case animation
        /// Not published, with this code; the reason holds these words.
        case refused(String, String)
    }

    /// What is looked at in the result beside what holds for every kind.
    enum Check: Hashable, Sendable {
        /// The face of the base scene, covered at its place in the upright picture.
        case face
        /// The sound starts and ends where the source's does.
        case step
        /// FFmpeg's name of the stored samples.
        case samples(String)
        /// The colour description is the source's.
        case colour
        /// The light of the mastering display and of the content is the source's.
        case light
        /// Frames are made of fields, and say which is first, as the source's.
        case fields
        /// Frames and their times cannot be asked of the source in the same terms.
        case timesUnknown
    }

    var group: String
    /// As the README names it.
    var name: String
    /// The file made.
    var file: String
    var fate: Fate
    var checks: Set<Check> = []
    /// Makes the file in the scene's folder `in`, given its path.
    var make: @Sendable (Kitchen, String) throws -> Void

    var testDescription: String { name }
}

/// Where kinds are made: the scene, and the base film and photo that most are made from.
struct Kitchen: Sendable {
    let folder: String

    /// 320 x 240, a second at 12 frames a second, 4:4:4 without loss, the portrait left of the middle; a tone from
    /// 0.3 s to 0.7 s in silence.
    var film: String { folder + "/base.mkv" }
    /// Three seconds of it, so that there is something to cut off, with a keyframe every second.
    var longFilm: String { folder + "/long.mkv" }
    var photo: String { Footage.portrait }

    static let face = Footage.Clip(frames: 12, frameRate: 12, left: 10, step: 2)

    func prepare() throws {
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "color=c=0x506070:s=320x240:r=12:d=1", "-loop", "1", "-framerate", "12", "-i", photo,
            "-f", "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*440*t)*between(t,0.3,0.7)':s=44100:d=1", "-filter_complex",
            "[1]scale=240:240[p];[0][p]overlay=x='10+2*n':y=0:shortest=1[v]", "-map", "[v]", "-map", "2", "-c:v",
            "ffv1", "-pix_fmt", "yuv444p", "-c:a", "flac", film,
        ])
        try Tool.ffmpeg(["-stream_loop", "2", "-i", film, "-c", "copy", longFilm])
    }

    /// The base film through ffmpeg.
    func cook(_ arguments: [String], to path: String, more inputs: [String] = []) throws {
        try Tool.ffmpeg(["-i", film] + inputs + arguments + ["-threads", "2", path])
    }

    func vips(_ arguments: [String]) throws { try Tool.run("vips", arguments) }

    func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        try Data(Array(bytes)).write(to: URL(fileURLWithPath: path))
    }

    /// The first part of a file.
    func cut(_ source: String, to share: Double, as path: String) throws {
        let whole = try bytes(source)
        try write(whole.prefix(Int(Double(whole.count) * share)), to: path)
    }
}

/// Words for ffmpeg that many kinds share.
enum Words {
    static let h264 = ["-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p"]
    static let aac = ["-c:a", "aac"]
    static let plain = h264 + aac
    static let silent = h264 + ["-an"]
    static let mpeg4 = ["-c:v", "mpeg4", "-q:v", "2", "-pix_fmt", "yuv420p"]
    static func hevc(_ samples: String, _ parameters: String = "") -> [String] {
        [
            "-c:v", "libx265", "-crf", "18", "-pix_fmt", samples, "-tag:v", "hvc1", "-x265-params",
            "log-level=none" + parameters,
        ]
    }
    static func vp9(_ samples: String) -> [String] {
        ["-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-deadline", "realtime", "-pix_fmt", samples]
    }
    static func av1(_ samples: String) -> [String] {
        ["-c:v", "libaom-av1", "-crf", "20", "-b:v", "0", "-usage", "realtime", "-cpu-used", "8", "-pix_fmt", samples]
    }
}
