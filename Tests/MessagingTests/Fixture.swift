import Messaging
import Platform

/// A private directory for one test's endpoints, removed with its last reference.
final class EndpointDirectory {
    let path: JobPath

    init() throws {
        path = JobPath("/tmp/sf-ipc-" + String(UInt64.random(in: 0...UInt64.max), radix: 36))
        try FileSystem.makePrivateDirectory(path)
    }

    deinit {
        do { try FileSystem.removeTree(path) } catch { print("left behind: \(path)") }
    }

    subscript(_ name: JobPath) -> JobPath { path.appending(name) }

    func endpoint(_ name: JobPath = "s") throws -> Endpoint { try Endpoint(path: self[name]) }

    var names: [JobPath] { get throws { try FileSystem.entries(of: path).map(\.name) } }
}

/// Settings with time limits that fit a test: long enough for a loaded machine.
func options(
    highWaterMark: Int32 = 100, receiveTimeout: Int32 = 10_000, sendTimeout: Int32 = 10_000
) -> SocketOptions {
    var options = SocketOptions(highWaterMark: highWaterMark)
    options.receiveTimeoutMilliseconds = receiveTimeout
    options.sendTimeoutMilliseconds = sendTimeout
    return options
}

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
