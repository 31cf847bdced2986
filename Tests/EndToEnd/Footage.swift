import Foundation
import TestSupport

/// Media made from the free demo portrait, so that every face's place is known.
enum Footage {
    static var portrait: String { Repository.root + "/Deploy/demo/portrait.jpg" }

    /// The portrait in another format, by extension.
    static func photo(_ name: String, in scene: Scene) throws {
        let lossless = name.hasSuffix(".webp") ? ["-quality", "90"] : []
        try Tool.ffmpeg(["-i", portrait] + lossless + ["-frames:v", "1", scene.path(name)])
    }

    /// The portrait and its mirror image side by side: two faces.
    static func pair(_ name: String, in scene: Scene) throws {
        try Tool.ffmpeg([
            "-i", portrait, "-filter_complex", "[0]split[a][b];[b]hflip[c];[a][c]hstack", "-q:v", "2", "-frames:v", "1",
            scene.path(name),
        ])
    }

    /// A clip over whose grey ground the portrait moves along a straight line.
    struct Clip {
        var frames = 30
        var frameRate = 15
        var size = (width: 320, height: 240)
        /// Side of the portrait, pixels.
        var side = 240
        /// Left edge of the portrait in the first frame, and pixels further right with every frame; even, as the
        /// planes of colour want it.
        var left = 40
        var step = 0
        var hasSound = true

        /// Comes in from beyond the right edge.
        static let entering = Clip(left: 320, step: -10)
        /// In the picture all the time.
        static let staying = Clip(left: 60, step: -2)

        /// Two seconds at 30 frames a second: long enough to do something to a run in the middle.
        static let twoSeconds: Clip = {
            var clip = Clip.staying
            clip.frames = 60
            clip.frameRate = 30
            clip.step = -1
            return clip
        }()

        /// Where the face is.
        func face(frame: Int) -> Ellipse {
            Ellipse.portrait.placed(scale: Double(side) / 512, x: Double(left + step * frame), y: 0)
        }

        /// Writes it; the container goes by the extension.
        func write(_ name: String, in scene: Scene, codec: [String] = ["-c:v", "libx264", "-crf", "18"]) throws {
            try FileManager.default.createDirectory(
                atPath: (scene.path(name) as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            let seconds = "\(Double(frames) / Double(frameRate))"
            var arguments = [
                "-f", "lavfi", "-i", "color=c=0x506070:s=\(size.width)x\(size.height):r=\(frameRate):d=\(seconds)",
                "-loop", "1", "-framerate", "\(frameRate)", "-i", Footage.portrait,
            ]
            if hasSound { arguments += ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=\(seconds)"] }
            arguments += [
                "-filter_complex",
                "[1]scale=\(side):\(side)[p];[0][p]overlay=x='\(left)+(\(step))*n':y=0:shortest=1[v]", "-map", "[v]",
            ]
            if hasSound { arguments += ["-map", "2", "-c:a", "aac"] }
            try Tool.ffmpeg(arguments + codec + ["-pix_fmt", "yuv420p", "-threads", "2", scene.path(name)])
        }
    }
}
