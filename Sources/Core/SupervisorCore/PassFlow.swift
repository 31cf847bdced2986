import Wire

/// The counts and leases of one running pass: what was sent, who has it, what came back.
struct PassFlow {
    /// A picture in a slot that nobody has answered for yet.
    struct Lease {
        var look: Look
        var holder: StageID?
        /// Place among the looks of the pass, in the order they came.
        var order: Int
        /// How many detectors died while it was the one in work.
        var deaths = 0
    }

    let pass: UInt32
    let kind: PassKind
    /// Monotonic seconds.
    let began: Double
    /// By slot.
    var leases: [Int: Lease] = [:]
    /// Slots of looks that wait for a detector, oldest first.
    var waiting: [Int] = []
    var packetSlots: [Int: SlotLease] = [:]
    var marks = 0
    /// Detector looks the marks announced, and those that came.
    var looksPromised = 0
    var detectLooksSeen = 0
    var looksSeen = 0
    var packetsSeen = 0
    /// Microseconds a detector took for each look answered.
    var answerTimes: [Int] = []
    var painted = 0
    var totals: FrameTotals?
    var toldEnd = false
    /// A photo is painted from its file, not from a slot.
    var paintsWithoutLooks = false
    /// Stages whose `finished` is still owed.
    var unfinished: Set<StageID> = []

    init(pass: UInt32, kind: PassKind, began: Double) {
        self.pass = pass
        self.kind = kind
        self.began = began
    }

    /// The decoder said it is through, and everything it sent has come back.
    var isDrained: Bool {
        guard let totals, leases.isEmpty, packetSlots.isEmpty else { return false }
        // A photo's record, which no lease stands for, may come after the compositor's report.
        return !paintsWithoutLooks || painted >= totals.frames
    }

    /// The counts agree with what the decoder says it sent.
    var addsUp: Bool {
        guard let totals else { return false }
        let framesAgree = kind == .render ? painted == totals.frames : marks == totals.frames
        return framesAgree && looksPromised == detectLooksSeen && looksSeen == totals.looks
            && packetsSeen == totals.packets
    }

    func holds(_ stage: StageID) -> Bool { leases.values.contains { $0.holder == stage } }

    /// Slots of the looks a stage holds, oldest first: the first is the one in work.
    func held(by stage: StageID) -> [Int] {
        leases.filter { $0.value.holder == stage }.sorted { $0.value.order < $1.value.order }.map(\.key)
    }

    /// What all detectors together did, from their answers: they owe no report at the end of a pass.
    func detectorCounters(processes: Int, until now: Double) -> StageCounters {
        let busy = Double(answerTimes.reduce(0, +)) / 1e6
        let sorted = answerTimes.sorted()
        func milliseconds(atPercent percent: Int) -> Double {
            sorted.isEmpty ? 0 : Double(sorted[(sorted.count - 1) * percent / 100]) / 1e3
        }
        return StageCounters(
            items: answerTimes.count, busySeconds: busy,
            waitInputSeconds: max(0, Double(processes) * (now - began) - busy),
            p50Milliseconds: milliseconds(atPercent: 50), p95Milliseconds: milliseconds(atPercent: 95)
        )
    }
}
