import FileAudit
import Media
import Photo
import Testing

/// Films, put together by hand or changed from what our writer makes.
@Suite struct GeneratedFilmTests {
    /// Our own film with one more box inside its index; the index lies in front, so that offsets must move.
    static func film(adding box: [UInt8]) throws -> [UInt8] {
        var bytes = try OwnOutputTests.film(.mp4, .h264)
        let moov = try #require(bytes.place(of: "moov"))
        let stco = try #require(bytes.place(of: "stco"))
        let length = bytes[(moov - 4)..<moov].reduce(0) { $0 << 8 | Int($1) }
        let count = bytes[(stco + 8)..<(stco + 12)].reduce(0) { $0 << 8 | Int($1) }
        for entry in 0..<count {
            let place = stco + 12 + entry * 4
            let offset = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            bytes.replaceSubrange(place..<place + 4, with: Make.big(offset + box.count, 4))
        }
        bytes.replaceSubrange(moov - 4..<moov, with: Make.big(length + box.count, 4))
        bytes.insert(contentsOf: box, at: moov - 4 + length)
        return bytes
    }

    static func track(_ handler: String, _ format: String, _ extra: [UInt8] = []) -> [UInt8] {
        Make.box(
            "trak", Make.box("tkhd", Make.zeros(12) + Make.big(9, 4) + Make.zeros(68)), extra,
            Make.box(
                "mdia", Make.box("mdhd", Make.zeros(24)),
                Make.box("hdlr", Make.zeros(8) + Make.text(handler) + Make.zeros(13)),
                Make.box(
                    "minf",
                    Make.box("stbl", Make.box("stsd", Make.zeros(4) + Make.big(1, 4), Make.box(format, Make.zeros(78))))
                )
            )
        )
    }

    @Test(arguments: [
        ("tmcd", "tmcd", "movie.timecode"), ("text", "tx3g", "movie.subtitles"), ("sbtl", "tx3g", "movie.subtitles"),
        ("clcp", "c608", "movie.subtitles"), ("meta", "mebx", "movie.data-track"), ("meta", "gpmd", "movie.data-track"),
        ("camm", "camm", "movie.data-track"), ("vide", "hvc1", "movie.extra-video"),
        ("vide", "jpeg", "movie.cover-art"),
        ("hint", "rtp ", "movie.data-track"),
    ])
    func `a track beside the picture is known for what it is`(
        track: (handler: String, format: String, code: String)
    ) throws {
        #expect(try Self.film(adding: Self.track(track.handler, track.format)).codes == [track.code])
    }

    @Test func `a second sound is found, the first is none`() throws {
        let sound = Self.track("soun", "mp4a")
        #expect(try Self.film(adding: sound).codes == [])
        #expect(try Self.film(adding: sound + sound).codes == ["movie.extra-audio"])
    }

    @Test(arguments: [
        ("\u{A9}xyz", "movie.gps"), ("loci", "movie.gps"), ("\u{A9}mak", "movie.device"),
        ("\u{A9}too", "movie.software"),
        ("\u{A9}ART", "movie.owner"), ("\u{A9}nam", "movie.text"), ("\u{A9}day", "movie.date"),
        ("chpl", "movie.chapters"),
        ("CAME", "movie.device"), ("GPMF", "movie.data-track"), ("thmb", "movie.cover-art"),
        ("Xtra", "movie.user-data"),
        ("smta", "movie.user-data"),
    ])
    func `user data is known for what it is`(entry: (type: String, code: String)) throws {
        let box = Make.box("udta", Make.box(entry.type, [1, 2, 3, 4]))
        #expect(try Self.film(adding: box).codes == [entry.code])
    }

    @Test(arguments: [
        ("com.apple.quicktime.location.ISO6709", "movie.gps"), ("com.apple.quicktime.make", "movie.device"),
        ("com.apple.quicktime.creationdate", "movie.date"), ("com.apple.quicktime.author", "movie.owner"),
        ("com.apple.quicktime.content.identifier", "movie.content-id"), ("com.android.version", "movie.device"),
        ("com.apple.quicktime.software", "movie.software"), ("mine", "movie.text"),
    ])
    func `a metadata key is known for what it is`(key: (name: String, code: String)) throws {
        let keys = Make.box("keys", Make.zeros(4) + Make.big(1, 4), Make.box("mdta", Make.text(key.name)))
        let list = Make.box("ilst", Make.big(16, 4) + [0, 0, 0, 1] + Make.zeros(8))
        let meta = Make.box("meta", Make.box("hdlr", Make.zeros(24)), keys, list)
        #expect(try Self.film(adding: meta).codes == [key.code])
    }

    @Test func `free space that is not empty, unknown boxes and blocks of other kinds are found`() throws {
        #expect(try Self.film(adding: Make.box("free", Make.zeros(40))).codes == [])
        #expect(try Self.film(adding: Make.box("free", [0, 0, 1])).codes == ["slack"])
        #expect(try Self.film(adding: Make.box("mine", [1])).codes == ["unknown-part"])
        #expect(try Self.film(adding: Make.box("uuid", Make.zeros(16))).codes == ["movie.user-data"])
        let c2pa = Make.big(0xD8FE_C3D6, 4) + Make.big(0x1B0E_483C, 4) + Make.zeros(8)
        #expect(try Self.film(adding: Make.box("uuid", c2pa)).codes == ["c2pa"])
        let xmp = Make.big(0xBE7A_CFCB, 4) + Make.big(0x97A9_42E8, 4) + Make.zeros(8) + Make.text("<dc:creator>")
        #expect(try Self.film(adding: Make.box("uuid", xmp)).codes == ["xmp", "xmp.owner"])
    }

    @Test func `media that no sample names is found, and what lies behind the end`() throws {
        let bytes = try OwnOutputTests.film(.mp4, .h264)
        #expect(try (bytes + Make.box("mdat", Make.text("FACE"))).codes == ["unreferenced-data"])
        #expect(try (bytes + Make.box("mdat", Make.zeros(30))).codes == [])
        #expect(try (bytes + Make.text("PK\u{3}\u{4}....")).codes == ["trailer", "application"])
    }

    /// The edit list begins later than the first picture, as a cut without encoding anew leaves it.
    @Test func `pictures in front of the first edit are found`() throws {
        var bytes = try OwnOutputTests.film(.mp4, .h264)
        let elst = try #require(bytes.place(of: "elst"))
        bytes.replaceSubrange(elst + 16..<elst + 20, with: Make.big(30_000, 4))
        #expect(try bytes.codes.contains("movie.hidden-media"))
    }

    @Test func `pictures behind the last edit are found`() throws {
        var bytes = try OwnOutputTests.film(.mp4, .h264)
        let elst = try #require(bytes.place(of: "elst"))
        bytes.replaceSubrange(elst + 12..<elst + 16, with: Make.big(1, 4))
        #expect(try bytes.codes.contains("movie.hidden-media"))
    }

    @Test func `media in another file are found`() throws {
        let reference = Make.box(
            "dref", Make.zeros(4) + Make.big(1, 4), Make.box("url ", [0, 0, 0, 0] + Make.text("http://x")))
        let track = Make.box("trak", Make.box("mdia", Make.box("minf", Make.box("dinf", reference))))
        #expect(try Self.film(adding: track).codes.contains("external-reference"))
    }

    @Test func `messages inside the pictures are known for what they are`() throws {
        let mark = Make.big(0xDC45_E9BD, 4) + Make.zeros(12)
        for (message, code) in [
            ([6, 5, 16] + mark, "video.encoder-settings"), ([6, 5, 16] + Make.zeros(16), "video.user-data"),
            ([6, 4, 4, 0xB5, 0, 0x31, 0x47], "video.captions"),
            ([6, 4, 4, 0xB5, 0, 0x3C, 0], "video.dynamic-metadata"),
            ([6, 136, 1, 0], "video.timecode"), ([20, 0], "movie.extra-layer"), ([30, 0], "video.user-data"),
        ] as [([UInt8], String)] {
            var bytes = try OwnOutputTests.film(.mp4, .h264)
            // Put in place of the first picture, which is longer; the rest becomes one more unit.
            let place = try #require(bytes.place(of: "mdat")) + 4
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let rest = length - message.count - 4
            let units = Make.big(message.count, 4) + message + Make.big(rest, 4)
            bytes.replaceSubrange(place..<place + units.count, with: units)
            bytes[place + units.count] = 1
            #expect(try bytes.codes == [code])
        }
    }

    @Test func `what Matroska holds beside the tracks is known`() throws {
        #expect(try Make.matroska().codes == [])
        #expect(try Make.matroska(Make.element(0x1941_A469, [1])).codes == ["movie.attachment"])
        #expect(try Make.matroska(Make.element(0x1043_A770, [1])).codes == ["movie.chapters"])
        let info = { (id: Int, value: [UInt8]) in Make.element(0x1549_A966, Make.element(id, value)) }
        #expect(try Make.matroska(info(0x4461, [1])).codes == ["movie.date"])
        #expect(try Make.matroska(info(0x7BA9, [65])).codes == ["movie.text"])
        #expect(try Make.matroska(info(0x5741, Make.text("Lavf"))).codes == [])
        #expect(try Make.matroska(info(0x5741, Make.text("Lavf59"))).codes == ["movie.software"])
        #expect(try Make.matroska(info(0x73A4, [1])).codes == ["movie.segment-id"])
        #expect(try Make.matroska(Make.element(0xEC, Make.zeros(9))).codes == [])
        #expect(try Make.matroska(Make.element(0xEC, [0, 7])).codes == ["slack"])
        #expect(try Make.matroska(Make.element(0x4DAA, [1])).codes == ["unknown-part"])
        let track = { (kind: UInt8, codec: String, head: [UInt8]) in
            Make.element(
                0xAE, Make.element(0x83, [kind]), Make.element(0x86, Make.text(codec)), Make.element(0x63A2, head))
        }
        #expect(try Make.matroska(Make.element(0x1654_AE6B, track(0x12, "B_VOBBTN", []))).codes == ["movie.data-track"])
        let flac = Make.text("fLaC") + [0x86, 0, 0, 1, 9]
        #expect(try Make.matroska(Make.element(0x1654_AE6B, track(2, "A_FLAC", flac))).codes == ["audio.comment"])
        let comments = [3] + Make.text("vorbis") + Make.little(0, 4) + Make.little(2, 4)
        let vorbis = [2, 30, UInt8(comments.count)] + Make.zeros(30) + comments
        #expect(try Make.matroska(Make.element(0x1654_AE6B, track(2, "A_VORBIS", vorbis))).codes == ["audio.comment"])
    }

    @Test func `what an AVI holds beside the streams is known`() throws {
        let avi = { (chunks: [UInt8]) in
            let body = Make.text("AVI ") + chunks
            return Make.text("RIFF") + Make.little(body.count, 4) + body
        }
        #expect(try avi([]).codes == [])
        #expect(try avi(Make.riff("JUNK", Make.zeros(8))).codes == [])
        #expect(try avi(Make.riff("JUNK", [1, 2])).codes == ["slack"])
        #expect(try avi(Make.riff("IDIT", Make.text("TODAY"))).codes == ["movie.date"])
        let info = Make.riff("LIST", Make.text("INFO") + Make.riff("IART", Make.text("ME")))
        #expect(try avi(info).codes == ["movie.owner"])
        let stream = Make.riff("LIST", Make.text("strl") + Make.riff("strh", Make.text("txts")))
        #expect(try avi(stream).codes == ["movie.subtitles"])
        #expect(try (avi([]) + [5]).codes == ["trailer"])
    }

    @Test func `data streams of a transport stream are found`() throws {
        let packet = { (stream: Int, table: [UInt8]) in
            let head = [0x47] + Make.big(0x4000 | stream, 2) + [0x10, 0]
            return head + table + [UInt8](repeating: 0xFF, count: 188 - head.count - table.count)
        }
        let programs = packet(0, [0, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1, 0xE1, 0x00] + Make.zeros(4))
        let streams = { (kinds: [UInt8]) in
            let list: [UInt8] = kinds.enumerated().flatMap {
                [$0.element, 0xE0, UInt8(32 + $0.offset), 0xF0, 0] as [UInt8]
            }
            return packet(
                0x100, [2, 0xB0, UInt8(13 + list.count), 0, 1, 0xC1, 0, 0, 0xE0, 32, 0xF0, 0] + list + Make.zeros(4))
        }
        let filler = [0x47, 0x1F, 0xFF, 0x10] + Make.zeros(184)
        let stream = { (kinds: [UInt8]) in programs + streams(kinds) + filler + filler + filler }
        #expect(try stream([0x1B, 0x0F]).codes == [])
        #expect(try stream([0x1B, 0x0F, 0x86]).codes == ["movie.data-track"])
        #expect(try stream([0x1B, 0x15]).codes == ["movie.data-track"])
        #expect(try stream([0x1B, 0x1B]).codes == ["movie.extra-video"])
    }

    @Test func `a file of an unknown kind is never clean`() throws {
        #expect(try [UInt8]().codes == ["unknown-container"])
        #expect(try Make.text("Dear diary, today Anna").codes == ["unknown-container"])
    }
}
