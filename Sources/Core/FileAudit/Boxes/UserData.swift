/// User data and metadata lists of MP4 and QuickTime: names decide what they are, values are not looked at.
enum UserData {
    static func walk(_ region: Region) {
        let end = Boxes.each(in: region) { note($0) }
        Boxes.noteRest(region, end, "udta")
    }

    private static func note(_ box: Box) {
        let body = box.body
        switch box.type {
        case "meta": walkMeta(body)
        case "chpl": body.note(.movieChapters, "chpl")
        case "XMP_": XMPScan.run(body)
        case "hnti", "hinf", "free", "skip": if !body.isZero() { body.note(.slack, "udta \(box.type.shown)") }
        case "thmb", "thum", "tnam", "SDLN": body.note(.movieCoverArt, "udta \(box.type.shown)")
        case "CAME", "FIRM", "LENS", "MUID", "HMMT", "SETT", "manu", "modl", "FOV ", "MVTG", "BCID", "GUMI", "AMBA":
            body.note(.movieDevice, "udta \(box.type.shown)")
        case "GPMF", "gpmd": body.note(.movieData, "udta \(box.type.shown)")
        // The display options of QuickTime's player.
        case "WLOC", "LOOP", "SelO", "AllF", "ptv ", "Cpvt": break
        default: body.note(named(box.type) ?? .movieUserData, "udta \(box.type.shown)")
        }
    }

    /// What a four-byte name stands for, in user data and in iTunes' lists.
    static func named(_ type: FourCC) -> AuditCode? {
        switch type {
        case "©xyz", "loci": .movieGPS
        case "©day", "date", "©dat", "©ed1", "purd", "yrrc": .movieDate
        case "©mak", "©mod", "©mdl", "©dev": .movieDevice
        case "©swr", "©too", "©enc", "tool", "©swf", "©req": .movieSoftware
        case "©ART", "aART", "©aut", "auth", "perf", "©wrt", "©dir", "©prd", "©cpy", "cprt", "ownr", "apID", "©prf":
            .movieOwner
        case "covr": .movieCoverArt
        case "titl", "dscp", "desc", "ldes", "name", "albm", "gnre", "keyw", "kywd", "tvsh", "tven", "clsf": .movieText
        case _ where type.isAppleText: .movieText
        default: nil
        }
    }

    /// `meta` is a full box in MP4 and a plain one in QuickTime.
    static func walkMeta(_ region: Region) {
        let isPlain = ["hdlr", "keys", "ilst", "mhdr"].contains(region.code(4))
        var keys: [AuditCode?] = []
        let end = Boxes.each(in: region, from: isPlain ? 0 : 4) { box in
            switch box.type {
            case "hdlr": if !box.body.from(24).isZero() { box.body.note(.movieHandlerName, "hdlr in meta", 24) }
            case "keys": keys = readKeys(box.body)
            case "ilst": walkList(box.body, keys)
            case "mhdr", "ctry", "lang", "pitm", "iloc", "iinf", "iprp", "iref", "idat", "dinf": break
            case "xml ", "bxml": XMPScan.run(box.body.from(4))
            case "ID32": box.body.note(.movieText, "ID32")
            default: CommonBoxes.note(box, in: "meta")
            }
        }
        Boxes.noteRest(region, end, "meta")
    }

    private static func readKeys(_ region: Region) -> [AuditCode?] {
        var keys: [AuditCode?] = []
        Boxes.each(in: region, from: 8) { key in
            let name = String(decoding: key.body.bytes(0, 256), as: UTF8.self).lowercased()
            keys.append(MetadataKeys.code(name))
        }
        return keys
    }

    private static func walkList(_ region: Region, _ keys: [AuditCode?]) {
        Boxes.each(in: region) { item in
            guard item.body.count > 0 else { return }
            let number = Int(item.type.number)
            if number >= 1, number <= keys.count {
                item.body.note(keys[number - 1] ?? .movieText, "key \(number)")
            } else if item.type == "----" {
                noteFreeForm(item.body)
            } else {
                item.body.note(named(item.type) ?? .movieText, "ilst \(item.type.shown)")
            }
        }
    }

    /// An item with a name of its own: iTunSMPB only says how much silence the encoder added.
    private static func noteFreeForm(_ body: Region) {
        var name = ""
        Boxes.each(in: body) { inner in
            if inner.type == "name" { name = String(decoding: inner.body.bytes(4, 256), as: UTF8.self).lowercased() }
        }
        if name != "itunsmpb" { body.note(MetadataKeys.code(name) ?? .movieText, "ilst ----") }
    }
}
