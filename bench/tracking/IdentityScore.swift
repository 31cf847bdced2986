import TimelineCore

/// A box that a timeline gives for an id.
struct Claim {
    var id: Int
    var box: PixelBox
    /// Held before or after a sight: a guess of a place, and no claim of who is there.
    var isHeld: Bool
}

/// Compares ids with true identities over time (Ristani et al. 2016: IDF1).
struct IdentityScore {
    private var truthFrames: [String: Int] = [:]
    private var foundFrames: [Int: Int] = [:]
    private var common: [String: [Int: Int]] = [:]
    private var claimed: [String: [Int: Int]] = [:]
    private var lastId: [String: Int] = [:]
    /// A person whose id changed.
    private(set) var switches: [(frame: Int, name: String, from: Int, to: Int)] = []
    private var frame = 0

    var names: Int { truthFrames.count }

    /// Ids that more than one person had for three frames or more, with the persons.
    var shared: [(id: Int, names: [String])] {
        var owners: [Int: [String]] = [:]
        for name in claimed.keys.sorted() {
            for (id, frames) in claimed[name] ?? [:] where frames >= 3 { owners[id, default: []].append(name) }
        }
        return owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    mutating func add(truth: [TrueFace], found: [Claim]) {
        var pairs: [(overlap: Double, name: String, id: Int, isHeld: Bool)] = []
        // Whoever is mostly hidden may be found or not.
        let required = truth.filter { $0.visible >= 0.5 }
        for face in required {
            truthFrames[face.name, default: 0] += 1
            for other in found {
                let overlap = face.box.overlap(with: other.box)
                if overlap >= 0.4 { pairs.append((overlap, face.name, other.id, other.isHeld)) }
            }
        }
        for other in found where isClaim(other.box, required) { foundFrames[other.id, default: 0] += 1 }
        pairs.sort {
            ($0.isHeld ? 0 : 1, $0.overlap, $0.name, $0.id) > ($1.isHeld ? 0 : 1, $1.overlap, $1.name, $1.id)
        }
        var takenNames: [String] = []
        var takenIds: [Int] = []
        for pair in pairs where !takenNames.contains(pair.name) && !takenIds.contains(pair.id) {
            takenNames.append(pair.name)
            takenIds.append(pair.id)
            common[pair.name, default: [:]][pair.id, default: 0] += 1
            guard !pair.isHeld else { continue }
            claimed[pair.name, default: [:]][pair.id, default: 0] += 1
            if let last = lastId[pair.name], last != pair.id {
                switches.append((frame, pair.name, last, pair.id))
            }
            lastId[pair.name] = pair.id
        }
        frame += 1
    }

    /// A box on nobody, held before or after a sight or on somebody mostly hidden, is no claim of identity.
    private func isClaim(_ box: PixelBox, _ required: [TrueFace]) -> Bool {
        required.contains { $0.box.overlap(with: box) >= 0.1 }
    }

    /// IDF1 with a greedy matching of identities, which can only be lower than the best one.
    var score: Double {
        var pairs: [(frames: Int, name: String, id: Int)] = []
        for (name, ids) in common { for (id, frames) in ids { pairs.append((frames, name, id)) } }
        pairs.sort { ($0.frames, $0.name, $0.id) > ($1.frames, $1.name, $1.id) }
        var names: Set<String> = []
        var ids: Set<Int> = []
        var matched = 0
        for pair in pairs where !names.contains(pair.name) && !ids.contains(pair.id) {
            names.insert(pair.name)
            ids.insert(pair.id)
            matched += pair.frames
        }
        let total = truthFrames.values.reduce(0, +) + foundFrames.values.reduce(0, +)
        return total > 0 ? 2 * Double(matched) / Double(total) : 1
    }
}
