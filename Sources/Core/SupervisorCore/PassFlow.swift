import Wire

/// The counts and leases of one running pass: what was sent, who has it, what came back.
struct PassFlow {
    /// A picture in a slot that nobody has answered for yet.
    struct Lease {
        var look: Look
        var holder: StageID?
        /// How many stages died with it.
        var deaths: Int
    }

    let pass: UInt32
    let kind: PassKind
    /// By slot.
    var leases: [Int: Lease] = [:]
    /// Slots of looks that wait for a detector, oldest first.
    var waiting: [Int] = []
    var packetSlots: [Int: SlotLease] = [:]
    var marks = 0
    var looksSeen = 0
    var packetsSeen = 0
    var answered = 0
    var painted = 0
    var totals: FrameTotals?
    var toldEnd = false
    /// Stages whose `finished` is still owed.
    var unfinished: Set<StageID> = []

    init(pass: UInt32, kind: PassKind) {
        self.pass = pass
        self.kind = kind
    }

    /// The decoder said it is through, and everything it sent has come back.
    var isDrained: Bool {
        guard let totals, leases.isEmpty, packetSlots.isEmpty else { return false }
        // A photo is painted without a lease; its record may come after the compositor's report.
        return kind != .render || painted >= totals.frames
    }

    /// The counts agree with what the decoder says it sent.
    var addsUp: Bool {
        guard let totals else { return false }
        let framesAgree = kind == .render ? painted == totals.frames : marks == totals.frames
        return framesAgree && looksSeen == totals.looks && packetsSeen == totals.packets
    }

    func held(by stage: StageID) -> [Int] {
        leases.filter { $0.value.holder == stage }.map(\.key).sorted()
    }
}
