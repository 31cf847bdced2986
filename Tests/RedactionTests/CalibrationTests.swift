import Foundation
import TestSupport
import Testing
import TimelineCore
import Wire

@testable import Redaction

/// Prints what honest and dishonest pictures measure, for setting tolerances; runs only when asked for.
@Suite(.serialized) struct CalibrationTests {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CALIBRATE"] != nil))
    func calibrate() throws {
        let codecs: [Codec] = [
            .video(encoder: "libx264", quality: 18), .video(encoder: "libx264", quality: 28),
            .jpeg(quality: 60, subsampled: true), .jpeg(quality: 95, subsampled: true), .webp(quality: 60),
        ]
        for kind in CoverStyle.Kind.allCases {
            for codec in codecs {
                for fixture in Fixture.allCases { try report(kind, codec, fixture) }
            }
        }
    }

    private func report(_ kind: CoverStyle.Kind, _ codec: Codec, _ fixture: Fixture) throws {
        let stage = Stage(kind: kind)
        let frames = codec.isPhoto ? 2 : 8
        let scenes = (0..<frames).map { stage.scene(frame: $0, fixture: fixture) }
        let pictures = try codec.roundTrip(scenes)
        let inspector = CoverInspector(painter: stage.painter)
        var all: [CoverVerdict] = []
        for (frame, picture) in pictures.enumerated() {
            let covers = stage.covers(frame: frame)
            all += Array(try inspector.inspect(covers, in: picture).prefix(fixture == .honest ? 9 : 1))
        }
        func span(_ value: (CoverMeasures) -> Double) -> String {
            let values = all.map { value($0.measures) }.sorted()
            func short(_ v: Double) -> String { String(Double(Int(v * 100)) / 100) }
            return short(values[0]) + ".." + short(values[values.count - 1])
        }
        var findings: [String: Int] = [:]
        for verdict in all { findings["\(verdict.finding)", default: 0] += 1 }
        print(
            "CAL", kind, codec.testDescription, fixture, "Y", span(\.meanLuma), "C", span(\.meanChroma), "by",
            span(\.lumaBias), "bc", span(\.chromaBias), "out", span(\.outlierShare), "calm", span(\.calmDetail), "blk",
            span(\.worstBlock), span(\.worstBlockRatio), "fail", span(\.failedBlockShare), "chr",
            span(\.worstChromaRatio), "edge", span(\.worstEdgeRatio), findings
        )
    }
}
