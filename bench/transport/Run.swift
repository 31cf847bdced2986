import Messaging
import Platform

/// Starts the consumer when told so by the arguments, else measures.
func run() -> Int32 {
    do {
        if CommandLine.arguments.dropFirst().first == "consume" {
            try consume(try Setup(words: Array(CommandLine.arguments.dropFirst(2))))
        } else {
            try measure()
        }
        return 0
    } catch {
        print("bench-transport: \(error)")
        return 1
    }
}

/// What can go wrong in the benchmark itself.
enum BenchError: Error {
    case usage
    case noAnswer
    case wrongChecksum(expected: UInt64, found: UInt64)
}

/// How frames travel.
enum Way: String, CaseIterable {
    /// Through slots; a ZeroMQ message of this many bytes names the slot, an 8-byte one gives it back.
    case slots64 = "slots-64B"
    case slots200 = "slots-200B"
    /// Inside the ZeroMQ message.
    case message = "message"

    var descriptorBytes: Int {
        switch self {
        case .slots64: 64
        case .slots200: 200
        case .message: 0
        }
    }
}

/// One measurement, as both processes know it.
struct Setup {
    /// Slots, and the high-water mark of the other way: as many frames may be under way in both.
    static let slotCount = 4
    static let warmUpFrames = 16
    static let poolDescriptor: Int32 = 3

    var way: Way
    var frameBytes: Int
    var frames: Int
    var directory: JobPath

    init(way: Way, frameBytes: Int, frames: Int, directory: JobPath) {
        self.way = way
        self.frameBytes = frameBytes
        self.frames = frames
        self.directory = directory
    }

    init(words: [String]) throws(BenchError) {
        guard words.count == 4, let way = Way(rawValue: words[0]), let frameBytes = Int(words[1]),
            let frames = Int(words[2])
        else { throw .usage }
        self.init(way: way, frameBytes: frameBytes, frames: frames, directory: JobPath(words[3]))
    }

    var words: [String] { [way.rawValue, "\(frameBytes)", "\(frames)", directory.description] }

    /// Both ways with the same settings but for the part size that whole frames need.
    var options: SocketOptions {
        var options = SocketOptions(highWaterMark: Int32(Setup.slotCount))
        options.maximumPartBytes = Int64(frameBytes) + 4096
        options.receiveTimeoutMilliseconds = 30_000
        options.sendTimeoutMilliseconds = 30_000
        return options
    }

    func endpoint(_ name: JobPath) throws(MessagingError) -> Endpoint {
        try Endpoint(path: directory.appending(name))
    }
}
