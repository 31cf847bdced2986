/// Tells what a file is by its first bytes; names and extensions mean nothing.
enum ContainerSniffer {
    static func container(of region: Region) -> AuditContainer {
        if region.number(0, 3) == 0xFFD8FF { return .jpeg }
        if region.number(0, 4) == 0x8950_4E47, region.number(4, 4) == 0x0D0A_1A0A { return .png }
        if region.has("RIFF", at: 0), region.has("WEBP", at: 8) { return .webp }
        if region.has("RIFF", at: 0), region.has("AVI ", at: 8) { return .avi }
        if region.has("GIF87a", at: 0) || region.has("GIF89a", at: 0) { return .gif }
        if isTIFF(region) { return .tiff }
        if region.number(0, 4) == 0x1A45_DFA3 { return .matroska }
        if let box = boxContainer(region) { return box }
        if region.number(0, 4) == 0x0000_01BA || region.number(0, 4) == 0x0000_01B3 { return .programStream }
        return TransportWalker.packetShape(region) == nil ? .unknown : .transportStream
    }

    private static func isTIFF(_ region: Region) -> Bool {
        guard let order = region.u16(0), let version = region.number(2, 2, littleEndian: order == 0x4949) else {
            return false
        }
        return (order == 0x4949 || order == 0x4D4D) && (version == 42 || version == 43)
    }

    private static func boxContainer(_ region: Region) -> AuditContainer? {
        guard let size = region.u32(0), let type = region.code(4), size == 0 || size == 1 || size >= 8 else {
            return nil
        }
        switch type {
        case "ftyp": return isItemFile(region, size) ? .heif : .mp4
        // QuickTime files older than ftyp begin with what they like.
        case "moov", "mdat", "wide", "free", "skip", "pnot", "moof", "styp": return .mp4
        default: return nil
        }
    }

    /// The major brand decides; a brand for both pictures and films is a film only if nothing says picture.
    private static func isItemFile(_ region: Region, _ size: Int) -> Bool {
        let pictures: Set<FourCC> = [
            "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "avif", "avis", "miaf", "MiHB",
            "1pic", "jpeg", "j2ki", "vvic",
        ]
        guard let major = region.code(8) else { return false }
        if pictures.contains(major) { return true }
        let films: Set<FourCC> = ["isom", "mp41", "mp42", "qt  ", "M4V ", "avc1", "iso2", "iso4", "iso5", "iso6"]
        if films.contains(major) { return false }
        return stride(from: 16, to: min(size, 256), by: 4).contains { region.code($0).map(pictures.contains) ?? false }
    }
}
