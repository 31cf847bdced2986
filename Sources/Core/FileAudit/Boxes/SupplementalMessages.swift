/// Supplemental enhancement messages (SEI): what an encoder or a camera says beside the pictures.
///
/// Source: ITU-T H.264 and H.265, annex D; ANSI/SCTE 128 (captions); SMPTE ST 2094-40 (HDR10+).
enum SupplementalMessages {
    /// - Parameter payload: behind the unit's head. Escapes in it are not undone: names stand too early to need it.
    static func note(_ payload: Region) {
        var offset = 0
        while offset + 2 <= payload.count, payload.u8(offset) != 0x80, payload.file.spend() {
            guard let (kind, typeBytes) = number(payload, offset),
                let (size, sizeBytes) = number(payload, offset + typeBytes)
            else { return }
            offset += typeBytes + sizeBytes
            note(kind, payload.from(offset).first(size))
            offset += size
        }
    }

    private static func number(_ region: Region, _ offset: Int) -> (value: Int, bytes: Int)? {
        var (value, place) = (0, offset)
        while let byte = region.u8(place), place - offset < 4096 {
            value += byte
            place += 1
            if byte != 255 { return (value, place - offset) }
        }
        return nil
    }

    private static func note(_ kind: Int, _ message: Region) {
        switch kind {
        case 4: noteRegistered(message)
        case 5:
            // The marks of x264 and x265; both write their settings as text.
            let isSettings = [0xDC45_E9BD, 0x2CA2_DE09].contains(message.u32(0))
            message.note(isSettings ? .videoSettings : .videoUserData, "SEI 5")
        case 136: message.note(.videoTimecode, "SEI 136")
        default: break
        }
    }

    /// ITU-T T.35: a country, then for the United States a provider.
    static func noteRegistered(_ message: Region) {
        guard message.u8(0) == 0xB5 else {
            message.note(.videoUserData, "T.35")
            return
        }
        switch message.u16(1) {
        case 0x0031: message.note(.videoCaptions, "T.35")
        case 0x003C: message.note(.videoDynamic, "T.35")
        default: message.note(.videoUserData, "T.35")
        }
    }
}
