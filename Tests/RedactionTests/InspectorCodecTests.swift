import TestSupport
import Testing
import TimelineCore
import Wire

@testable import Redaction

/// One coding and the tolerance meant for it.
struct Coding: Sendable, CustomTestStringConvertible {
    enum Grade { case fine, standard, coarse }

    var codec: Codec
    var grade: Grade

    var tolerance: CoverTolerance {
        switch grade {
        case .fine: .fine
        case .standard: .standard
        case .coarse: .coarse
        }
    }

    var testDescription: String { "\(codec.testDescription) \(grade)" }

    static let all: [Coding] = [
        Coding(codec: .video(encoder: "libx264", quality: 18), grade: .fine),
        Coding(codec: .video(encoder: "libx264", quality: 20), grade: .fine),
        Coding(codec: .video(encoder: "libx264", quality: 23), grade: .standard),
        Coding(codec: .video(encoder: "libx264", quality: 28), grade: .standard),
        Coding(codec: .video(encoder: "libx264", quality: 36), grade: .coarse),
        Coding(codec: .video(encoder: "libx265", quality: 20), grade: .fine),
        Coding(codec: .video(encoder: "libx265", quality: 22), grade: .standard),
        Coding(codec: .video(encoder: "libx265", quality: 30), grade: .coarse),
        Coding(codec: .video(encoder: "libsvtav1", quality: 24), grade: .standard),
        Coding(codec: .video(encoder: "libsvtav1", quality: 34), grade: .coarse),
        Coding(codec: .jpeg(quality: 95, subsampled: false), grade: .fine),
        Coding(codec: .jpeg(quality: 90, subsampled: true), grade: .fine),
        Coding(codec: .jpeg(quality: 75, subsampled: true), grade: .standard),
        Coding(codec: .jpeg(quality: 60, subsampled: true), grade: .standard),
        Coding(codec: .jpeg(quality: 30, subsampled: true), grade: .coarse),
        Coding(codec: .webp(quality: 90), grade: .fine), Coding(codec: .webp(quality: 60), grade: .standard),
        Coding(codec: .webp(quality: 30), grade: .coarse),
    ]

    /// The codings that bad covers are tried with: what is written by default, and the worst that is promised.
    static let tried: [Coding] = [
        Coding(codec: .video(encoder: "libx264", quality: 18), grade: .fine),
        Coding(codec: .video(encoder: "libx264", quality: 28), grade: .standard),
        Coding(codec: .jpeg(quality: 90, subsampled: true), grade: .fine),
        Coding(codec: .jpeg(quality: 60, subsampled: true), grade: .standard),
    ]
}

@Suite(.serialized) struct InspectorCodecTests {
    private static let codecsAreThere = Codec.path(of: "ffmpeg") != nil && Codec.path(of: "vips") != nil

    /// Encodes a few frames of every fixture in one go (in a clip each is a shot of its own) and judges each frame.
    private func verdicts(
        _ stage: Stage, _ coding: Coding, _ fixtures: [Fixture], frames: Int
    ) throws -> [Fixture: [[CoverVerdict]]] {
        let shots = fixtures.flatMap { fixture in (0..<frames).map { (fixture, $0) } }
        let scenes = shots.map { stage.scene(frame: $0.1, fixture: $0.0) }
        let inspector = CoverInspector(painter: stage.painter, tolerance: coding.tolerance)
        var verdicts: [Fixture: [[CoverVerdict]]] = [:]
        for (shot, picture) in zip(shots, try coding.codec.roundTrip(scenes)) {
            verdicts[shot.0, default: []].append(try inspector.inspect(stage.covers(frame: shot.1), in: picture))
        }
        return verdicts
    }

    @Test(.enabled(if: codecsAreThere, "needs ffmpeg and vips"), arguments: Coding.all, CoverStyle.Kind.allCases)
    func `an honest cover is sound after real coding`(coding: Coding, kind: CoverStyle.Kind) throws {
        let frames = coding.codec.isPhoto ? 2 : 6
        let all = try verdicts(Stage(kind: kind), coding, [.honest], frames: frames)[.honest]
        for (frame, pair) in try #require(all).enumerated() {
            for verdict in pair { #expect(verdict.isSound, "frame \(frame) \(verdict)") }
        }
    }

    @Test(.enabled(if: codecsAreThere, "needs ffmpeg and vips"), arguments: Coding.tried, CoverStyle.Kind.allCases)
    func `every known bad cover is found after real coding, in every frame`(
        coding: Coding, kind: CoverStyle.Kind
    ) throws {
        let bad = Fixture.allCases.filter { $0 != .honest }
        for (fixture, all) in try verdicts(Stage(kind: kind), coding, bad, frames: coding.codec.isPhoto ? 1 : 3) {
            let missed = all.indices.filter { all[$0][0].isSound }
            if fixture == .translucent && kind == .mosaic {
                // Five in a hundred of a face's own detail is less than coarse coding adds: only finer coding tells,
                // and there it is enough that the clip is refused.
                if coding.grade == .fine { #expect(missed.count < all.count, "\(fixture)") }
            } else {
                #expect(missed.isEmpty, "\(fixture) \(missed.map { all[$0][0] })")
            }
        }
    }

    @Test(.enabled(if: codecsAreThere, "needs ffmpeg and vips"))
    func `one frame without its cover is found among covered ones`() throws {
        for kind in CoverStyle.Kind.allCases {
            let stage = Stage(kind: kind)
            let scenes = (0..<Stage.length).map { stage.scene(frame: $0, fixture: $0 == 5 ? .missing : .honest) }
            let pictures = try Codec.video(encoder: "libx264", quality: 23).roundTrip(scenes)
            for (frame, picture) in pictures.enumerated() {
                let verdict = try CoverInspector(painter: stage.painter)
                    .inspect(stage.covers(frame: frame), in: picture)[0]
                #expect(verdict.isSound == (frame != 5), "\(kind) frame \(frame) \(verdict)")
            }
        }
    }

    @Test(.enabled(if: codecsAreThere, "needs ffmpeg and vips"), arguments: CoverStyle.Kind.allCases)
    func `covers keep their strength and their colours through coding`(kind: CoverStyle.Kind) throws {
        let stage = Stage(kind: kind)
        let scenes = (0..<Stage.length).map { stage.scene(frame: $0, fixture: .honest) }
        let pictures = try Codec.video(encoder: "libx264", quality: 26).roundTrip(scenes)
        var track = TrackStrength()
        for (frame, picture) in pictures.enumerated() {
            let measured = try picture.bytes.withUnsafeBytes {
                try StrengthMeter(style: stage.style)
                    .measure(stage.covers(frame: frame)[0], in: $0, layout: picture.layout)
            }
            let strength = try #require(measured)
            #expect(strength.meetsFloor(of: kind), "frame \(frame) \(strength)")
            track.add(strength)
        }
        #expect(track.isConstant && track.frames == Stage.length, "drift \(track.drift)")
    }
}
