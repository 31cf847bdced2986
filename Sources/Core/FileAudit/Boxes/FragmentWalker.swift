/// One movie fragment: which bytes its runs of samples claim.
///
/// Source: ISO/IEC 14496-12, 8.8.
struct FragmentWalker {
    private let movie: MovieWalker
    private let defaults: [Int: Int]
    /// Offset of the fragment's box in the movie.
    private let start: Int

    init(_ movie: MovieWalker, _ defaults: [Int: Int], start: Int) {
        self.movie = movie
        self.defaults = defaults
        self.start = start
    }

    func run(_ region: Region) {
        Boxes.each(in: region) { box in
            switch box.type {
            case "mfhd": break
            case "traf": walkTrack(box.body)
            default: CommonBoxes.note(box, in: "moof")
            }
        }
    }

    private func walkTrack(_ region: Region) {
        var base = start
        var size = 0
        var track: MovieTrack?
        Boxes.each(in: region) { box in
            switch box.type {
            case "tfhd":
                let id = box.body.u32(4) ?? 0
                track = movie.tracks.first { $0.id == id }
                (base, size) = readHead(box.body, defaults[id] ?? 0)
            case "trun": base = readRun(box.body, base, size, track)
            case "tfdt", "sdtp", "sbgp", "sgpd", "subs", "saiz", "saio", "senc", "tfxd": break
            default: CommonBoxes.note(box, in: "traf")
            }
        }
    }

    private func readHead(_ body: Region, _ defaultSize: Int) -> (base: Int, size: Int) {
        let flags = body.number(1, 3) ?? 0
        var place = 8
        var base = start
        if flags & 0x1 != 0 {
            base = body.number(place, 8) ?? start
            place += 8
        }
        if flags & 0x2 != 0 { place += 4 }
        if flags & 0x8 != 0 { place += 4 }
        return (base, flags & 0x10 != 0 ? body.u32(place) ?? 0 : defaultSize)
    }

    /// - Returns: the offset behind the run, at which the next one goes on.
    private func readRun(_ body: Region, _ base: Int, _ defaultSize: Int, _ track: MovieTrack?) -> Int {
        let flags = body.number(1, 3) ?? 0
        guard let count = body.u32(4) else { return base }
        var place = 8
        var offset = base
        if flags & 0x1 != 0 {
            // A signed number from the start of the fragment.
            let raw = body.u32(place) ?? 0
            offset = start + (raw > 0x7FFF_FFFF ? raw - 0x1_0000_0000 : raw)
            place += 4
        }
        if flags & 0x4 != 0 { place += 4 }
        let step = (flags & 0xF00).nonzeroBitCount * 4
        for sample in 0..<count {
            guard movie.region.file.spend() else { return offset }
            var size = defaultSize
            if flags & 0x200 != 0 {
                guard let given = body.u32(place + (flags & 0x100 != 0 ? 4 : 0)) else { return offset }
                size = given
            }
            movie.used.add(offset, size)
            if sample < 4, let units = track?.units, let picture = movie.region.slice(offset, size) {
                UnitScanner(units).scan(picture)
            }
            guard offset <= Int.max - size else { return offset }
            offset += size
            place += step
        }
        return offset
    }
}
