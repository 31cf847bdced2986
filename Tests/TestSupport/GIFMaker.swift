/// GIF animations of plain frames, written from the specification without the library under test.
package enum GIFMaker {
    /// Frames of one colour each.
    ///
    /// - Parameters:
    ///   - delays: hundredths of a second.
    ///   - between: put behind every frame.
    package static func animation(
        width: Int, height: Int, colours: [[UInt8]], delays: [Int], loops: Int, between: [UInt8] = []
    ) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
        // A table of 128 colours; the frame's number is its colour's.
        var bytes = Array("GIF89a".utf8) + short(width) + short(height) + [0xF6, 0, 0]
        for index in 0..<128 { bytes += index < colours.count ? colours[index] : [0, 0, 0] }
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + short(loops) + [0]
        for (frame, delay) in zip(colours.indices, delays) {
            bytes += [0x21, 0xF9, 4, 4] + short(delay) + [0, 0]
            bytes += [0x2C, 0, 0, 0, 0] + short(width) + short(height) + [0, 7]
            bytes += blocks(codes(UInt8(frame), count: width * height))
            bytes += between
        }
        return bytes + [0x3B]
    }

    /// Codes of eight bits: the table is cleared before codes would become longer.
    private static func codes(_ index: UInt8, count: Int) -> [UInt8] {
        var codes: [UInt8] = []
        for pixel in 0..<count {
            if pixel % 100 == 0 { codes.append(0x80) }
            codes.append(index)
        }
        return codes + [0x81]
    }

    private static func blocks(_ data: [UInt8]) -> [UInt8] {
        stride(from: 0, to: data.count, by: 255).flatMap { start -> [UInt8] in
            let part = data[start..<min(start + 255, data.count)]
            return [UInt8(part.count)] + part
        } + [0]
    }
}
