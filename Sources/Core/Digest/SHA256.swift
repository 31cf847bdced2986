/// SHA-256 over bytes that may come in pieces. Source: FIPS 180-4, sections 4.1.2, 5.1.1, 5.3.3 and 6.2.
package struct SHA256: Sendable {
    private static let blockBytes = 64

    private var state = Self.initialState
    private var schedule = [UInt32](repeating: 0, count: 64)
    /// Bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    package init() {}

    /// The digest of bytes at hand, as 64 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = SHA256()
        digest.update(bytes)
        return digest.hexadecimal()
    }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: [UInt8]) {
        byteCount += UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(bytes.count, Self.blockBytes - rest.count)
            rest += bytes[..<start]
            guard rest.count == Self.blockBytes else { return }
            compress(rest, at: 0)
            rest = []
        }
        while bytes.count - start >= Self.blockBytes {
            compress(bytes, at: start)
            start += Self.blockBytes
        }
        rest = Array(bytes[start...])
    }

    /// The digest of everything taken in so far.
    package func hexadecimal() -> String {
        var last = self
        let bits = byteCount * 8
        var padding: [UInt8] = [0x80]
        while (rest.count + padding.count) % Self.blockBytes != 56 { padding.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) { padding.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        last.update(padding)
        return Self.hexadecimal(
            digest: last.state.flatMap { word in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
            }
        )
    }

    /// The bytes of a digest, from here or elsewhere, as lower-case hexadecimal digits.
    package static func hexadecimal(digest: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private mutating func compress(_ bytes: [UInt8], at start: Int) {
        for index in 0..<16 {
            let at = start + index * 4
            schedule[index] = UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16
                | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
        }
        for index in 16..<64 {
            let a = schedule[index - 15]
            let b = schedule[index - 2]
            let small0 = Self.rotated(a, 7) ^ Self.rotated(a, 18) ^ (a >> 3)
            let small1 = Self.rotated(b, 17) ^ Self.rotated(b, 19) ^ (b >> 10)
            schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let sum1 = Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)
            let first = h &+ sum1 &+ choice &+ Self.constants[index] &+ schedule[index]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let sum0 = Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ sum0 &+ majority)
        }
        let values = [a, b, c, d, e, f, g, h]
        for index in 0..<8 { state[index] &+= values[index] }
    }

    private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 {
        (value >> count) | (value << (32 - count))
    }

    private static let initialState: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
