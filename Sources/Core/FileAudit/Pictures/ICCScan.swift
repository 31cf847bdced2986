/// Tells whether a colour profile names a device.
///
/// Source: ICC.1:2010, 7.2 and 9.2: manufacturer and model in the head; tags dmnd, dmdd, and Apple's mmod (serial).
enum ICCScan {
    static func run(_ region: Region) {
        region.note(.icc, "ICC profile")
        if region.u32(48).map({ $0 != 0 }) ?? false, !isCommon(region.code(48)) {
            region.note(.iccDevice, "ICC manufacturer", 48)
        }
        guard let count = region.u32(128), count <= 256 else { return }
        for index in 0..<count {
            switch region.code(132 + index * 12) {
            case "mmod", "vcgt",
                "dmnd" where !isCommon(region.code(48)):
                region.note(.iccDevice, "ICC \(region.code(132 + index * 12)?.shown ?? "")", 132 + index * 12)
            default: break
            }
        }
    }

    /// Makers of profiles that are the same on every machine.
    private static func isCommon(_ maker: FourCC?) -> Bool {
        ["IEC ", "APPL", "appl", "ADBE", "GOOG", "none"].contains(maker) || maker?.number == 0
    }
}
