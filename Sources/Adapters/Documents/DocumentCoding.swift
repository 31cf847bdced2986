import FoundationEssentials

// Documents: the JSON that people and other programs read and write, and its conversion to the domain types.
//
// Every document is a plain value with one `read` that refuses what it cannot vouch for, in one sentence that a person
// can act on, and one `encoded` whose bytes depend on nothing but the value: keys sorted, no escaped slashes, numbers
// as the shortest decimals that read back as the same value. Unknown keys are ignored, an unknown version is refused.
//
// Must not know: files, sockets, processes, what a job is doing. Callers bring bytes and take bytes.
// Shapes are written down in Protocols/*.schema.json; the tests hold this code to them.
// Known limit: a key that occurs twice in one object is not an error; the decoder takes one of them.

/// Which document a sentence of ``DocumentError`` is about.
package enum DocumentKind: String, Sendable {
    case timeline = "timeline"
    case regions = "regions file"
    case report = "report"
    case event = "event"
    case job = "job"
    case settings = "settings"
}

/// Turns documents into bytes and back, always in the same way.
package enum DocumentCoding {
    /// Most bytes of one document that are read; more is refused before anything is parsed.
    ///
    /// Source: one hour at 60 frames a second with ten faces all through is about 2.2 million samples of 110 bytes.
    package static let maximumBytes = 256 << 20

    /// Encodes a document on one line, keys sorted, without a final line break.
    ///
    /// - Throws: ``DocumentError/unencodable(_:_:)`` where a number is not finite.
    package static func encode(_ value: some Encodable, as kind: DocumentKind) throws(DocumentError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            throw .unencodable(kind, DocumentError.explain(error))
        }
    }

    /// Encodes a document for people to read: indented, ending in a line break.
    package static func encodeIndented(
        _ value: some Encodable, as kind: DocumentKind
    ) throws(DocumentError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        do {
            return Array(try encoder.encode(value)) + [0x0A]
        } catch {
            throw .unencodable(kind, DocumentError.explain(error))
        }
    }

    /// Decodes a document.
    ///
    /// - Throws: ``DocumentError/tooLarge(_:bytes:)``, ``DocumentError/malformed(_:_:)`` with the place in the
    ///   document, or what the type's own decoding threw.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], as kind: DocumentKind
    ) throws(DocumentError) -> Value {
        guard bytes.count <= maximumBytes else { throw .tooLarge(kind, bytes: bytes.count) }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DocumentError {
            throw error
        } catch {
            throw .malformed(kind, DocumentError.explain(error))
        }
    }

    /// Reads the `version` of a keyed document and refuses every other than 1.
    static func requireVersion1<Key: CodingKey>(
        _ container: KeyedDecodingContainer<Key>, _ key: Key, _ kind: DocumentKind
    ) throws -> Int {
        let version = try container.decode(Int.self, forKey: key)
        guard version == 1 else { throw DocumentError.unsupportedVersion(kind, version) }
        return version
    }
}
