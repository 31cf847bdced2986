import Glibc

/// Just enough of an ICC profile to know whether it says sRGB.
///
/// Most photos carry some vendor's copy of sRGB. Applying it would cost time and move samples by one for nothing.
enum ICCProfile {
    /// True for an RGB matrix profile whose primaries and curves are those of sRGB.
    ///
    /// Source: ICC.1:2010; sRGB primaries adapted to D50 and its curve, IEC 61966-2-1.
    static func isStandardRGB(_ bytes: ArraySlice<UInt8>) -> Bool {
        let view = ByteView(bytes)
        guard view.has("RGB ", at: 16), let count = view.u32(128), count <= 100 else { return false }
        var tags: [String: (offset: Int, size: Int)] = [:]
        for index in 0..<count {
            let entry = 132 + index * 12
            guard let name = view.code(entry), let offset = view.u32(entry + 4), let size = view.u32(entry + 8) else {
                return false
            }
            tags[name] = (offset, size)
        }
        // A look-up table would win over the matrix.
        guard tags["A2B0"] == nil, tags["A2B1"] == nil else { return false }
        return zip(["r", "g", "b"], primaries).allSatisfy { channel, primary in
            guard let colour = tags[channel + "XYZ"], let curve = tags[channel + "TRC"] else { return false }
            return isXYZ(view, at: colour.offset, primary) && isCurve(view, at: curve.offset)
        }
    }

    private static let primaries: [[Double]] = [
        [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7142],
    ]

    private static func fixed(_ view: ByteView, _ offset: Int) -> Double? {
        view.u32(offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }

    private static func isXYZ(_ view: ByteView, at offset: Int, _ expected: [Double]) -> Bool {
        guard view.code(offset) == "XYZ " else { return false }
        return expected.indices.allSatisfy { index in
            // 0.001: under half an 8-bit level.
            fixed(view, offset + 8 + index * 4).map { abs($0 - expected[index]) < 0.001 } ?? false
        }
    }

    private static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func isCurve(_ view: ByteView, at offset: Int) -> Bool {
        switch view.code(offset) {
        case "curv":
            guard let count = view.u32(offset + 8), count >= 256, count <= 65536 else { return false }
            return stride(from: 0, to: count, by: max(1, count / 64)).allSatisfy { index in
                guard let value = view.u16(offset + 12 + index * 2) else { return false }
                return abs(Double(value) / 65535 - linear(Double(index) / Double(count - 1))) < 0.001
            }
        case "para":
            guard view.u16(offset + 8) == 3 else { return false }
            let expected = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            return expected.indices.allSatisfy { index in
                fixed(view, offset + 12 + index * 4).map { abs($0 - expected[index]) < 0.001 } ?? false
            }
        default: return false
        }
    }
}
