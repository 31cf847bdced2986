/// Boxes that may stand anywhere: user data, metadata, free space, and what nobody knows.
enum CommonBoxes {
    static func note(_ box: Box, in parent: String) {
        let body = box.body
        switch box.type {
        case "free", "skip", "wide": if !body.isZero() { body.note(.slack, "box \(box.type.shown)") }
        case "udta": UserData.walk(body)
        case "meta": UserData.walkMeta(body)
        case "uuid": noteUUID(body)
        case "jumb", "c2pa": body.note(.c2pa, "box \(box.type.shown)")
        case "XMP_": XMPScan.run(body)
        case "Exif": EXIFWalker.run(body)
        case "sefd", "samd": body.note(.application, "Samsung's box \(box.type.shown)")
        case "FourCC": break
        default: body.note(.unknownPart, "box \(box.type.shown) in \(parent)")
        }
    }

    /// Source: XMP part 3, 1.2.7.1; C2PA 2.0, A.5; the 16 bytes name what follows.
    private static func noteUUID(_ body: Region) {
        switch (body.u32(0), body.u32(4)) {
        case (0xBE7A_CFCB, 0x97A9_42E8): XMPScan.run(body.from(16))
        case (0xD8FE_C3D6, 0x1B0E_483C): body.note(.c2pa, "uuid")
        case (0x0537_CDAB, 0x9D0C_4431): EXIFWalker.run(body.from(16))
        case (0x3338_32A8, _), (0x8547_37A4, _): body.note(.icc, "uuid")
        default: body.note(.movieUserData, "uuid")
        }
    }
}
