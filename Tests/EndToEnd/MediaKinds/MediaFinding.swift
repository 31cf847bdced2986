import Foundation
import TestSupport

/// What became of one kind's file, as tools that are not ours see it.
struct MediaFinding: Sendable {
    var state = ""
    /// A question to a tool that it could not answer; empty when all were answered.
    var fault = ""
    var code = ""
    var reason = ""
    var output = ""
    /// What ffmpeg or vips said against the finished file; empty when it was decoded whole.
    var decodeErrors = ""
    var codec = ""
    var sourceCodec = ""
    var sound = ""
    var sourceSound = ""
    var samples = ""
    var sourceSamples = ""
    /// Times of the frames, from the first on.
    var times: [Double] = []
    var sourceTimes: [Double] = []
    /// Start and end of the tone, seconds after the first frame.
    var tone: [Double] = []
    var sourceTone: [Double] = []
    /// Primaries, transfer, matrix, range.
    var colour: [String] = []
    var sourceColour: [String] = []
    var fields = ""
    var sourceFields = ""
    var light: [String] = []
    var sourceLight: [String] = []
    var size = ""
    /// The least share of the face that is covered in a frame.
    var covered: Double?
    /// An animation's frames, delays and loop count.
    var animation = ""
    var sourceAnimation = ""
}

extension MediaFinding {
    /// Looks at a published file beside its source.
    init(_ kind: MediaKind, source: String, output: String, scene: Scene) {
        self.output = (output as NSString).lastPathComponent
        do {
            switch kind.fate {
            case .video: try lookAtVideo(kind, source, output, scene)
            case .photo, .animation, .refused: try lookAtPhoto(kind, source, output, scene)
            }
        } catch {
            fault = "\(error)"
        }
    }

    private mutating func lookAtVideo(_ kind: MediaKind, _ source: String, _ output: String, _ scene: Scene) throws {
        let ended = try Run(
            Tool.path("ffmpeg") ?? "", ["-v", "error", "-xerror", "-nostdin", "-i", output, "-f", "null", "-"],
            environment: ["PATH": "/usr/bin:/bin"]
        ).finish(withinSeconds: 120)
        decodeErrors = ended.status == 0 ? ended.errors : "status \(ended.status): \(ended.errors)"
        (times, sourceTimes) = try (Probe.times(output), Probe.times(source))
        let (facts, sourceFacts) = try (Probe.facts(output), Probe.facts(source))
        (codec, samples) = (facts.codec, facts.samples)
        (sourceCodec, sourceSamples) = (sourceFacts.codec, sourceFacts.samples)
        (colour, sourceColour) = (facts.colour, sourceFacts.colour)
        (sound, sourceSound) = try (Probe.sound(output), Probe.sound(source))
        if kind.checks.contains(.step) { (tone, sourceTone) = try (Probe.tone(output), Probe.tone(source)) }
        if kind.checks.contains(.fields) { (fields, sourceFields) = try (Probe.fields(output), Probe.fields(source)) }
        if kind.checks.contains(.light) { (light, sourceLight) = try (Probe.light(output), Probe.light(source)) }
        if kind.checks.contains(.face) {
            let picture = try Picture(output, scratch: scene)
            covered = (0..<picture.frames).compactMap {
                picture.greenShare(of: Kitchen.face.face(frame: $0 % 12), frame: $0)
            }.min()
            size = "\(picture.width)x\(picture.height)"
        }
    }

    private mutating func lookAtPhoto(_ kind: MediaKind, _ source: String, _ output: String, _ scene: Scene) throws {
        let ended = try Run(
            Tool.path("vips") ?? "", ["avg", output], environment: ["PATH": "/usr/bin:/bin", "VIPS_WARNING": "no"]
        ).finish(withinSeconds: 120)
        decodeErrors = ended.status == 0 ? ended.errors : "status \(ended.status): \(ended.errors)"
        (samples, sourceSamples) = try (Probe.format(output), Probe.format(source))
        if case .animation = kind.fate {
            (animation, sourceAnimation) = try (Probe.animation(output), Probe.animation(source))
            covered = try Self.coveredInRoll(output, scene)
        } else if kind.checks.contains(.face) {
            let flat = scene.path("flat.png")
            try Tool.run("vips", ["copy", output, flat])
            let picture = try Picture(flat, scratch: scene)
            // The one that nobody can know to be on its side comes out as it went in.
            let face = kind.file == "sideways.jpg" ? Ellipse.portrait.turnedRight : Ellipse.portrait
            covered = picture.greenShare(of: face)
            size = "\(picture.width)x\(picture.height)"
        }
    }

    /// The frames of an animation stand one below the other.
    private static func coveredInRoll(_ output: String, _ scene: Scene) throws -> Double? {
        let roll = scene.path("roll.png")
        try Tool.run("vips", ["copy", output + "[n=-1]", roll])
        let picture = try Picture(roll, scratch: scene)
        return (0..<picture.height / 240).compactMap { frame in
            var face = Kitchen.face.face(frame: frame)
            face.y += Double(frame * 240)
            return picture.greenShare(of: face)
        }.min()
    }
}

extension Ellipse {
    /// Where the face of the portrait is when the picture lies on its right side.
    var turnedRight: Ellipse { Ellipse(x: 512 - y, y: x, radiusX: radiusY, radiusY: radiusX) }
}
