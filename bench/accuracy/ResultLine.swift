/// One result as a JSON line; names hold no character that JSON would escape.
func resultLine(_ name: String, _ unit: String, _ value: Double, n: Int) -> String {
    "{\"name\":\"\(name)\",\"unit\":\"\(unit)\",\"value\":\((value * 10_000).rounded() / 10_000),\"n\":\(n)}"
}

/// A share as a percentage; of nothing it is nothing.
func percent(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }
