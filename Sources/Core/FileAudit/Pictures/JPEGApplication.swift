/// What the application segments of a JPEG are.
///
/// Source: JFIF 1.02; Exif 2.32, 4.7; XMP part 3, 1.1; CIPA DC-007 (MPF); ISO 21496-1; C2PA 2.0, A.3 (JUMBF in APP11).
enum JPEGApplication {
    static func note(_ number: Int, _ body: Region) {
        switch number {
        case 0 where body.has("JFIF\0", at: 0):
            if body.u8(12) ?? 0 > 0, body.u8(13) ?? 0 > 0 { body.note(.thumbnail, "JFIF") }
        case 0 where body.has("JFXX\0", at: 0): body.note(.thumbnail, "JFXX")
        case 1 where body.has("Exif\0", at: 0): EXIFWalker.run(body.from(6))
        case 1 where body.has("http://ns.adobe.com/xap/1.0/\0", at: 0): XMPScan.run(body.from(29))
        case 1 where body.has("http://ns.adobe.com/xmp/extension/\0", at: 0):
            body.note(.xmpExtended, "APP1")
            // A digest of 32 characters, the length of the whole and the offset of this part come first.
            XMPScan.run(body.from(35 + 40))
        case 2 where body.has("ICC_PROFILE\0", at: 0):
            // Only the first part has the profile's head.
            if body.u8(12) == 1 { ICCScan.run(body.from(14)) } else { body.note(.icc, "ICC profile") }
        case 2 where body.has("MPF\0", at: 0): body.note(.mpf, "APP2")
        case 2 where body.has("urn:iso:std:iso:ts:21496", at: 0): body.note(.gainMap, "APP2")
        case 11 where body.has("JP", at: 0): body.note(.c2pa, "APP11")
        case 13 where body.has("Photoshop 3.0\0", at: 0): PhotoshopWalker.run(body.from(14))
        // Adobe's marker only says how colours are stored.
        case 14 where body.has("Adobe", at: 0) && body.count == 12: break
        default: if body.count > 0 { body.note(.application, "APP\(number)") }
        }
    }
}
