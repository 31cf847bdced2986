import Platform
import SharedFrames
import SupervisorCore
import Wire

/// The files of the item in work: descriptors only, so that nothing is left when the process is.
final class ItemWork {
    let number: Int
    let source: Descriptor
    let destination: JobPath
    let replaces: Bool
    /// Of the output; the owner's mask takes its part away.
    let mode: UInt32
    private(set) var output: TemporaryFile?
    private(set) var timeline: MemoryFile?
    /// What passes that only read the timeline get of it, since the last one that wrote: neither the decoder nor the
    /// compositor may change what the validator demands or a person is told.
    private var timelineCopy: MemoryFile?
    private(set) var emoji: MemoryFile?
    let reviewed: MemoryFile?

    /// Opens the input; it stays this very file however the path changes meanwhile.
    init(
        number: Int, input: JobPath, destination: JobPath, replaces: Bool, mode: UInt32, reviewed: [UInt8]?
    ) throws(PlatformError) {
        self.number = number
        source = try FileSystem.openReadOnly(input)
        self.destination = destination
        self.replaces = replaces
        self.mode = mode
        if let reviewed {
            let file = try MemoryFile(growable: "reviewed")
            try file.append(reviewed)
            self.reviewed = file
        } else {
            self.reviewed = nil
        }
    }

    func makeTimeline() throws(PlatformError) {
        timeline = try MemoryFile(growable: "timeline")
        timelineCopy = nil
    }

    /// A new work file beside the destination, so that publishing is a link and never a copy.
    func makeOutput() throws(PlatformError) {
        output = nil
        timelineCopy = nil
        emoji = try MemoryFile(growable: "emoji")
        try FileSystem.makeDirectories(destination.parent)
        output = try FileSystem.openUnnamedTemporary(in: destination.parent, mode: mode)
    }

    func publish() throws(PlatformError) {
        guard let output else { return }
        try FileSystem.publish(output, to: destination, replacing: replaces)
    }

    /// The descriptors an order asks for, in its order.
    func descriptors(for order: StageOrder, pool: FramePool?) throws(PlatformError) -> [Descriptor] {
        var list: [Descriptor] = []
        for attachment in order.attachments {
            switch attachment {
            case .input:
                // A fresh open file each time: offsets are not shared between stages or passes.
                let file = order.kind == .verify ? output?.descriptor ?? source : source
                list.append(try FileSystem.reopenReadOnly(file))
            case .output: if let output { list.append(output.descriptor) }
            case .timeline:
                // The tracker writes it when analysing, the validator when it adds what it found.
                let isWritten = order.kind == .analyze || order.kind == .verify
                if let file = isWritten ? timeline : try copyOfTimeline() { list.append(file.descriptor) }
            case .reviewed: if let reviewed { list.append(reviewed.descriptor) }
            case .emoji: if let emoji { list.append(emoji.descriptor) }
            case .pool: if let pool { list.append(pool.descriptor) }
            }
        }
        return list
    }

    private func copyOfTimeline() throws(PlatformError) -> MemoryFile? {
        if let timelineCopy { return timelineCopy }
        guard let timeline else { return nil }
        let copy = try MemoryFile(growable: "timeline")
        try copy.append(try timeline.readAll(limit: Self.mostTimelineBytes))
        try copy.freeze()
        timelineCopy = copy
        return copy
    }

    /// As much as a scan's timeline may have to be given to the client.
    static let mostTimelineBytes = 1 << 30
}
