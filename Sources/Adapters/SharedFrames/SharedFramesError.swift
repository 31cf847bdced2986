import Platform

// SharedFrames: the memory through which pictures pass between processes.
//
// One pool is one sealed memory file, cut into slots of equal size. The supervisor makes it and hands it down; stages
// map it. The library knows neither what is in a slot nor who may use it now: slots, generations and credits are
// dealt with by messages. It never names the memory in a file system, so nothing is left behind by a SIGKILL.
//
// Trust: a stage checks the memory file before it maps it, so that no peer can make it die of SIGBUS. What is *in* a
// slot can change while it is read, if the peer that wrote it misbehaves: a reader checks numbers after copying them.

/// Everything that can go wrong in this library.
package enum SharedFramesError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The pool would have no slots, empty slots, or more bytes than a number can say.
    case impossibleSize(slotCount: Int, slotBytes: Int)
    /// The memory could not be had; the platform's reason.
    case reserve(bytes: Int, PlatformError)
    /// The descriptor could not be asked or mapped; the platform's reason.
    case map(PlatformError)
    /// The file has another length than was said.
    case wrongSize(expected: Int, found: Int)
    /// The file can still be made smaller, or is no memory file at all: mapping it could kill the reader.
    case notSealed

    package var description: String {
        switch self {
        case .impossibleSize(let count, let bytes): "a frame pool of \(count) slots of \(bytes) bytes is not possible"
        case .reserve(let bytes, let reason): "no \(bytes) bytes of shared memory for frames: \(reason)"
        case .map(let reason): "the frame pool cannot be mapped: \(reason)"
        case .wrongSize(let expected, let found): "the frame pool has \(found) bytes instead of \(expected)"
        case .notSealed: "the frame pool is not sealed against shrinking"
        }
    }
}
