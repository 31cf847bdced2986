import TestSupport
import Testing
import TimelineCore

@Suite struct ResolverGeometryTests {
    private func hiding(_ box: PixelBox, blockSize: Int = 16) -> Cover? {
        var settings = ResolverSettings.standard
        settings.photoBlock = blockSize
        let timeline = Timeline(
            kind: .photo, size: pictureSize, frameTimes: [0],
            faces: [FaceTrack(id: 1, samples: still(box, frames: 0..<1))]
        )
        return Resolver(timeline: timeline, settings: settings).covers(frame: 0).first
    }

    @Test func `a cover holds the whole head, its margin, and whole blocks`() throws {
        let cover = try #require(hiding(PixelBox(x: 200, y: 150, width: 60, height: 80)))
        #expect(cover.body.x == 185 && cover.body.y == 114 && cover.body.width == 90)
        #expect(abs(cover.body.height - 128) < 1e-9)
        // 4.8 pixels of margin, 2 above, then outward to multiples of 16.
        #expect(cover.area == PixelRect(left: 176, top: 112, right: 288, bottom: 256))
    }

    @Test func `a profile is as wide as a head`() throws {
        let cover = try #require(hiding(PixelBox(x: 300, y: 150, width: 40, height: 80)))
        #expect(cover.body.width >= 80 * 1.5)
        #expect(cover.body.centre.x == 320)
    }

    @Test func `a face cut by the picture's edge grows beyond the edge`() throws {
        let cover = try #require(hiding(PixelBox(x: 600, y: 150, width: 40, height: 80)))
        #expect(cover.body.x >= 580)
        #expect(cover.area.right == pictureSize.width)
    }

    @Test func `a head box does not jump when a face turns`() {
        let settings = ResolverSettings.standard
        var last: Double?
        for width in stride(from: 80.0, to: 20, by: -0.5) {
            let face = PixelBox(x: 300 - width / 2, y: 100, width: width, height: 80)
            let head = settings.headBox(of: face, in: pictureSize).width
            if let last { #expect(abs(head - last) < 6, "width \(width)") }
            last = head
        }
    }

    @Test func `areas are whole blocks inside the picture and hold the head`() {
        forEachSeed(0..<300) { seed, random in
            let timeline = randomTimeline(&random).hidingAll()
            var settings = ResolverSettings.standard
            settings.photoBlock = [1, 2, 8, 16, 64].randomElement(using: &random) ?? 16
            settings.videoBlock = [1, 2, 4, 8, 16].randomElement(using: &random) ?? 4
            let block = settings.blockSize(of: timeline.kind)
            let resolver = Resolver(timeline: timeline, settings: settings)
            for frame in timeline.frameTimes.indices {
                for cover in resolver.covers(frame: frame) {
                    let area = cover.area
                    #expect(timeline.size.rect.contains(area) && !area.isEmpty, "seed \(seed)")
                    #expect(area.left % block == 0 && area.top % block == 0)
                    #expect(area.right % block == 0 || area.right == timeline.size.width)
                    #expect(area.bottom % block == 0 || area.bottom == timeline.size.height)
                    #expect(area.contains(timeline.size.blocks(around: cover.body, blockSize: 1)), "seed \(seed)")
                }
            }
        }
    }

    @Test func `a moving head is covered half way to where it was a frame ago and will be`() {
        let samples = (0..<3).flatMap { frame in
            still(PixelBox(x: 100 + Double(frame) * 80, y: 100, width: 40, height: 50), frames: frame..<frame + 1)
        }
        var timeline = Timeline(
            kind: .video, size: pictureSize, frameTimes: evenTimes(3), faces: [FaceTrack(id: 1, samples: samples)]
        )
        let heads = samples.map { ResolverSettings.standard.headBox(of: $0.box, in: pictureSize) }
        let middle = Resolver(timeline: timeline).covers(frame: 1)[0].area
        for head in heads {
            let smear = heads[1].blended(with: head, share: 0.5)
            #expect(middle.contains(pictureSize.blocks(around: smear, blockSize: 1)))
        }
        timeline.cuts = [1]
        let cut = Resolver(timeline: timeline).covers(frame: 1)[0].area
        #expect(cut.left > 100)
    }

    @Test func `a box that is no box hides the whole picture`() throws {
        for box in [
            PixelBox(x: .nan, y: 0, width: 10, height: 10), PixelBox(x: 0, y: 0, width: .infinity, height: 10),
        ] {
            let cover = try #require(hiding(box))
            #expect(cover.area == pictureSize.rect)
        }
        #expect(hiding(PixelBox(x: -1e300, y: 0, width: 1e301, height: 1e300))?.area.right == pictureSize.width)
        #expect(hiding(PixelBox(x: 1e300, y: 0, width: 10, height: 10)) == nil)
    }

    @Test func `a frame that nobody knows is wholly covered`() {
        let resolver = Resolver(timeline: Timeline(kind: .video, size: pictureSize, frameTimes: evenTimes(3)))
        #expect(resolver.covers(frame: 2).isEmpty)
        for frame in [-1, 3] {
            #expect(resolver.covers(frame: frame).map(\.area) == [pictureSize.rect])
            #expect(resolver.covers(frame: frame).map(\.subject) == [Resolver.unknownFrame])
        }
    }

    @Test func `a cover never shrinks because somebody visible is there`() throws {
        try forEachSeed(0..<200) { (seed, random) throws(SelectionError) in
            let hidden = randomTimeline(&random).hidingAll()
            let shown = try hidden.showing(ids: hidden.faces.map(\.id).filter { _ in Bool.random(using: &random) })
            let all = Resolver(timeline: hidden)
            let some = Resolver(timeline: shown)
            for frame in hidden.frameTimes.indices {
                let before = all.covers(frame: frame)
                for cover in some.covers(frame: frame) { #expect(before.contains(cover), "seed \(seed)") }
            }
        }
    }

    @Test func `in a photo only faces that overlap are in doubt`() {
        let boxes = [(70.0, false), (50.0, true)]
        for (distance, isDoubted) in boxes {
            let faces = [
                FaceTrack(
                    id: 1, visible: true,
                    samples: still(PixelBox(x: 100, y: 100, width: 60, height: 80), frames: 0..<1)),
                FaceTrack(
                    id: 2, samples: still(PixelBox(x: 100 + distance, y: 100, width: 60, height: 80), frames: 0..<1)),
            ]
            let photo = Timeline(kind: .photo, size: pictureSize, frameTimes: [0], faces: faces)
            #expect(Resolver(timeline: photo).exposed(frame: 0).isEmpty == isDoubted)
        }
    }
}
