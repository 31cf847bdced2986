import Testing
import TimelineCore

@Suite struct ManualRegionTests {
    private func resolver(_ regions: [ManualRegion]) -> Resolver {
        Resolver(
            timeline: Timeline(kind: .video, size: pictureSize, frameTimes: evenTimes(50, rate: 10), regions: regions)
        )
    }

    private let moving = ManualRegion(
        id: "r1",
        keyframes: [
            .init(time: 1, box: PixelBox(x: 0, y: 0, width: 40, height: 40)),
            .init(time: 2, box: PixelBox(x: 100, y: 50, width: 80, height: 60)),
        ],
        from: 0.5, to: 3
    )

    @Test func `a region is interpolated linearly and held at its ends`() {
        let resolver = resolver([moving])
        #expect(resolver.covers(frame: 5)[0].target == PixelBox(x: 0, y: 0, width: 40, height: 40))
        #expect(resolver.covers(frame: 15)[0].target == PixelBox(x: 50, y: 25, width: 60, height: 50))
        #expect(resolver.covers(frame: 30)[0].target == PixelBox(x: 100, y: 50, width: 80, height: 60))
    }

    @Test func `a region lasts from its first to its last moment, both included`() {
        let resolver = resolver([moving])
        let covered = (0..<50).filter { !resolver.covers(frame: $0).isEmpty }
        #expect(covered == Array(5...30))
    }

    @Test func `a region between two frames covers the frame seen then`() {
        var short = moving
        short.from = 1.03
        short.to = 1.06
        let resolver = resolver([short])
        #expect((0..<50).filter { !resolver.covers(frame: $0).isEmpty } == [10])
    }

    @Test func `a region is rounded outward`() {
        let odd = ManualRegion(
            id: "r", keyframes: [.init(time: 0, box: PixelBox(x: 17.5, y: 15.9, width: 20, height: 0.2))], from: 0,
            to: 9
        )
        #expect(resolver([odd]).covers(frame: 0)[0].area == PixelRect(left: 16, top: 0, right: 48, bottom: 32))
    }

    @Test func `a region without keyframes hides everything while it lasts`() {
        let empty = ManualRegion(id: "r", keyframes: [], from: 0, to: 1)
        #expect(resolver([empty]).covers(frame: 3).map(\.area) == [pictureSize.rect])
        #expect(resolver([empty]).covers(frame: 20).isEmpty)
    }
}
