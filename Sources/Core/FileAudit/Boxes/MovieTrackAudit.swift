/// Judges the tracks of a film against each other: one of pictures, at most one of sound, nothing else, all shown.
struct MovieTrackAudit {
    let tracks: [MovieTrack]
    let movieTimescale: Int
    let region: Region

    /// Samples of sound that may lie before the start: an encoder needs some to swing in.
    ///
    /// Source: AAC 2,112 (Apple), HE-AAC 3,008 with its delay; Opus 3,840 (80 ms), at 48 kHz.
    private static let soundLeadSeconds = 0.1
    /// What may remain behind the end of what is shown: less than a quarter of a second rounds away.
    private static let tailSeconds = 0.25

    func run() {
        noteKinds()
        for track in tracks where track.handler == "vide" || track.handler == "soun" { noteHidden(track) }
    }

    private func noteKinds() {
        let chapters = Set(tracks.flatMap { $0.references.filter { $0.kind == "chap" }.flatMap(\.tracks) })
        let videos = tracks.filter { $0.handler == "vide" }
        let main = videos.first { !$0.isStill && !chapters.contains($0.id) } ?? videos.first
        let sound = tracks.first { $0.handler == "soun" }
        for track in tracks where track !== main && track !== sound {
            file.note(code(track, isChapter: chapters.contains(track.id)), description(track), track.offset)
        }
    }

    private var file: AuditedFile { region.file }

    private func description(_ track: MovieTrack) -> String {
        "track \(track.handler.shown) \(track.formats.first?.shown ?? "")"
    }

    private func code(_ track: MovieTrack, isChapter: Bool) -> AuditCode {
        switch track.handler {
        case _ where isChapter: .movieChapters
        case "vide": track.isStill ? .movieCoverArt : .movieExtraVideo
        case "auxv": .movieExtraVideo
        case "pict": .movieCoverArt
        case "soun": .movieExtraAudio
        case "text", "sbtl", "subt", "clcp", "subp": .movieSubtitles
        case "tmcd": .movieTimecode
        default: .movieData
        }
    }

    /// Media before the first edit, between edits, or behind the last.
    private func noteHidden(_ track: MovieTrack) {
        let edits = track.edits.filter { $0.mediaTime >= 0 }
        guard let first = edits.first, track.timescale > 0 else { return }
        let lead =
            track.handler == "soun"
            ? Int(Self.soundLeadSeconds * Double(track.timescale)) : track.firstCompositionOffset
        if first.mediaTime > lead {
            file.note(.movieHidden, "\(track.handler.shown) before the first edit", track.offset)
        }
        guard movieTimescale > 0 else { return }
        var place = Double(first.mediaTime)
        for edit in edits {
            if abs(Double(edit.mediaTime) - place) > Double(track.timescale) * 0.02 {
                file.note(.movieHidden, "\(track.handler.shown) between edits", track.offset)
            }
            place = Double(edit.mediaTime) + Double(edit.duration) / Double(movieTimescale) * Double(track.timescale)
        }
        // A duration of nothing says "to the end", in fragments.
        guard edits.allSatisfy({ $0.duration > 0 }) else { return }
        if Double(track.duration) - place > Self.tailSeconds * Double(track.timescale) {
            file.note(.movieHidden, "\(track.handler.shown) behind the last edit", track.offset)
        }
    }
}
