/// An MPEG programme stream, or bare MPEG-2 video: which streams there are, and messages in the first pictures.
///
/// Source: ISO/IEC 13818-1, 2.5 and table 2-22.
struct ProgramStreamWalker {
    private let region: Region
    private static let limit = 8 << 20
    private static let scanner = NeedleScanner(bytes: [[0, 0, 1]])

    init(_ region: Region) { self.region = region }

    func run() {
        var (video, sound): (Set<Int>, Set<Int>) = ([], [])
        Self.scanner.scan(region.first(Self.limit)) { [region] _, offset in
            guard region.file.spend(), let kind = region.u8(offset + 3) else { return nil }
            switch kind {
            case 0xE0...0xEF:
                if video.insert(kind).inserted, video.count > 1 { region.note(.movieExtraVideo, "stream", offset) }
            case 0xC0...0xDF:
                if sound.insert(kind).inserted, sound.count > 1 { region.note(.movieExtraAudio, "stream", offset) }
            case 0xB2: region.note(.videoUserData, "user data", offset)
            case 0xBF: region.note(.movieData, "private stream", offset)
            case 0xFC: region.note(.movieData, "metadata stream", offset)
            default: break
            }
            return offset + 3
        }
        MessageSearch.run(region)
    }
}
