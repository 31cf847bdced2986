import CFFmpeg

/// The streams of a file, and the choice of the one picture and the one sound that are used.
struct StreamTable {
    struct Choice {
        var video: Int
        var audio: Int?
    }

    private let streams: [sf_ffmpeg_stream]

    init(_ reader: OpaquePointer) {
        streams = (0..<sf_ffmpeg_reader_stream_count(reader)).map { index in
            var stream = sf_ffmpeg_stream()
            sf_ffmpeg_reader_stream(reader, index, &stream)
            return stream
        }
    }

    /// The film is the first enabled video stream that is not cover art, else the first one; sound likewise, of those
    /// that can be described.
    func choose(_ options: VideoReader.Options) throws(MediaError) -> Choice {
        let films = streams.indices.filter { isKind($0, SF_FFMPEG_VIDEO) && streams[$0].is_still == 0 }
        guard let video = films.first(where: { streams[$0].is_default != 0 }) ?? films.first else { throw .noVideo }
        let film = streams[video]
        guard film.is_encrypted == 0 else { throw .encrypted }
        guard film.has_decoder != 0 else { throw .unsupportedCodec(name(video)) }
        let (width, height) = (Int(film.width), Int(film.height))
        guard width <= options.largestSide, height <= options.largestSide, width * height <= options.mostPixels else {
            throw .tooLarge(width: width, height: height)
        }
        let sounds = streams.indices.filter {
            isKind($0, SF_FFMPEG_AUDIO) && streams[$0].has_decoder != 0 && streams[$0].sample_rate > 0
                && streams[$0].channel_count > 0
        }
        let audio = sounds.first { streams[$0].is_default != 0 } ?? sounds.first
        if let audio, streams[audio].is_encrypted != 0 { throw .encrypted }
        return Choice(video: video, audio: audio)
    }

    func name(_ index: Int) -> String { streams[index].codec_name.map { String(cString: $0) } ?? "" }

    /// Every stream but the chosen ones.
    func leftBehind(_ choice: Choice) -> [LeftBehind] {
        streams.indices.filter { $0 != choice.video && $0 != choice.audio }.map { index in
            LeftBehind(kind: kind(index), codecName: name(index))
        }
    }

    private func isKind(_ index: Int, _ kind: sf_ffmpeg_kind) -> Bool { streams[index].kind == Int32(kind.rawValue) }

    private func kind(_ index: Int) -> LeftBehind.Kind {
        if isKind(index, SF_FFMPEG_VIDEO) { return streams[index].is_still != 0 ? .coverArt : .video }
        if isKind(index, SF_FFMPEG_AUDIO) { return .audio }
        if isKind(index, SF_FFMPEG_SUBTITLE) { return .subtitle }
        return isKind(index, SF_FFMPEG_ATTACHMENT) ? .attachment : .data
    }
}
