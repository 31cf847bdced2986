/// One track of pictures, at most one of sound, the boxes they need, and media data that is wholly theirs.
final class OwnMovie {
    private let region: Region
    private var tracks: [MovieTrack] = []
    private var mediaData: [Range<Int>] = []
    private var track: MovieTrack?

    /// What each box may hold; boxes that are not a key hold no boxes.
    private static let children: [FourCC: Set<FourCC>] = [
        "file": ["ftyp", "moov", "mdat", "free", "wide"],
        "moov": ["mvhd", "trak", "udta"],
        "trak": ["tkhd", "tapt", "edts", "mdia"],
        // Sizes of the shown picture, where pixels are not square.
        "tapt": ["clef", "prof", "enof"],
        "edts": ["elst"],
        "mdia": ["mdhd", "hdlr", "minf"],
        "minf": ["vmhd", "smhd", "hdlr", "dinf", "stbl"],
        "dinf": ["dref"],
        "stbl": ["stsd", "stts", "ctts", "stss", "stsc", "stsz", "stco", "co64", "sgpd", "sbgp", "sdtp"],
    ]

    init(_ region: Region) { self.region = region }

    func check() {
        walk(region, "file")
        checkTracks()
        checkData()
    }

    private func walk(_ part: Region, _ parent: FourCC) {
        let allowed = Self.children[parent] ?? []
        let end = Boxes.each(in: part) { [self] box in
            guard allowed.contains(box.type) else {
                box.body.unexpectedPart("box \(box.type.shown) in \(parent.shown)")
                return
            }
            if box.type == "trak" {
                let track = MovieTrack(offset: box.body.start)
                tracks.append(track)
                TrackWalker(track).run(box.body)
                self.track = track
            }
            if Self.children[box.type] != nil {
                walk(box.body, box.type)
            } else if !OwnMovieBox.isFine(box, in: parent, samples: track?.samples.count ?? 0) {
                box.body.unexpectedValue("box \(box.type.shown) in \(parent.shown)")
            }
            if box.type == "mdat" { mediaData.append(box.end - box.body.count..<box.end) }
        }
        part.expectEnd(at: end)
    }

    private func checkTracks() {
        let handlers = tracks.map(\.handler)
        if handlers != ["vide"] && handlers != ["vide", "soun"] {
            region.unexpectedPart("tracks \(handlers.prefix(8).map(\.shown).joined(separator: " "))")
        }
        for track in tracks where track.formats.count != 1 || !track.references.isEmpty || track.edits.count > 2 {
            region.file.note(.unexpectedPart, "descriptions, references or edits of a track", track.offset)
        }
    }

    /// Every byte of the media data belongs to exactly one sample, and every sample to the media data.
    private func checkData() {
        var used = ByteRanges()
        var total = 0
        for track in tracks {
            let addsUp = track.samples.each { [region] _, offset, size in
                used.add(offset, size)
                total += size
                if let shape = track.units, let picture = region.slice(offset, size) { OwnUnits.check(picture, shape) }
            }
            if !addsUp { region.file.note(.unexpectedValue, "sample tables that do not add up", track.offset) }
        }
        if used.overlap { region.unexpectedValue("samples that overlap") }
        var held = 0
        for data in mediaData {
            held += data.count
            for gap in used.gaps(in: data) {
                region.note(.unexpectedBytes, "\(gap.count) bytes that no sample names", gap.lowerBound)
            }
        }
        if held != total { region.unexpectedValue("samples outside the media data") }
    }
}
