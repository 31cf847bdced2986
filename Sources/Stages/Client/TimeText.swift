/// Times and speeds in words.
package enum TimeText {
    /// A time in a clip as `mm:ss.s`, minutes beyond 99 in full.
    package static func position(_ seconds: Double) -> String {
        // Rounded once, in tenths, or 59.96 would read 00:60.0.
        let all = tenthsOf(seconds)
        return "\(two(all / 600)):\(two(all / 10 % 60)).\(all % 10)"
    }

    /// A span of time as `m:ss` or `h:mm:ss`.
    package static func clock(_ seconds: Double) -> String {
        let all = (tenthsOf(seconds) + 5) / 10
        let rest = "\(two(all % 60))"
        return all < 3600 ? "\(all / 60):\(rest)" : "\(all / 3600):\(two(all / 60 % 60)):\(rest)"
    }

    /// A number with one decimal.
    package static func tenths(_ value: Double) -> String {
        let all = tenthsOf(value)
        return "\(all / 10).\(all % 10)"
    }

    private static func tenthsOf(_ value: Double) -> Int {
        guard value.isFinite, value > 0 else { return 0 }
        return Int((min(value, 1e12) * 10).rounded())
    }

    private static func two(_ value: Int) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
