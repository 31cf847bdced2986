import Wire

/// Who holds which slot of a lane's frame pool; a free slot is the only credit a decoder can get.
///
/// Every hand-over raises the slot's generation, so a message about an earlier use is recognised and refused.
package struct SlotTable: Sendable {
    /// What a slot is doing.
    package enum Use: Hashable, Sendable {
        case free
        /// The decoder may fill it.
        case granted
        /// Filled; waiting for a reader or with one.
        case filled
    }

    private var uses: [Use]
    private var generations: [UInt64]

    package init(slots: Int) {
        uses = Array(repeating: .free, count: slots)
        generations = Array(repeating: 0, count: slots)
    }

    package var count: Int { uses.count }
    package var freeCount: Int { uses.count { $0 == .free } }
    package var grantedCount: Int { uses.count { $0 == .granted } }

    /// Grants the lowest free slot, or returns nil when all are in use.
    package mutating func grant() -> SlotLease? {
        guard let slot = uses.firstIndex(of: .free) else { return nil }
        uses[slot] = .granted
        generations[slot] += 1
        return SlotLease(slot: slot, generation: generations[slot])
    }

    /// Takes note that the decoder filled a slot; false when the lease is not one that was granted.
    package mutating func fill(_ lease: SlotLease) -> Bool {
        guard holds(lease, .granted) else { return false }
        uses[lease.slot] = .filled
        return true
    }

    /// Takes a filled slot back; false when the lease is not a current one.
    package mutating func release(_ lease: SlotLease) -> Bool {
        guard holds(lease, .filled) else { return false }
        uses[lease.slot] = .free
        return true
    }

    /// Takes everything back at once: the pass is over or dropped, and nobody reads or writes any more.
    package mutating func reset() {
        for slot in uses.indices { uses[slot] = .free }
    }

    private func holds(_ lease: SlotLease, _ use: Use) -> Bool {
        uses.indices.contains(lease.slot) && uses[lease.slot] == use && generations[lease.slot] == lease.generation
    }
}
