/// Sample descriptions: format, encoder, and the boxes inside.
struct SampleDescriptions {
    private let track: MovieTrack

    init(_ track: MovieTrack) { self.track = track }

    func read(_ body: Region) {
        Boxes.each(in: body, from: 8) { entry in
            track.formats.append(entry.type)
            switch track.handler {
            case "vide", "auxv", "pict": readPicture(entry)
            case "soun": readSound(entry)
            default: break
            }
        }
    }

    private func readPicture(_ entry: Box) {
        let body = entry.body
        // A counted text in 32 bytes; blanks say nothing.
        let length = min(31, body.u8(42) ?? 0)
        let name = body.bytes(43, length)
        if name.contains(where: { $0 != 0 && $0 != 0x20 }) { body.note(.movieEncoderName, "compressorname", 42) }
        // "FFMP" is what FFmpeg's muxer writes into every QuickTime file, whatever else it is told.
        if let vendor = body.code(12), vendor.number != 0, vendor != "FFMP", track.handler == "vide" {
            body.note(.movieEncoderName, "vendor", 12)
        }
        Boxes.each(in: body, from: 78) { inner in readPictureBox(inner) }
    }

    private func readPictureBox(_ box: Box) {
        switch box.type {
        case "avcC":
            track.units = UnitShape(codec: .h264, lengthBytes: ((box.body.u8(4) ?? 3) & 3) + 1)
        case "hvcC":
            track.units = UnitShape(codec: .hevc, lengthBytes: ((box.body.u8(21) ?? 3) & 3) + 1)
            UnitScanner.scanParameterArrays(box.body)
        case "av1C": track.units = UnitShape(codec: .av1, lengthBytes: 0)
        case "lhvC", "vexu", "mvcC", "dvcC", "dvvC", "dvwC", "hfov", "st3d", "sv3d":
            box.body.note(.movieExtraLayer, "box \(box.type.shown)")
        case "clap": box.body.note(.hiddenPixels, "clap")
        case "pasp", "colr", "btrt", "fiel", "gama", "mdcv", "clli", "SmDm", "CoLL", "vpcC", "esds", "chrm", "bitr",
            "d263", "amve", "ccst", "jpgC", "dac3", "glbl":
            break
        case "sinf", "frma": break
        default: CommonBoxes.note(box, in: "a sample description")
        }
    }

    private func readSound(_ entry: Box) {
        let body = entry.body
        // QuickTime's second version of the description is longer.
        let start = [0: 28, 1: 44, 2: 64][body.u16(8) ?? 0] ?? 28
        if body.isZero(start, 8) { return }
        Boxes.each(in: body, from: start) { box in
            if box.type == "dfLa" { SoundHead.noteFLAC(box.body.from(4)) }
        }
    }
}
