import SupervisorCore
import Wire

/// One simulated stage process: a small state machine that answers orders and data as a real one does.
final class ModelStage {
    /// A lease in hand: a slot it may write, or a picture it reads.
    struct Held {
        var pool: Int
        var message: DataMessage
    }

    let id: StageID
    var isFrozen = false
    /// It has been made to say things a sound stage would not; its own view of slots means nothing any more.
    var isRogue = false
    var isReady = false
    var becomesReady = true
    /// Turns it takes before it is ready.
    var startDelay = 0

    // The four queues; each is in order, none knows of the others.
    var orders: [ModelOrder] = []
    var inbox: [(pass: UInt32, message: DataMessage)] = []

    /// The pass it works on.
    var active: UInt32?
    var lastBegun: UInt32 = 0
    var order: ModelOrder?
    var hand: [Held] = []
    var grants: [(pool: Int, lease: SlotLease)] = []
    var end: FrameTotals?

    // Decoder.
    var openKind: PassKind?
    var openOutput = 0
    var plan: [DataMessage] = []
    // Tracker, and validator in the check.
    var marks: [Int: Int] = [:]
    var replies: [Int: Int] = [:]
    // Validator.
    var recordsPass: UInt32?
    var recordsOutput = 0
    var records: Set<Int> = []
    // Compositor of a photo.
    var photoStep = 0
    // Compositor of a contact sheet.
    var facePictures = 0

    init(id: StageID) { self.id = id }

    func dropPass() {
        active = nil
        order = nil
        hand = []
        grants = []
        end = nil
        plan = []
        marks = [:]
        replies = [:]
        photoStep = 0
        facePictures = 0
    }

    /// True when a message, delivered now, would be worked on.
    func wouldAccept(_ pass: UInt32) -> Bool { active == pass }

    /// Slots of a pool it has its hands on, or will have without another order.
    func uses(slot: Int, pool: Int) -> Bool {
        if hand.contains(where: { $0.pool == pool && $0.message.lease?.slot == slot }) { return true }
        if grants.contains(where: { $0.pool == pool && $0.lease.slot == slot }) { return true }
        guard order?.pool == pool else { return false }
        return inbox.contains { wouldAccept($0.pass) && $0.message.lease?.slot == slot }
    }
}

/// An order with what its attachments were when it was sent.
struct ModelOrder {
    var order: StageOrder
    var pool: Int
    var output: Int
}

extension DataMessage {
    /// The slot a message hands to its reader, if any.
    var lease: SlotLease? {
        switch self {
        case .grant(let lease), .release(let lease): lease
        case .look(let look): look.lease
        case .packets(let batch): batch.lease
        case .detections, .painted, .mark, .endOfFrames: nil
        }
    }
}
