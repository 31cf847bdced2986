/// An AVI file.
///
/// Source: Microsoft's RIFF and AVI references; OpenDML 1.02.
final class AVIWalker {
    private let region: Region
    private var videoStreams = 0
    private var soundStreams = 0

    init(_ region: Region) { self.region = region }

    func run() {
        var offset = 0
        // Files over 1 GB are several of them, one after the other.
        while region.has("RIFF", at: offset), let size = region.little32(offset + 4), region.file.spend() {
            guard let body = region.slice(offset + 12, max(0, size - 4)) else {
                region.note(.damaged, "an AVI that breaks off", offset)
                walk(region.from(offset + 12), depth: 0)
                return
            }
            walk(body, depth: 0)
            offset += 8 + size + size % 2
        }
        TrailerScan(region.from(offset), depth: 0).run()
    }

    private func walk(_ part: Region, depth: Int) {
        var offset = 0
        while offset + 8 <= part.count, let type = part.code(offset), let size = part.little32(offset + 4),
            part.file.spend()
        {
            guard let body = part.slice(offset + 8, size) else {
                part.note(.damaged, "a chunk that breaks off", offset)
                return
            }
            note(type, body, depth)
            offset += 8 + size + size % 2
        }
    }

    private func note(_ type: FourCC, _ body: Region, _ depth: Int) {
        switch type {
        case "LIST": noteList(body, depth)
        case "JUNK", "PAD ": if !body.isZero() { body.note(.slack, type.shown) }
        case "avih", "idx1", "strf", "indx", "vprp", "dmlh": break
        case "strh": noteStream(body)
        case "strn": if !body.isZero() { body.note(.movieHandlerName, "strn") }
        case "strd": body.note(.movieDevice, "strd")
        case "IDIT", "ISMP": body.note(.movieDate, type.shown)
        case "_PMX": XMPScan.run(body)
        default: body.note(.unknownPart, "chunk \(type.shown)")
        }
    }

    private func noteList(_ body: Region, _ depth: Int) {
        switch body.code(0) {
        case "movi": MessageSearch.run(body)
        case "INFO", "exif": noteInfo(body.from(4), isEXIF: body.code(0) == "exif")
        default: if depth < 6 { walk(body.from(4), depth: depth + 1) }
        }
    }

    private func noteStream(_ body: Region) {
        switch body.code(0) {
        case "vids":
            videoStreams += 1
            if videoStreams > 1 { body.note(.movieExtraVideo, "stream vids") }
        case "auds":
            soundStreams += 1
            if soundStreams > 1 { body.note(.movieExtraAudio, "stream auds") }
        case "txts": body.note(.movieSubtitles, "stream txts")
        default: body.note(.movieData, "stream \(body.code(0)?.shown ?? "")")
        }
    }

    private func noteInfo(_ list: Region, isEXIF: Bool) {
        var offset = 0
        while offset + 8 <= list.count, let type = list.code(offset), let size = list.little32(offset + 4),
            list.file.spend()
        {
            list.note(Self.info(type, isEXIF), "\(isEXIF ? "exif" : "INFO") \(type.shown)", offset)
            offset += 8 + size + size % 2
        }
    }

    private static func info(_ type: FourCC, _ isEXIF: Bool) -> AuditCode {
        switch type {
        case "ISFT", "ITCH", "IENC": .movieSoftware
        case "ICRD", "IDIT", "DTIM", "etim", "ICDS": .movieDate
        case "IART", "ICOP", "IENG", "ICMS": .movieOwner
        case "ISRC", "ISRF", "IMED", "ecor", "emdl", "emnt": .movieDevice
        case "ILOC", "ICNT", "ILGU": .movieGPS
        default: isEXIF ? .movieUserData : .movieText
        }
    }
}
