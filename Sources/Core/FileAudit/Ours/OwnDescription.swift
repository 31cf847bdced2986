/// One sample description: the coded picture's, or that of the sound as it was in the source.
enum OwnDescription {
    static func isFine(_ body: Region) -> Bool {
        guard body.u32(4) == 1, let entry = Boxes.box(in: body, at: 8), entry.end == body.count else { return false }
        switch entry.type {
        case "avc1", "hvc1", "av01", "vp09": return isPicture(entry.body)
        default: return isSound(entry.body)
        }
    }

    private static func isPicture(_ body: Region) -> Bool {
        // The vendor and the two qualities of QuickTime are constants of the muxer.
        let isPlain = body.isZero(8, 16) || body.code(12) == "FFMP" && body.isZero(8, 4)
        // No encoder's name.
        guard isPlain, body.isZero(42, 32) else { return false }
        var fine = true
        let end = Boxes.each(in: body, from: 78) { box in fine = fine && isPictureBox(box) }
        return fine && body.isZero(end) && body.count - end <= 4
    }

    private static func isPictureBox(_ box: Box) -> Bool {
        switch box.type {
        case "avcC", "hvcC", "av1C": box.body.count < 4096
        case "vpcC": box.body.count == 12
        case "pasp": box.body.count == 8
        case "fiel": box.body.count == 2
        case "colr": ["nclx", "nclc"].contains(box.body.code(0)) && box.body.count <= 11
        case "mdcv", "clli": box.body.count <= 24
        default: false
        }
    }

    private static func isSound(_ body: Region) -> Bool {
        let start = [0: 28, 1: 44, 2: 64][body.u16(8) ?? 0] ?? 28
        guard body.isZero(0, 6), start <= body.count else { return false }
        var fine = true
        let end = Boxes.each(in: body, from: start) { box in fine = fine && isSoundBox(box, depth: 0) }
        return fine && body.isZero(end) && body.count - end <= 4
    }

    /// Parameters of the codec; short, but for the heads of lossless ones.
    private static func isSoundBox(_ box: Box, depth: Int) -> Bool {
        switch box.type {
        case "esds", "dOps", "dac3", "dec3", "chan", "chnl", "pcmC", "alac", "damr", "dmlp", "ddts", "enda", "samr":
            box.body.count <= 512
        case "dfLa": box.body.count <= 4096
        case "frma", "mp4a", "ac-3", "ec-3", "lpcm":
            box.body.count <= 4
                || depth > 0 && box.type != "frma" && box.body.count <= 512
        case "wave": depth == 0 && isWave(box.body)
        default: box.type.number == 0 && box.body.count == 0
        }
    }

    private static func isWave(_ body: Region) -> Bool {
        var fine = true
        let end = Boxes.each(in: body) { box in fine = fine && isSoundBox(box, depth: 1) }
        return fine && end == body.count
    }
}
