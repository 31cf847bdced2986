import Platform

/// Where a socket is to be found: a path in a private directory, or a name inside this process.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    enum Place: Hashable, Sendable {
        case path(JobPath)
        case process(String)
    }

    /// The longest path of a local socket, in bytes.
    ///
    /// Source: sun_path of sockaddr_un (unix(7)) has 108, one of them for the end; measured: 108 is refused by bind.
    package static let maximumPathBytes = 107

    let place: Place

    /// Names a socket in the file system.
    ///
    /// - Throws: ``MessagingError/malformedEndpoint(_:)`` for a path that is not absolute (ZeroMQ gives "*" and "@"
    ///   a meaning of their own), ``MessagingError/endpointTooLong(_:limit:)``.
    package init(path: JobPath) throws(MessagingError) {
        guard path.isAbsolute, !path.bytes.contains(0) else { throw .malformedEndpoint(path) }
        guard path.bytes.count <= Endpoint.maximumPathBytes else {
            throw .endpointTooLong(path, limit: Endpoint.maximumPathBytes)
        }
        place = .path(path)
    }

    /// Names a socket between two threads of this process that share a context.
    package init(inProcess name: String) throws(MessagingError) {
        guard !name.isEmpty, name.utf8.count <= 200, !name.utf8.contains(0) else {
            throw .malformedEndpoint(JobPath(name))
        }
        place = .process(name)
    }

    /// The path, for an endpoint that has one.
    package var path: JobPath? {
        guard case .path(let path) = place else { return nil }
        return path
    }

    /// As ZeroMQ spells it, without the terminating zero.
    var address: JobPath {
        switch place {
        case .path(let path): JobPath(bytes: Array("ipc://".utf8) + path.bytes)
        case .process(let name): JobPath("inproc://" + name)
        }
    }

    package var description: String { address.description }
}
