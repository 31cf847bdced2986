import FoundationEssentials

/// Where this checkout lies, for tests that read files of it.
package enum Repository {
    /// The folder of `Package.swift`.
    package static let root: String = {
        // Tests/TestSupport/Repository.swift: three names up.
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    /// The bytes of a file of the checkout.
    package static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: root + "/" + path)))
    }

    /// A schema of `Protocols/`, by the name of its document.
    package static func schema(_ name: String) throws -> JSONSchema {
        try JSONSchema(JSONValue(parsing: bytes("Protocols/\(name).schema.json")))
    }
}
