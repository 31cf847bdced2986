/// Recognises what an XMP block speaks of, by the names of its properties; the values are not looked at.
struct XMPScan {
    private static let names: [(String, AuditCode)] = [
        ("GPSLatitude", .xmpGPS), ("GPSLongitude", .xmpGPS), ("GPSPosition", .xmpGPS), ("LocationCreated", .xmpGPS),
        ("LocationShown", .xmpGPS), ("photoshop:City", .xmpGPS), ("Iptc4xmpCore:Location", .xmpGPS),
        ("mwg-rs:", .xmpFaces), ("MPReg:", .xmpFaces), ("RegionInfo", .xmpFaces), ("PersonInImage", .xmpFaces),
        ("PersonDisplayName", .xmpFaces), ("apple-fi:", .xmpFaces), ("FaceRegion", .xmpFaces),
        ("dc:creator", .xmpOwner), ("dc:rights", .xmpOwner), ("xmpRights:", .xmpOwner), ("OwnerName", .xmpOwner),
        ("photoshop:Credit", .xmpOwner), ("AuthorsPosition", .xmpOwner), ("tiff:Artist", .xmpOwner),
        ("SerialNumber", .xmpSerial), ("tiff:Make", .xmpDevice), ("tiff:Model", .xmpDevice),
        ("CreatorTool", .xmpDevice), ("aux:Lens", .xmpDevice), ("tiff:Software", .xmpDevice),
        ("CreateDate", .xmpDate), ("ModifyDate", .xmpDate), ("MetadataDate", .xmpDate), ("DateCreated", .xmpDate),
        ("DateTimeOriginal", .xmpDate), ("dc:title", .xmpText), ("dc:description", .xmpText), ("dc:subject", .xmpText),
        ("photoshop:Headline", .xmpText), ("UserComment", .xmpText), ("xmp:Label", .xmpText),
        ("xmpMM:", .xmpDocumentID), ("DocumentID", .xmpDocumentID), ("InstanceID", .xmpDocumentID),
        ("xmpGImg:", .xmpThumbnail), ("xmp:Thumbnails", .xmpThumbnail), ("GImage:", .xmpImage),
        ("GDepth:", .depth), ("hdrgm:", .gainMap), ("HDRGainMap", .gainMap), ("MotionPhoto", .motionVideo),
        ("MicroVideo", .motionVideo), ("HasExtendedXMP", .xmpExtended), ("c2pa", .c2pa),
    ]
    private static let scanner = NeedleScanner(names.map(\.0))
    /// Longer blocks are spread over segments or hold a picture; names stand in front.
    private static let limit = 8 << 20

    static func run(_ region: Region) {
        region.note(.xmp, "XMP")
        let part = region.first(limit)
        if part.u8(1) == 0 || part.u8(0) == 0 {
            scanWide(part)
        } else {
            scanner.scan(part) { needle, offset in
                let (name, code) = names[needle]
                region.note(code, "XMP \(name)", offset)
                return offset + 1
            }
        }
        if region.count > limit { region.note(.xmpExtended, "XMP of \(region.count) bytes") }
    }

    /// UTF-16, told by a zero beside the first character.
    private static func scanWide(_ region: Region) {
        let narrow = MemorySource(region.bytes(0, 1 << 20).filter { $0 != 0 })
        let copy = Region(AuditedFile(narrow))
        scanner.scan(copy) { needle, offset in
            region.note(names[needle].1, "XMP \(names[needle].0)")
            return offset + 1
        }
    }
}
