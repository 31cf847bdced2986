/// What the tags of TIFF and EXIF directories give away.
///
/// Source: Exif 2.32, tables 4 to 16; TIFF 6.0; DNG 1.6; GeoTIFF 1.8; the tags of Windows (XP...).
enum EXIFTags {
    static func code(_ tag: Int) -> AuditCode? {
        switch tag {
        case 0x010F, 0x0110, 0x013C, 0xA432...0xA434, 0xC614, 0xC615, 0xA40B, 0xC4A5: .exifDevice
        case 0x0131, 0x000B: .exifSoftware
        case 0x0132, 0x9003, 0x9004, 0x9010...0x9012, 0x9290...0x9292, 0xC71B: .exifDate
        case 0x013B, 0x8298, 0xA430, 0x9C9D: .exifOwner
        case 0xA431, 0xA435, 0xC62F: .exifSerial
        case 0x010E, 0x010D, 0x011D, 0x9286, 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F, 0xC68B, 0x4746, 0x4749: .exifText
        case 0xA420, 0xC65D: .exifUniqueID
        case 0x9400...0x9405: .exifEnvironment
        case 0x830E, 0x8480, 0x8482, 0x85D8, 0x87AF...0x87B1, 0x8825: .exifGPS
        case 0x927C, 0xC634: .exifMakerNote
        case 0x015B: .exifThumbnail
        case 0x8649: .photoshop
        case 0x83BB: .iptc
        case 0x02BC: .xmp
        case 0x8773: .icc
        case 0x935C, 0xC660, 0x8649...0x8650: .application
        default: nil
        }
    }

    static func name(_ tag: Int) -> String {
        let digits = String(tag, radix: 16)
        return "tag 0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
