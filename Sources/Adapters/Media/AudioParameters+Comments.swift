extension AudioParameters {
    /// The same sound without the texts that a Vorbis head carries: title, artist, the encoder's name.
    ///
    /// They stand between two parts that the decoder needs, so that they go over with the stream if nobody takes them
    /// out. A head that is not understood is left as it is; the audit of the finished file then objects.
    /// Source: Vorbis I, 4.2 and 5; FFmpeg's `avpriv_split_xiph_headers` for the two ways of packing.
    package var withoutComments: AudioParameters {
        guard codecName == "vorbis", let parts = Self.vorbisParts(extradata) else { return self }
        var result = self
        // Type, name, no vendor, no texts, the closing bit.
        let empty: [UInt8] = [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
        result.extradata = [2] + Self.lacing(parts[0].count) + Self.lacing(empty.count) + parts[0] + empty + parts[2]
        return result
    }

    /// The three packets of a Vorbis head.
    private static func vorbisParts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        let parts = bytes.first == 2 ? laced(bytes) : counted(bytes)
        guard let parts, zip(parts, [1, 3, 5]).allSatisfy({ $0.first == $1 }) else { return nil }
        return parts
    }

    /// Matroska's packing: the number of packets less one, lengths in runs of 255, the packets.
    private static func laced(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        var offset = 1
        var lengths: [Int] = []
        while lengths.count < 2 {
            var length = 0
            while true {
                guard offset < bytes.count else { return nil }
                length += Int(bytes[offset])
                offset += 1
                if bytes[offset - 1] != 255 { break }
            }
            lengths.append(length)
        }
        let second = offset + lengths[0]
        let third = second + lengths[1]
        guard third <= bytes.count else { return nil }
        return [bytes[offset..<second], bytes[second..<third], bytes[third...]]
    }

    /// The packing of other containers: each packet behind its length of two bytes.
    private static func counted(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        var offset = 0
        var parts: [ArraySlice<UInt8>] = []
        while parts.count < 3 {
            guard offset + 2 <= bytes.count else { return nil }
            let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
            guard offset + 2 + length <= bytes.count else { return nil }
            parts.append(bytes[offset + 2..<offset + 2 + length])
            offset += 2 + length
        }
        return parts
    }

    private static func lacing(_ length: Int) -> [UInt8] {
        [UInt8](repeating: 255, count: length / 255) + [UInt8(length % 255)]
    }
}
