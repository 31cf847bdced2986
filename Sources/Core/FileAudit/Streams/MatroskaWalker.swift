/// A Matroska or WebM file.
///
/// Source: RFC 9559.
final class MatroskaWalker {
    private let region: Region
    private var videoTracks = 0
    private var soundTracks = 0
    private var units: [Int: UnitShape] = [:]
    private var scanned: [Int: Int] = [:]

    init(_ region: Region) { self.region = region }

    func run() {
        var hasSegment = false
        let end = EBML.each(in: region) { element in
            switch element.id {
            case 0x1A45_DFA3: break
            case 0x1853_8067:
                hasSegment = true
                let rest = EBML.each(in: element.body) { [self] in walkSegment($0) }
                if rest < element.body.count { element.body.note(.damaged, "a segment that breaks off", rest) }
            case 0xEC: noteVoid(element)
            default: region.note(.unknownPart, Self.name(element.id), element.start)
            }
            return true
        }
        if !hasSegment { region.note(.damaged, "no whole segment") }
        if end < region.count, hasSegment { TrailerScan(region.from(end), depth: 0).run() }
    }

    static func name(_ id: Int) -> String { "element 0x" + String(id, radix: 16) }

    private func noteVoid(_ element: EBMLElement) {
        if !element.body.isZero() { element.body.note(.slack, "Void") }
    }

    private func walkSegment(_ element: EBMLElement) -> Bool {
        let body = element.body
        switch element.id {
        case 0x1549_A966: EBML.each(in: body) { [self] in noteInfo($0) }
        case 0x1654_AE6B: EBML.each(in: body) { [self] in noteTrack($0) }
        case 0x1254_C367: MatroskaTags.note(body)
        case 0x1941_A469: body.note(.movieAttachment, "Attachments")
        case 0x1043_A770: body.note(.movieChapters, "Chapters")
        case 0x1F43_B675:
            let end = EBML.each(in: body) { [self] in walkCluster($0) }
            // In a cluster of open length the next cluster lies "inside".
            if element.isOpen, end < body.count { EBML.each(in: body, from: end) { [self] in walkSegment($0) } }
        case 0xEC: noteVoid(element)
        case 0x114D_9B74, 0x1C53_BB6B, 0xBF: break
        default: body.note(.unknownPart, Self.name(element.id))
        }
        return true
    }

    private func noteInfo(_ element: EBMLElement) -> Bool {
        let body = element.body
        switch element.id {
        case 0x2AD7B1, 0x4489, 0xBF: break
        // A fixed word without a version is all that our own writer says.
        case 0x4D80, 0x5741:
            if !(body.count == 4 && body.has("Lavf", at: 0)) { body.note(.movieSoftware, Self.name(element.id)) }
        case 0x4461: body.note(.movieDate, "DateUTC")
        case 0x7BA9, 0x7384, 0x3C83AB, 0x3E83BB: body.note(.movieText, Self.name(element.id))
        case 0x73A4, 0x3CB923, 0x3EB923, 0x4444: if !body.isZero() { body.note(.movieSegmentID, Self.name(element.id)) }
        case 0xEC: noteVoid(element)
        default: body.note(.unknownPart, Self.name(element.id))
        }
        return true
    }

    private func noteTrack(_ element: EBMLElement) -> Bool {
        guard element.id == 0xAE else { return true }
        var (kind, number, codec) = (0, 0, "")
        var head: Region?
        EBML.each(in: element.body) { field in
            switch field.id {
            case 0x83: kind = field.body.u8(0) ?? 0
            case 0xD7: number = field.body.number(0, min(8, field.body.count)) ?? 0
            case 0x86: codec = String(decoding: field.body.bytes(0, 64), as: UTF8.self)
            case 0x63A2: head = field.body
            case 0x536E: field.body.note(.movieHandlerName, "track name")
            case 0x41E4: field.body.note(.movieUserData, "BlockAdditionMapping")
            case 0xEC: if !field.body.isZero() { field.body.note(.slack, "Void") }
            default: break
            }
            return true
        }
        noteKind(kind, codec, element)
        if let head { noteHead(head, codec, number) }
        return true
    }

    private func noteKind(_ kind: Int, _ codec: String, _ element: EBMLElement) {
        let text = "track \(codec.filter { $0.isASCII && !$0.isWhitespace }.prefix(24))"
        switch kind {
        case 1:
            videoTracks += 1
            if videoTracks > 1 { element.body.note(.movieExtraVideo, text) }
        case 2:
            soundTracks += 1
            if soundTracks > 1 { element.body.note(.movieExtraAudio, text) }
        case 0x11: element.body.note(.movieSubtitles, text)
        default: element.body.note(.movieData, text)
        }
    }

    private func noteHead(_ head: Region, _ codec: String, _ number: Int) {
        switch codec {
        case "V_MPEG4/ISO/AVC": units[number] = UnitShape(codec: .h264, lengthBytes: ((head.u8(4) ?? 3) & 3) + 1)
        case "V_MPEGH/ISO/HEVC":
            units[number] = UnitShape(codec: .hevc, lengthBytes: ((head.u8(21) ?? 3) & 3) + 1)
            UnitScanner.scanParameterArrays(head)
        case "V_AV1": units[number] = UnitShape(codec: .av1, lengthBytes: 0)
        case "A_VORBIS": SoundHead.noteVorbis(head)
        case "A_FLAC": SoundHead.noteFLAC(head.from(4))
        default: break
        }
    }

    private func walkCluster(_ element: EBMLElement) -> Bool {
        switch element.id {
        case 0xA3: scanBlock(element.body)
        case 0xA0:
            EBML.each(in: element.body) { [self] inner in
                if inner.id == 0xA1 { scanBlock(inner.body) }
                if inner.id == 0x75A1 { inner.body.note(.movieUserData, "BlockAdditions") }
                return true
            }
        case 0xEC: noteVoid(element)
        case 0xE7, 0xA7, 0xAB, 0xBF, 0x5854: break
        // Elements of the level above end a cluster of open length.
        case 0x1F43_B675, 0x1C53_BB6B, 0x1254_C367, 0x1043_A770, 0x1941_A469, 0x1654_AE6B: return false
        default: element.body.note(.unknownPart, Self.name(element.id))
        }
        return true
    }

    /// Track number, two bytes of time, flags; then the picture, where blocks are not laced.
    private func scanBlock(_ body: Region) {
        guard let (track, bytes) = EBML.number(body, 0, keepsMark: false), let shape = units[track],
            (body.u8(bytes + 2) ?? 0) & 0x06 == 0
        else { return }
        let seen = scanned[track, default: 0]
        scanned[track] = seen + 1
        if seen < 24 || seen % 128 == 0 { UnitScanner(shape).scan(body.from(bytes + 3)) }
    }
}
