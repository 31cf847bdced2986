/// The kinds of file that are opened, each by its own demuxer, chosen by the first bytes and never by a name.
///
/// Playlists, lists of other files, picture sequences and bare streams are not among them: a file must not be able to
/// make the decoder look anywhere else.
package enum InputContainer: String, CaseIterable {
    // The raw value is the name of FFmpeg's demuxer.
    case isoMedia = "mov"
    case matroska = "matroska"
    case avi = "avi"
    case transportStream = "mpegts"
    case programStream = "mpeg"
    case asf = "asf"
    case flash = "flv"
    case gif = "gif"
    case ogg = "ogg"

    /// How many of the first bytes decide.
    package static let headBytes = 1024

    /// The container that the first bytes belong to, or nil for anything not on the list.
    ///
    /// Source: ISO/IEC 14496-12 4.2; RFC 8794; RIFF; ISO/IEC 13818-1 (sync byte 0x47 every 188, 192 or 204 bytes, pack
    /// start code 0x1BA); ASF 3.1; FLV 10.1; GIF89a; RFC 3533.
    package init?(head: [UInt8]) {
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .matroska
        } else if head.starts(with: Array("RIFF".utf8)), Self.word(head, at: 8) == "AVI " {
            self = .avi
        } else if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
            self = .asf
        } else if head.starts(with: Array("FLV\u{1}".utf8)) {
            self = .flash
        } else if head.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if head.starts(with: Array("OggS".utf8)) {
            self = .ogg
        } else if head.starts(with: [0, 0, 1, 0xBA]) {
            self = .programStream
        } else if Self.isISOMedia(head) {
            self = .isoMedia
        } else if Self.isTransportStream(head) {
            self = .transportStream
        } else {
            return nil
        }
    }

    private static func word(_ head: [UInt8], at offset: Int) -> String {
        String(decoding: head.dropFirst(offset).prefix(4), as: UTF8.self)
    }

    private static func isISOMedia(_ head: [UInt8]) -> Bool {
        // Still pictures (HEIC, AVIF) have the same outer form; they are the photo reader's.
        let stills = ["heic", "heix", "heim", "heis", "mif1", "avif"]
        switch word(head, at: 4) {
        case "ftyp": return !stills.contains(word(head, at: 8))
        case "moov", "mdat", "wide", "free", "skip", "pnot": return true
        default: return false
        }
    }

    private static func isTransportStream(_ head: [UInt8]) -> Bool {
        [(0, 188), (4, 192), (0, 204)].contains { start, step in
            let marks = stride(from: start, to: head.count, by: step)
            return head.count > start + 2 * step && marks.allSatisfy { head[$0] == 0x47 }
        }
    }
}
