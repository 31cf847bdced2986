/// Guesses what a mistyped word was meant to be.
enum Nearest {
    /// The candidate that differs least from `word`, if it differs by little enough to be a slip.
    static func match(_ word: String, among candidates: [String]) -> String? {
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(Array(word.lowercased().utf8), Array(candidate.utf8))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        // A third of the word's letters, at least one: `--colour` finds `--color`, `--zzz` finds nothing.
        guard let best, best.distance <= max(1, word.utf8.count / 3) else { return nil }
        return best.name
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        // Longer words than any option are no slip, and would make the table large.
        guard left.count <= 64, right.count <= 64 else { return .max }
        var rows = [Array(0...right.count)]
        for row in 1..<(left.count + 1) {
            var line = [row]
            for column in 1..<(right.count + 1) {
                let same = left[row - 1] == right[column - 1]
                var cost = min(rows[row - 1][column] + 1, line[column - 1] + 1)
                cost = min(cost, rows[row - 1][column - 1] + (same ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    cost = min(cost, rows[row - 2][column - 2] + 1)
                }
                line.append(cost)
            }
            rows.append(line)
        }
        return rows[left.count][right.count]
    }
}
