/// How a coded picture is cut into units.
struct UnitShape {
    enum Codec { case h264, hevc, av1 }

    var codec: Codec
    /// Bytes of the length before each unit, for H.264 and HEVC.
    var lengthBytes: Int
}

/// Looks at the units of coded pictures for what is no picture: messages beside it, second layers.
///
/// Source: ITU-T H.264, table 7-1 and annex D; ITU-T H.265, table 7-1 and annex D; AV1, 5.3 and 6.7.
struct UnitScanner {
    private let shape: UnitShape

    init(_ shape: UnitShape) { self.shape = shape }

    func scan(_ picture: Region) {
        if shape.codec == .av1 {
            OpenBitstreamUnits.each(in: picture) { Self.noteAV1($0, $1) }
            return
        }
        _ = each(in: picture) { kind, unit in note(kind, unit) }
    }

    /// Calls `body` with the kind of each unit and its bytes.
    ///
    /// - Returns: false where the lengths do not fill the picture.
    func each(in picture: Region, _ body: (_ kind: Int, _ unit: Region) -> Void) -> Bool {
        var offset = 0
        while offset < picture.count {
            guard let length = picture.number(offset, shape.lengthBytes), picture.file.spend(),
                let unit = picture.slice(offset + shape.lengthBytes, length)
            else { return false }
            offset += shape.lengthBytes + length
            guard let head = unit.u8(0) else { continue }
            body(shape.codec == .h264 ? head & 31 : (head >> 1) & 63, unit)
        }
        return true
    }

    private func note(_ kind: Int, _ unit: Region) {
        switch (shape.codec, kind) {
        case (.h264, 6): SupplementalMessages.note(unit.from(1))
        case (.h264, 14), (.h264, 15), (.h264, 20): unit.note(.movieExtraLayer, "H.264 unit \(kind)")
        case (.h264, 24...31): unit.note(.videoUserData, "H.264 unit \(kind)")
        case (.hevc, 39), (.hevc, 40): SupplementalMessages.note(unit.from(2))
        case (.hevc, 62): unit.note(.videoDynamic, "HEVC unit 62")
        case (.hevc, 63): unit.note(.movieExtraLayer, "HEVC unit 63")
        case (.hevc, 48...61): unit.note(.videoUserData, "HEVC unit \(kind)")
        case (.hevc, _): if Self.layer(unit) > 0 { unit.note(.movieExtraLayer, "HEVC layer") }
        default: break
        }
    }

    /// nuh_layer_id: six bits across the two bytes of the head.
    static func layer(_ unit: Region) -> Int { ((unit.u16(0) ?? 0) >> 3) & 63 }

    private static func noteAV1(_ kind: Int, _ unit: Region) {
        // Metadata: the number says HDR light levels (1, 2), ITU-T T.35 (4), timecode (5).
        guard kind == 5 else { return }
        switch unit.u8(0) {
        case 1, 2, 3: break
        case 4: SupplementalMessages.noteRegistered(unit.from(1))
        case 5: unit.note(.videoTimecode, "AV1 metadata")
        default: unit.note(.videoUserData, "AV1 metadata")
        }
    }

    /// Units that stand in the decoder configuration of HEVC.
    static func scanParameterArrays(_ body: Region) {
        guard let arrays = body.u8(22) else { return }
        var offset = 23
        for _ in 0..<arrays {
            guard let kind = body.u8(offset), let count = body.u16(offset + 1) else { return }
            offset += 3
            for _ in 0..<count {
                guard let length = body.u16(offset), let unit = body.slice(offset + 2, length), body.file.spend()
                else { return }
                if kind & 63 == 39 || kind & 63 == 40 { SupplementalMessages.note(unit.from(2)) }
                offset += 2 + length
            }
        }
    }
}
