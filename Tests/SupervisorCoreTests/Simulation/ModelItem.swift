import SupervisorCore
import TestSupport
import TimelineCore
import Wire

/// What a simulated medium consists of: enough to say which messages a decoder sends in each pass.
struct ModelItem {
    var number: Int
    var isVideo: Bool
    /// Frames in time, but painted from the file as a photo is.
    var isAnimation: Bool
    var scansOnly: Bool
    var wantsSheet: Bool
    /// Detector looks per frame, in the analysis and in the check.
    var analysisLooks: [Int]
    var checkLooks: [Int]
    /// Sound batches that come before each frame in the render pass.
    var packetBatches: [Int]
    /// Pictures of faces that are taken of each frame for a contact sheet.
    var facePictures: [Int]

    var frames: Int { analysisLooks.count }

    init(number: Int, isVideo: Bool, scansOnly: Bool, wantsSheet: Bool, random: inout SeededRandom) {
        self.number = number
        self.isVideo = isVideo
        self.scansOnly = scansOnly
        self.wantsSheet = wantsSheet
        let frames = isVideo ? Int.random(in: 0...8, using: &random) : 1
        analysisLooks = (0..<frames).map { $0 == 0 ? 1 : Int.random(in: 0...2, using: &random) }
        checkLooks = (0..<frames).map { _ in Int.random(in: 0...2, using: &random) }
        // Sometimes so much sound comes between two frames that it fills every slot.
        let mostBatches = isVideo ? [0, 1, 8][Int.random(in: 0...2, using: &random)] : 0
        // No more randomness of its own: the seeds that are known to matter stay what they are.
        isAnimation = isVideo && mostBatches == 0 && frames > 0
        packetBatches = (0..<frames).map { _ in Int.random(in: 0...mostBatches, using: &random) }
        // Sometimes no face at all, sometimes more in one frame than there are slots.
        let mostFaces = [0, 2, 9][Int.random(in: 0...2, using: &random)]
        facePictures = (0..<frames).map { _ in Int.random(in: 0...mostFaces, using: &random) }
    }

    var laneItem: LaneItem {
        LaneItem(number: number, scansOnly: scansOnly, wantsSheet: wantsSheet, settings: PassSettings())
    }

    /// How the item ends when nothing fails it.
    var goodEnding: LaneEnding { scansOnly ? .scanned : .published }
    /// How often something is given a name on the way there.
    var goodPublications: Int { scansOnly && !wantsSheet ? 0 : 1 }

    /// The messages of a pass, in order; leases are filled in when they are sent.
    func plan(_ kind: PassKind) -> [DataMessage] {
        var plan: [DataMessage] = []
        var looks = 0
        var packets = 0
        for frame in 0..<frames {
            switch kind {
            case .analyze, .verify:
                let count = (kind == .analyze ? analysisLooks : checkLooks)[frame]
                plan.append(.mark(ModelItem.mark(frame, looks: count)))
                for look in 0..<count { plan.append(.look(ModelItem.look(frame, look, of: count, .detect))) }
                looks += count
                if kind == .verify {
                    plan.append(.look(ModelItem.look(frame, 0, of: 1, .inspect)))
                    looks += 1
                }
            case .render:
                for _ in 0..<packetBatches[frame] {
                    plan.append(.packets(PacketBatch(lease: ModelItem.noLease, byteCount: 100, count: 2)))
                    packets += 2
                }
                plan.append(.look(ModelItem.look(frame, 0, of: 1, .paint)))
                looks += 1
            case .sheet:
                for face in 0..<facePictures[frame] { plan.append(.look(ModelItem.look(frame, face, of: 9, .paint))) }
                looks += facePictures[frame]
            }
        }
        let counted = kind == .sheet ? 0 : frames
        plan.append(.endOfFrames(FrameTotals(frames: counted, looks: looks, packets: packets)))
        return plan
    }

    static let noLease = SlotLease(slot: 0, generation: 0)

    static func mark(_ frame: Int, looks: Int) -> FrameMark {
        FrameMark(
            frame: frame, ticks: Int64(frame) * 10, durationTicks: 10, change: 0, looks: looks, isKeyframe: frame == 0
        )
    }

    static func look(_ frame: Int, _ look: Int, of looks: Int, _ role: LookRole) -> Look {
        Look(
            frame: frame, ticks: Int64(frame) * 10, durationTicks: 10, lease: noLease, look: look, looks: looks,
            role: role, layout: .packed(format: .gray8, size: .init(width: 32, height: 32)), geometry: .init()
        )
    }

    func medium(isOutput: Bool) -> Medium {
        Medium(
            isVideo: isVideo, width: 32, height: 32, container: isAnimation ? "gif" : "mp4", codec: "h264", format: 2,
            matrix: 1,
            colour: .init(primaries: 2, transfer: 2, matrix: 2, chromaLocation: 0, isFullRange: false),
            pixelAspect: .init(1, 1), timeBase: .init(1, 100), frameRate: .init(10, 1), expectedFrames: frames,
            durationSeconds: Double(frames) / 10, sound: nil, lookBytes: 2048,
            frameBytes: FacePicture.layout.byteCount,
            sha256: isOutput ? "output" : "source-\(number)", fileBytes: 1000, leftBehind: []
        )
    }
}
