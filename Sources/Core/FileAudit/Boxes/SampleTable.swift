/// Where the samples of a track lie: sizes, chunks, and samples per chunk.
///
/// Source: ISO/IEC 14496-12, 8.7.
struct SampleTable {
    /// Bodies of the boxes `stsz` or `stz2`, `stsc`, `stco` or `co64`.
    var sizes: Region?
    var compactSizes: Region?
    var runs: Region?
    var chunks: Region?
    var hasLargeOffsets = false

    /// Number of samples that the table names.
    var count: Int { sizes?.u32(8) ?? compactSizes?.u32(8) ?? 0 }

    var isEmpty: Bool { count == 0 }

    /// Calls `body` with number, offset in the movie's region, and size of every sample, in order.
    ///
    /// - Returns: false where the tables do not add up.
    func each(_ body: (_ sample: Int, _ offset: Int, _ size: Int) -> Void) -> Bool {
        let total = count
        guard total > 0 else { return true }
        guard let chunks, let runs, let chunkCount = chunks.u32(4), let runCount = runs.u32(4) else { return false }
        var sample = 0
        var run = 0
        for chunk in 0..<chunkCount where sample < total {
            while run + 1 < runCount, let first = runs.u32(8 + (run + 1) * 12), first <= chunk + 1 { run += 1 }
            guard let offset = chunks.number(8 + chunk * chunkStep, chunkStep), let inChunk = runs.u32(12 + run * 12),
                chunks.file.spend()
            else { return false }
            var place = offset
            for _ in 0..<min(inChunk, total - sample) {
                guard let size = size(of: sample), chunks.file.spend(), place <= Int.max - size else { return false }
                body(sample, place, size)
                place += size
                sample += 1
            }
        }
        return sample == total
    }

    private var chunkStep: Int { hasLargeOffsets ? 8 : 4 }

    private func size(of sample: Int) -> Int? {
        if let sizes {
            if let constant = sizes.u32(4), constant > 0 { return constant }
            return sizes.u32(12 + sample * 4)
        }
        guard let compactSizes, let bits = compactSizes.u8(7) else { return nil }
        switch bits {
        case 8: return compactSizes.u8(12 + sample)
        case 16: return compactSizes.u16(12 + sample * 2)
        case 4: return compactSizes.u8(12 + sample / 2).map { sample % 2 == 0 ? $0 >> 4 : $0 & 15 }
        default: return nil
        }
    }
}
