import FileAudit
import Testing

/// Kinds of block for which there is no real file, put together by hand.
@Suite struct GeneratedPictureTests {
    @Test(
        arguments: [
            (0xE0, Make.text("JFIF\0") + [1, 1, 0, 0, 1, 0, 1, 1, 1, 9, 9, 9], "thumbnail"),
            (0xE0, Make.text("JFXX\0") + [0x10], "thumbnail"), (0xE2, Make.text("FPXR\0"), "application"),
            (0xE1, Make.text("FLIR\0"), "application"), (0xE3, Make.text("Meta"), "application"),
            (0xE2, Make.text("urn:iso:std:iso:ts:21496:-1\0"), "gainmap"),
            (0xEB, Make.text("JP") + Make.zeros(8), "c2pa"),
            (0xEE, Make.text("Adobe") + Make.zeros(20), "application"),
            (0xE1, Make.text("http://ns.adobe.com/xap/1.0/\0GDepth:Data"), "depth"),
            (0xE1, Make.text("http://ns.adobe.com/xap/1.0/\0GImage:Data"), "xmp.image"),
            (0xE1, Make.text("http://ns.adobe.com/xap/1.0/\0exif:GPSLatitude"), "xmp.gps"),
            (0xE1, Make.text("http://ns.adobe.com/xap/1.0/\0xmpMM:DocumentID"), "xmp.document-id"),
            (0xE1, Make.text("http://ns.adobe.com/xap/1.0/\0xmpGImg:image"), "xmp.thumbnail"),
            (0xED, Make.text("Photoshop 3.0\0" + "8BIM\u{4}\u{9}\0\0\0\0\0\u{2}ab"), "photoshop.thumbnail"),
        ] as [(UInt8, [UInt8], String)])
    func `a segment is known for what it is`(segment: (marker: UInt8, body: [UInt8], code: String)) throws {
        #expect(try Make.jpeg(Make.segment(segment.marker, segment.body)).codes.contains(segment.code))
    }

    @Test func `a JPEG of nothing but a picture is clean, with a plain JFIF head too`() throws {
        #expect(try Make.jpeg().codes == [])
        let plain = Make.text("JFIF\0") + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        #expect(try Make.jpeg(Make.segment(0xE0, plain)).codes == [])
    }

    /// A profile in UTF-16 has a zero beside each character.
    @Test func `XMP in wide characters is read too`() throws {
        let wide: [UInt8] = Make.text("<x PersonInImage>").flatMap { [$0, 0] as [UInt8] }
        #expect(
            try Make.jpeg(Make.segment(0xE1, Make.text("http://ns.adobe.com/xap/1.0/\0") + wide)).codes.contains(
                "xmp.faces"))
    }

    @Test(arguments: [
        (0x010F, "exif.device"), (0x0131, "exif.software"), (0x0132, "exif.date"), (0x013B, "exif.owner"),
        (0x8298, "exif.owner"), (0x9C9D, "exif.owner"), (0x010E, "exif.text"), (0xA431, "exif.serial"),
        (0xA420, "exif.unique-id"), (0x9402, "exif.environment"), (0x927C, "exif.makernote"), (0x87AF, "exif.gps"),
    ])
    func `a tag is known for what it is`(tag: (number: Int, code: String)) throws {
        let block = Make.exif([(tag.number, 2, 4, 0x4141_4141)])
        #expect(try Make.jpeg(Make.segment(0xE1, Make.text("Exif\0\0") + block)).codes == ["exif", tag.code])
        // Blanks and zeros say nothing.
        let empty = Make.exif([(tag.number, 2, 4, 0x0020_2020)])
        #expect(try Make.jpeg(Make.segment(0xE1, Make.text("Exif\0\0") + empty)).codes == ["exif"])
    }

    @Test func `a GPS directory that holds a place is found, one that holds its version only is none`() throws {
        let head = Make.exif([(0x8825, 4, 1, 26)])
        let place = Make.little(1, 2) + Make.little(2, 2) + Make.little(5, 2) + Make.little(3, 4) + Make.little(0, 4)
        let version = Make.little(1, 2) + Make.little(0, 2) + Make.little(1, 2) + Make.little(4, 4) + Make.little(2, 4)
        let mark = Make.text("Exif\0\0")
        #expect(try Make.jpeg(Make.segment(0xE1, mark + head + place + Make.zeros(4))).codes == ["exif", "exif.gps"])
        #expect(try Make.jpeg(Make.segment(0xE1, mark + head + version + Make.zeros(4))).codes == ["exif"])
    }

    @Test(arguments: [
        ("tEXt", "text"), ("zTXt", "text"), ("iTXt", "text"), ("tIME", "time"), ("iCCP", "icc"), ("caBX", "c2pa"),
        ("acTL", "extra-images"), ("vpAg", "application"), ("eXIf", "exif"),
    ])
    func `a chunk is known for what it is`(chunk: (type: String, code: String)) throws {
        #expect(try Make.png(more: Make.chunk(chunk.type, Make.zeros(8))).codes.contains(chunk.code))
    }

    @Test func `profiles that hide in PNG texts are known`() throws {
        let text = Make.chunk("zTXt", Make.text("Raw profile type exif\0\0"))
        #expect(try Make.png(more: text).codes == ["exif"])
        let xmp = Make.chunk("iTXt", Make.text("XML:com.adobe.xmp\0\0\0\0\0mwg-rs:Regions"))
        #expect(try Make.png(more: xmp).codes == ["xmp", "xmp.faces"])
    }

    @Test func `what a WebP or GIF holds is known`() throws {
        #expect(try Make.webp().codes == [])
        #expect(try Make.webp(Make.riff("ICCP", Make.zeros(140))).codes == ["icc"])
        #expect(try Make.webp(Make.riff("MINE", [1])).codes == ["application"])
        #expect(try (Make.webp() + [1, 2, 3]).codes == ["trailer"])
        #expect(try Array(Make.webp().dropLast(3)).codes.contains("damaged"))
        #expect(try Make.gif().codes == [])
        #expect(try Make.gif([0x21, 0xFE, 2, 65, 66, 0]).codes == ["comment"])
        #expect(try Make.gif([0x21, 0xFF, 11] + Make.text("NETSCAPE2.0") + [3, 1, 0, 0, 0]).codes == [])
        #expect(try Make.gif([0x21, 0xFF, 11] + Make.text("XMP DataXMP") + [3, 65, 66, 67, 0]).codes == ["xmp"])
        #expect(try Make.gif([0x21, 0xFF, 11] + Make.text("MYOWNAPP1.0") + [1, 65, 0]).codes == ["application"])
        #expect(try (Make.gif() + Make.jpeg()).codes == ["trailer", "extra-images"])
    }

    @Test func `a trailer of zeros is none, any other is`() throws {
        #expect(try (Make.jpeg() + Make.zeros(500)).codes == [])
        #expect(try (Make.jpeg() + [1]).codes == ["trailer"])
        #expect(try (Make.jpeg() + Make.text("....SEFHSEFT")).codes == ["trailer", "application"])
    }

    /// A HEIF file with one picture and one more item.
    static func heif(_ type: String, reference: String? = nil, property: [UInt8] = [], more: [UInt8] = []) -> [UInt8] {
        let items = [(1, "hvc1"), (2, type)].map {
            Make.box("infe", [2, 0, 0, 0] + Make.big($0.0, 2) + [0, 0] + Make.text($0.1) + [0])
        }
        let meta = Make.box(
            "meta", Make.zeros(4), Make.box("hdlr", Make.zeros(8) + Make.text("pict") + Make.zeros(13)),
            Make.box("pitm", Make.zeros(4) + [0, 1]), Make.box("iinf", Make.zeros(4) + [0, 2], items[0], items[1]),
            Make.box(
                "iprp", Make.box("ipco", property), Make.box("ipma", Make.zeros(4) + Make.big(1, 4) + [0, 2, 1, 1])),
            reference.map { Make.box("iref", Make.zeros(4), Make.box($0, [0, 2, 0, 1, 0, 1])) } ?? []
        )
        return Make.box("ftyp", Make.text("heic\0\0\0\0heicmif1")) + meta + more
    }

    @Test func `items of a HEIF file are known for what they are`() throws {
        let name = { (text: String) in Make.box("auxC", Make.zeros(4) + Make.text(text + "\0")) }
        let aux = "urn:com:apple:photo:2020:aux:"
        #expect(try Self.heif("hvc1", reference: "thmb").codes == ["thumbnail"])
        #expect(try Self.heif("hvc1").codes == ["extra-images"])
        #expect(try Self.heif("tmap").codes == ["gainmap"])
        #expect(try Self.heif("iovl").codes.contains("hidden-pixels"))
        #expect(try Self.heif("hvc1", reference: "auxl", property: name(aux + "hdrgainmap")).codes == ["gainmap"])
        #expect(try Self.heif("hvc1", reference: "auxl", property: name(aux + "semanticskinmatte")).codes == ["matte"])
        #expect(
            try Self.heif("hvc1", reference: "auxl", property: name("urn:mpeg:hevc:2015:auxid:2")).codes == ["depth"])
        #expect(try Self.heif("hvc1", reference: "auxl", property: name("urn:mpeg:hevc:2015:auxid:1")).codes == [])
        #expect(try Self.heif("mime").codes == ["application"])
        #expect(
            try Self.heif("hvc1", reference: "thmb", property: Make.box("clap", Make.zeros(32))).codes.contains(
                "hidden-pixels"))
        #expect(try Self.heif("hvc1", reference: "thmb", property: Make.box("udes", [1])).codes.contains("text"))
        let hidden = try Self.heif("hvc1", reference: "thmb", more: Make.box("mdat", Make.text("FACE"))).codes
        #expect(hidden == ["thumbnail", "unreferenced-data"])
    }
}
