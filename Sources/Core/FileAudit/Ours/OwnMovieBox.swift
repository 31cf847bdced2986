/// Boxes of our films that hold no boxes of the common kind: as long as they must be, and empty where they must be.
///
/// Source: ISO/IEC 14496-12, 8.2 to 8.7 and 12.1; what the muxer of FFmpeg 5.1 writes.
enum OwnMovieBox {
    static func isFine(_ box: Box, in parent: FourCC, samples: Int) -> Bool {
        let body = box.body
        switch box.type {
        case "ftyp": return brandsAreFine(body)
        case "mdat": return true
        case "free", "wide": return body.count == 0
        // Times, then reserved places, the matrix and what was once a poster.
        case "mvhd": return isHead(body, short: 100) && body.isZero(body.count - 28, 24)
        case "tkhd": return isHead(body, short: 84) && body.isZero(body.count - 60, 8)
        case "mdhd": return isHead(body, short: 24) && body.isZero(body.count - 2, 2)
        case "hdlr": return body.count == 25 && body.isZero(12)
        case "vmhd": return body.count == 12 && body.isZero(4)
        case "smhd": return body.count == 8 && body.isZero(4)
        case "dref": return body.count == 20 && body.code(12) == "url " && body.u32(16) == 1 && body.u32(4) == 1
        case "elst": return isTable(body, body.u8(0) == 1 ? 20 : 12)
        case "stts", "ctts": return isTable(body, 8)
        case "stss", "stco": return isTable(body, 4)
        case "co64": return isTable(body, 8)
        case "stsc": return isTable(body, 12)
        case "stsz": return body.count == 12 + (body.u32(4) == 0 ? 4 * (body.u32(8) ?? 0) : 0)
        case "sdtp": return body.count == 4 + samples
        // Groups of sound samples that need others before them: a number or a few.
        case "sgpd", "sbgp": return body.has("roll", at: 4) && body.count <= 64
        case "clef", "prof", "enof": return body.count == 12 && body.isZero(0, 4)
        case "stsd": return OwnDescription.isFine(body)
        case "udta": return isEmptyUserData(body)
        default: return false
        }
    }

    private static func brandsAreFine(_ body: Region) -> Bool {
        let allowed: Set<FourCC> = [
            "isom", "iso2", "iso4", "iso5", "iso6", "avc1", "hvc1", "av01", "vp09", "mp41", "mp42", "qt  ", "dby1",
        ]
        return body.count % 4 == 0
            && stride(from: 0, to: body.count, by: 4).allSatisfy { offset in
                offset == 4 ? [0, 0x200].contains(body.u32(4)) : body.code(offset).map(allowed.contains) ?? false
            }
    }

    /// A head in its short or, where a time needs it, its long form, without times of making and changing.
    private static func isHead(_ body: Region, short: Int) -> Bool {
        body.count == short && body.u8(0) == 0 && body.isZero(4, 8)
            || body.count == short + 12 && body.u8(0) == 1 && body.isZero(4, 16)
    }

    private static func isTable(_ body: Region, _ size: Int) -> Bool { body.count == 8 + size * (body.u32(4) ?? -1) }

    /// 53 bytes in which FFmpeg says that there is nothing to say.
    private static func isEmptyUserData(_ body: Region) -> Bool {
        body.count == 53 && body.u32(0) == 53 && body.code(4) == "meta" && body.code(16) == "hdlr"
            && body.u32(12) == 33 && body.has("mdirappl", at: 28) && body.isZero(36, 9) && body.u32(45) == 8
            && body.code(49) == "ilst"
    }
}
