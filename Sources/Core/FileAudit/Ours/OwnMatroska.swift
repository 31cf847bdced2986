/// Matroska and WebM as our writer makes them: every element on a list, every text a constant, no byte between.
final class OwnMatroska {
    private let region: Region
    private var shapes: [Int: UnitShape] = [:]
    private var tracks: [Int] = []

    /// What each element may hold; elements that are not a key hold no elements.
    private static let children: [Int: Set<Int>] = [
        0: [0x1A45_DFA3, 0x1853_8067],
        0x1A45_DFA3: [0x4286, 0x42F7, 0x42F2, 0x42F3, 0x4282, 0x4287, 0x4285],
        0x1853_8067: [0x114D_9B74, 0xEC, 0x1549_A966, 0x1654_AE6B, 0x1254_C367, 0x1F43_B675, 0x1C53_BB6B],
        0x114D_9B74: [0x4DBB], 0x4DBB: [0x53AB, 0x53AC],
        0x1549_A966: [0x2AD7B1, 0x4D80, 0x5741, 0x4489, 0xEC],
        0x1654_AE6B: [0xAE],
        0xAE: [
            0xD7, 0x73C5, 0x9C, 0x22B59C, 0x88, 0x55AA, 0x86, 0x83, 0x23E383, 0xE0, 0xE1, 0x63A2, 0x56AA, 0x56BB, 0xEC,
        ],
        0xE0: [0xB0, 0xBA, 0x54B0, 0x54BA, 0x54B2, 0x9A, 0x9D, 0x55B0, 0x53C0],
        0x55B0: [
            0x55B1, 0x55B2, 0x55B3, 0x55B4, 0x55B5, 0x55B6, 0x55B7, 0x55B8, 0x55B9, 0x55BA, 0x55BB, 0x55BC, 0x55BD,
            0x55D0,
        ],
        0x55D0: [0x55D1, 0x55D2, 0x55D3, 0x55D4, 0x55D5, 0x55D6, 0x55D7, 0x55D8, 0x55D9, 0x55DA],
        0xE1: [0x9F, 0xB5, 0x78B5, 0x6264],
        0x1254_C367: [0x7373], 0x7373: [0x63C0, 0x67C8], 0x63C0: [0x63C5], 0x67C8: [0x45A3, 0x4487],
        0x1F43_B675: [0xE7, 0xA3, 0xA0, 0xAB], 0xA0: [0xA1, 0x9B, 0xFB, 0x75A2],
        0x1C53_BB6B: [0xBB], 0xBB: [0xB3, 0xB7], 0xB7: [0xF7, 0xF1, 0xF0, 0xB2],
    ]

    init(_ region: Region) { self.region = region }

    func check() {
        walk(region, 0)
        if tracks != [1] && tracks != [1, 2] { region.unexpectedPart("\(tracks.count) tracks") }
    }

    private func walk(_ part: Region, _ parent: Int) {
        let allowed = Self.children[parent] ?? []
        var (kind, number, codec) = (0, 0, "")
        var head: Region?
        let end = EBML.each(in: part) { [self] element in
            // A checksum may stand in any element.
            let isChecksum = element.id == 0xBF && element.body.count == 4 && parent != 0
            if !isChecksum && !allowed.contains(element.id) || element.isOpen {
                element.body.unexpectedPart("\(MatroskaWalker.name(element.id)) in \(MatroskaWalker.name(parent))")
            } else if Self.children[element.id] != nil {
                walk(element.body, element.id)
            } else if !isChecksum {
                checkLeaf(element)
            }
            switch element.id {
            case 0x83: kind = element.body.u8(0) ?? 0
            case 0xD7: number = element.body.u8(0) ?? 0
            case 0x86: codec = String(decoding: element.body.bytes(0, 64), as: UTF8.self)
            case 0x63A2: head = element.body
            default: break
            }
            return true
        }
        part.expectEnd(at: end)
        if parent == 0xAE { noteTrack(kind, number, codec, head, part) }
    }

    private func noteTrack(_ kind: Int, _ number: Int, _ codec: String, _ head: Region?, _ part: Region) {
        tracks.append(kind)
        switch codec {
        case "V_MPEG4/ISO/AVC": shapes[number] = UnitShape(codec: .h264, lengthBytes: ((head?.u8(4) ?? 3) & 3) + 1)
        case "V_MPEGH/ISO/HEVC": shapes[number] = UnitShape(codec: .hevc, lengthBytes: ((head?.u8(21) ?? 3) & 3) + 1)
        case "V_AV1": shapes[number] = UnitShape(codec: .av1, lengthBytes: 0)
        case "V_VP9": break
        default: if kind != 2 || !codec.hasPrefix("A_") { part.unexpectedValue("codec") }
        }
    }

    private func checkLeaf(_ element: EBMLElement) {
        let body = element.body
        let isFine =
            switch element.id {
            case 0xA3, 0xA1: isBlock(body)
            case 0xEC: body.isZero()
            case 0x63A2: body.count <= 64 << 10
            case 0x4D80, 0x5741: reads(body, "Lavf")
            case 0x4282: reads(body, "matroska") || reads(body, "webm")
            case 0x22B59C: reads(body, "und") || reads(body, "eng")
            case 0x86: body.count <= 32
            case 0x45A3: reads(body, "DURATION")
            case 0x4487: isDuration(body)
            // A number for the track that says no more than which it is.
            case 0x73C5, 0x63C5: body.number(0, min(8, body.count)).map { $0 <= 2 } ?? false
            // All others are numbers.
            default: body.count <= 8
            }
        if !isFine { body.unexpectedValue(MatroskaWalker.name(element.id)) }
    }

    private func reads(_ body: Region, _ text: String) -> Bool {
        body.count == text.utf8.count && body.has(text, at: 0)
    }

    /// `00:00:04.011000000` and two zeros.
    private func isDuration(_ body: Region) -> Bool {
        body.count <= 24
            && body.bytes(0, 24).allSatisfy { $0 == 0 || (0x30...0x39).contains($0) || $0 == 0x3A || $0 == 0x2E }
    }

    /// A block of one of the two tracks, not laced; pictures hold only what they must.
    private func isBlock(_ body: Region) -> Bool {
        guard let (track, bytes) = EBML.number(body, 0, keepsMark: false), (1...2).contains(track),
            let flags = body.u8(bytes + 2), flags & 0x06 == 0
        else { return false }
        if let shape = shapes[track] { OwnUnits.check(body.from(bytes + 3), shape) }
        return true
    }
}
