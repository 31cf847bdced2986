/// Searches a region for several short byte strings in one pass.
struct NeedleScanner {
    private let needles: [[UInt8]]
    private let byFirst: [[Int]]
    private let longest: Int

    init(_ texts: [String]) { self.init(bytes: texts.map { Array($0.utf8) }) }

    init(bytes: [[UInt8]]) {
        needles = bytes
        var table = [[Int]](repeating: [], count: 256)
        for (index, needle) in bytes.enumerated() {
            if let first = needle.first { table[Int(first)].append(index) }
        }
        byFirst = table
        longest = bytes.map(\.count).max() ?? 0
    }

    /// Calls `found` for each place, in order; it gives the offset to go on from, or nil to stop.
    func scan(_ region: Region, from start: Int = 0, found: (_ needle: Int, _ offset: Int) -> Int?) {
        guard longest > 0 else { return }
        var offset = start
        while offset < region.count {
            let block = region.bytes(offset, (64 << 10) + longest)
            guard !block.isEmpty else { return }
            // What could begin a needle that goes on behind the block is left to the next one.
            let last = offset + block.count >= region.count ? block.count : block.count - longest
            guard let next = scan(block, last, offset, found) else { return }
            offset = next
        }
    }

    private func scan(
        _ block: [UInt8], _ last: Int, _ base: Int, _ found: (_ needle: Int, _ offset: Int) -> Int?
    ) -> Int? {
        var index = 0
        while index < last {
            let candidates = byFirst[Int(block[index])]
            if !candidates.isEmpty, let needle = candidates.first(where: { matches(needles[$0], block, index) }) {
                guard let next = found(needle, base + index) else { return nil }
                if next >= base + last { return next }
                index = max(index + 1, next - base)
            } else {
                index += 1
            }
        }
        return base + last
    }

    private func matches(_ needle: [UInt8], _ block: [UInt8], _ index: Int) -> Bool {
        guard index + needle.count <= block.count else { return false }
        for offset in needle.indices where block[index + offset] != needle[offset] { return false }
        return true
    }
}
