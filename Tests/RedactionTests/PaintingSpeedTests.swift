import TestSupport
import Testing
import TimelineCore
import Wire

@testable import Redaction

@Suite(.serialized) struct PaintingSpeedTests {
    @Test(arguments: Fixtures.styles)
    func `a cover of 300 by 400 pixels is drawn, painted and inspected in milliseconds`(style: CoverStyle) throws {
        var random = SeededRandom(seed: 1)
        let size = PixelSize(width: 640, height: 480)
        var picture = TestPicture(format: .yuv420p8, size: size, matrix: .bt709, fullRange: false, random: &random)
        let body = PixelBox(x: 100.4, y: 40.3, width: 300, height: 400)
        let cover = Fixtures.cover(body: body, size: size, block: 2, palette: Fixtures.palette(&random))
        let painter = CoverPainter(style: style)
        let clock = ContinuousClock()
        var drawn = Duration.seconds(9)
        var painted = Duration.seconds(9)
        for _ in 0..<30 {
            drawn = min(drawn, clock.measure { _ = painter.raster(for: cover) })
            painted = min(painted, try clock.measure { try picture.paint([cover], painter) })
        }
        var inspected = Duration.seconds(9)
        let inspector = CoverInspector(painter: painter)
        for _ in 0..<10 {
            inspected = min(inspected, try clock.measure { _ = try inspector.inspect([cover], in: picture) })
        }
        print("speed \(style.kind) \(style.shape): raster \(drawn), paint \(painted), inspect \(inspected)")
        // Ten times what was measured on an idle core, for a busy test machine.
        #expect(drawn < .milliseconds(10) && painted < .milliseconds(10) && inspected < .milliseconds(100))
    }
}
