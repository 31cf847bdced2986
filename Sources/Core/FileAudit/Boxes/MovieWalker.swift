/// An MP4 or QuickTime file: its boxes, its tracks, and the bytes that belong to no sample.
///
/// Source: ISO/IEC 14496-12; QuickTime File Format Specification.
final class MovieWalker {
    let region: Region
    private let depth: Int
    private(set) var tracks: [MovieTrack] = []
    private(set) var movieTimescale = 0
    /// Bodies of the media data boxes, as ranges of the region.
    private var mediaData: [Range<Int>] = []
    var used = ByteRanges()
    /// Default sample sizes by track, for fragments.
    private var fragmentDefaults: [Int: Int] = [:]
    private var hasMovie = false
    private var tablesAddUp = true

    init(_ region: Region, depth: Int) {
        self.region = region
        self.depth = depth
    }

    func run() {
        let end = Boxes.each(in: region) { walkTop($0) }
        if end < region.count { noteRest(end) }
        if !hasMovie { region.note(.damaged, "a film without its index") }
        MovieTrackAudit(tracks: tracks, movieTimescale: movieTimescale, region: region).run()
        accountForMedia()
    }

    private func noteRest(_ end: Int) {
        // A box that says it goes on behind the end of the file was cut off; anything else was put there.
        if let size = region.u32(end), size == 1 || size > region.count - end, let type = region.code(end + 4),
            ["mdat", "moov", "free", "moof"].contains(type)
        {
            region.note(.damaged, "box \(type.shown) breaks off", end)
            if type == "mdat" { mediaData.append(end + 8..<region.count) }
        } else {
            TrailerScan(region.from(end), depth: max(1, depth)).run()
        }
    }

    private func walkTop(_ box: Box) {
        switch box.type {
        case "ftyp", "styp", "sidx", "ssix", "pdin", "mfra": break
        case "moov":
            hasMovie = true
            Boxes.noteRest(box.body, Boxes.each(in: box.body) { walkMovie($0) }, "moov")
        case "moof": FragmentWalker(self, fragmentDefaults, start: box.start).run(box.body)
        case "mdat": mediaData.append(box.end - box.body.count..<box.end)
        case "pnot", "PICT": box.body.note(.movieCoverArt, "box \(box.type.shown)")
        case "prft": box.body.note(.movieDate, "box prft")
        case "mpvd": box.body.note(.motionVideo, "box mpvd")
        default: CommonBoxes.note(box, in: "the file")
        }
    }

    private func walkMovie(_ box: Box) {
        switch box.type {
        case "mvhd":
            MovieTimes.note(box)
            movieTimescale = box.body.u32(box.body.u8(0) == 1 ? 20 : 12) ?? 0
        case "trak":
            let track = MovieTrack(offset: box.body.start)
            tracks.append(track)
            TrackWalker(track).run(box.body)
        case "mvex":
            Boxes.each(in: box.body) { [self] inner in
                guard inner.type == "trex", let id = inner.body.u32(4) else { return }
                fragmentDefaults[id] = inner.body.u32(16)
            }
        case "iods", "clip", "prfl": break
        case "cmov": box.body.note(.damaged, "a compressed index")
        default: CommonBoxes.note(box, in: "moov")
        }
    }

    /// Finds bytes in the media data that no sample claims.
    private func accountForMedia() {
        for track in tracks {
            let total = track.samples.count
            let step = max(1, total / 64)
            let addsUp = track.samples.each { [self] sample, offset, size in
                used.add(offset, size)
                // The head of the stream, and some of the rest: what an encoder says of itself it says first.
                guard let units = track.units, sample < 24 || sample % step == 0 else { return }
                if let picture = region.slice(offset, size) { UnitScanner(units).scan(picture) }
            }
            if !addsUp { tablesAddUp = false }
        }
        if !tablesAddUp { region.note(.damaged, "sample tables that do not add up") }
        guard hasMovie, tablesAddUp else { return }
        for data in mediaData {
            for gap in used.gaps(in: data) where !region.isZero(gap.lowerBound, gap.count) {
                region.note(.unreferenced, "media data", gap.lowerBound)
                return
            }
        }
    }
}
