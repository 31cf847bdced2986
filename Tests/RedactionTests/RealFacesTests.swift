import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Redaction

/// The inspector on photos of real faces, which no made scene can stand for.
@Suite(.serialized) struct RealFacesTests {
    /// A photo of the shared test media with two faces apart from each other.
    struct Sample: Sendable, CustomTestStringConvertible {
        var photo: String
        var faces: [PixelBox]
        var testDescription: String { photo }
    }

    private static let samples = [
        Sample(
            photo: "mw_train_4.jpg",
            faces: [
                PixelBox(x: 328, y: 43, width: 219, height: 302), PixelBox(x: 55, y: 132, width: 93, height: 129),
            ]
        ),
        Sample(
            photo: "mw_train_8.jpg",
            faces: [
                PixelBox(x: 392, y: 61, width: 74, height: 86), PixelBox(x: 667, y: 67, width: 70, height: 116),
            ]
        ),
    ]

    private static let folder: URL = {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let beside = root.deletingLastPathComponent().appendingPathComponent("shared")
        let named = ProcessInfo.processInfo.environment["SAFEFACES_SHARED"].map { URL(fileURLWithPath: $0) }
        return (named ?? beside).appendingPathComponent("data/faces")
    }()
    private static let isReady =
        samples.allSatisfy { FileManager.default.fileExists(atPath: folder.appendingPathComponent($0.photo).path) }
        && Codec.path(of: "ffmpeg") != nil && Codec.path(of: "vips") != nil

    /// Frames of a camera that moves over the photo by a pixel and a half each time.
    private func stage(_ sample: Sample, _ kind: CoverStyle.Kind) throws -> Stage {
        let photo = try Codec.scene(of: Self.folder.appendingPathComponent(sample.photo))
        let size = PixelSize(width: (photo.size.width - 8) / 2 * 2, height: photo.size.height / 2 * 2)
        let offsets = [0, 2, 3]
        let scenes = offsets.map { offset in
            var rgb: [UInt8] = []
            for y in 0..<size.height {
                let base = (y * photo.size.width + offset) * 3
                rgb += photo.rgb[base..<(base + size.width * 3)]
            }
            return Scene(size: size, rgb: rgb)
        }
        let heads = offsets.map { offset in
            sample.faces.map {
                $0.expanded(left: 0.25, top: 0.45, right: 0.25, bottom: 0.15).moved(x: -Double(offset), y: 0)
            }
        }
        return Stage(kind: kind, bare: scenes, heads: heads)
    }

    @Test(.enabled(if: isReady, "needs the shared test media, ffmpeg and vips"), arguments: samples, Coding.tried)
    func `covers over real faces are judged right after real coding`(sample: Sample, coding: Coding) throws {
        for kind in CoverStyle.Kind.allCases {
            let stage = try stage(sample, kind)
            let fixtures: [Fixture] = [.honest, .missing, .translucent, .shiftedLeft, .shortTop, .hole]
            let frames = coding.codec.isPhoto ? 1 : 3
            let shots = fixtures.flatMap { fixture in (0..<frames).map { (fixture, $0) } }
            let scenes = shots.map { stage.scene(frame: $0.1, fixture: $0.0) }
            let inspector = CoverInspector(painter: stage.painter, tolerance: coding.tolerance)
            for (shot, picture) in zip(shots, try coding.codec.roundTrip(scenes)) {
                let verdicts = try inspector.inspect(stage.covers(frame: shot.1), in: picture)
                let isHard = shot.0 == .translucent && kind == .mosaic
                if !isHard { #expect(verdicts[0].isSound == (shot.0 == .honest), "\(kind) \(shot) \(verdicts[0])") }
                #expect(verdicts[1].isSound, "\(kind) \(shot) \(verdicts[1])")
            }
        }
    }
}
