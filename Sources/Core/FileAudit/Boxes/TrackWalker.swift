/// Reads one track's boxes into a ``MovieTrack`` and notes what stands in them.
struct TrackWalker {
    private let track: MovieTrack

    init(_ track: MovieTrack) { self.track = track }

    func run(_ region: Region) {
        Boxes.noteRest(region, Boxes.each(in: region) { walk($0, "trak", depth: 0) }, "trak")
    }

    private func walk(_ box: Box, _ parent: String, depth: Int) {
        let body = box.body
        switch box.type {
        case "mdia", "minf", "stbl", "edts", "dinf", "gmhd", "tapt", "strk":
            guard depth < 8 else { return }
            let end = Boxes.each(in: body) { walk($0, box.type.shown, depth: depth + 1) }
            Boxes.noteRest(body, end, box.type.shown)
        case "tkhd":
            MovieTimes.note(box)
            track.id = body.u32(body.u8(0) == 1 ? 20 : 12) ?? 0
        case "mdhd": readMediaHead(box)
        case "hdlr": readHandler(body, parent)
        case "elst": readEdits(body)
        case "tref":
            Boxes.each(in: body) { inner in
                let tracks = (0..<min(64, inner.body.count / 4)).compactMap { inner.body.u32($0 * 4) }
                track.references.append((inner.type, tracks))
            }
        case "dref": DataReferences.note(body)
        case "stsd", "stsz", "stz2", "stsc", "stco", "co64", "ctts", "stts": readTable(box)
        case "vmhd", "smhd", "hmhd", "nmhd", "sthd", "stss", "sgpd", "sbgp", "sdtp", "stps", "cslg", "padb", "subs",
            "saiz", "saio", "gmin", "clef", "prof", "enof", "load", "clip", "matt", "stsh", "stdp", "elng", "senc",
            "tcmi", "tmcd", "text", "code":
            break
        default: CommonBoxes.note(box, in: parent)
        }
    }

    private func readMediaHead(_ box: Box) {
        MovieTimes.note(box)
        let wide = box.body.u8(0) == 1
        track.timescale = box.body.u32(wide ? 20 : 12) ?? 0
        track.duration = box.body.number(wide ? 24 : 16, wide ? 8 : 4) ?? 0
    }

    /// The media handler says what the track is; a second one (QuickTime) says how it is stored.
    ///
    /// Both have names.
    private func readHandler(_ body: Region, _ parent: String) {
        if parent == "mdia" { track.handler = body.code(8) ?? "????" }
        let name = body.from(24)
        // A counted text in QuickTime, a terminated one in MP4; without either there is nothing but zeros.
        if !name.isZero() { body.note(.movieHandlerName, "hdlr in \(parent)", 24) }
    }

    private func readEdits(_ body: Region) {
        guard let count = body.u32(4) else { return }
        let wide = body.u8(0) == 1
        let size = wide ? 20 : 12
        for index in 0..<min(count, 4096) {
            let place = 8 + index * size
            guard let duration = body.number(place, wide ? 8 : 4) else { return }
            let time = body.number(place + (wide ? 8 : 4), wide ? 8 : 4)
            // -1 does not fit a number here where it has eight bytes, and is 2^32 - 1 where it has four.
            let media = time.map { !wide && $0 == 0xFFFF_FFFF ? -1 : $0 } ?? -1
            track.edits.append(MovieTrack.Edit(duration: duration, mediaTime: media))
        }
    }

    private func readTable(_ box: Box) {
        switch box.type {
        case "stsd": SampleDescriptions(track).read(box.body)
        case "stsz": track.samples.sizes = box.body
        case "stz2": track.samples.compactSizes = box.body
        case "stsc": track.samples.runs = box.body
        case "stco": track.samples.chunks = box.body
        case "co64":
            track.samples.chunks = box.body
            track.samples.hasLargeOffsets = true
        case "ctts": track.firstCompositionOffset = box.body.u32(12) ?? 0
        default: track.firstSampleDuration = box.body.u32(12) ?? 0
        }
    }
}
